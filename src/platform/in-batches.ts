type BatchRules = {
  /** Of one batch. */
  most: number;
  /** Milliseconds after which newcomers no longer wait for the batch under way. For ever when absent. */
  patience?: number;
  /** Otherwise a batch that fails is tried again one by one, so that nobody fails for another's sake. */
  failsAsOne?: boolean;
};
type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
type Line<Item, Result> = { waiting: Waiting<Item, Result>[]; busySince: number };

/**
 * What comes for one key while earlier items of that key are under way is handled together, in order: a thousand people at
 * one row then wait for a few transactions, not for a thousand. Nothing joins a batch that has begun.
 */
export function inBatches<Item, Result>(
  { most, patience = Infinity, failsAsOne = false }: BatchRules,
  work: (key: string, items: Item[]) => Promise<Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const lines = new Map<string, Line<Item, Result>>();

  async function handle(key: string, batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(
        key,
        batch.map(({ item }) => item),
      );
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (failsAsOne || batch.length === 1) for (const { reject } of batch) reject(error);
      else for (const one of batch) await handle(key, [one]);
    }
  }

  async function drain(key: string, line: Line<Item, Result>): Promise<void> {
    while (line.waiting.length > 0) {
      line.busySince = performance.now();
      await handle(key, line.waiting.splice(0, most));
    }
    if (lines.get(key) === line) lines.delete(key);
  }

  return (key, item) =>
    new Promise<Result>((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const line = lines.get(key);
      if (line && performance.now() - line.busySince <= patience) {
        line.waiting.push(waiting);
        return;
      }
      const fresh = { waiting: [waiting], busySince: 0 };
      lines.set(key, fresh);
      void drain(key, fresh);
    });
}

/** One of what `make` makes for each owner: a connection has its own lines. */
export function perOwner<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const made = new WeakMap<Owner, Made>();
  return (owner) => {
    const known = made.get(owner);
    if (known !== undefined) return known;
    const fresh = make(owner);
    made.set(owner, fresh);
    return fresh;
  };
}
