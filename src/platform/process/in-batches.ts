type BatchRules = {
  /** Maximum items per batch. */
  most: number;
  /** Milliseconds after which new items stop waiting for the running batch. Absent: no limit. */
  patience?: number;
  /** If not set, a failed batch is retried item by item, so that one bad item does not fail the others. */
  failsAsOne?: boolean;
};
type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
type Line<Item, Result> = { waiting: Waiting<Item, Result>[]; busySince: number };

/**
 * Per-key batching: items that arrive while a batch of the same key is running are handled together, in order. A
 * thousand writers to one row then wait for a few transactions. Nothing joins a running batch.
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

/** One instance of `make` per owner, held weakly: each connection has its own queues. */
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
