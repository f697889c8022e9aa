/**
 * What comes for one key while earlier items of that key are under way is handled together, in order: a thousand people at
 * one row then wait for a few transactions, not for a thousand, and hold one connection.
 * A batch that fails is tried again one by one, so that nobody fails for another's sake.
 */
export function inBatches<Item, Result>(most: number, work: (key: string, items: Item[]) => Promise<Result[]>): (key: string, item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  const lines = new Map<string, Waiting[]>();

  async function handle(key: string, batch: Waiting[]): Promise<void> {
    try {
      const results = await work(key, batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const one of batch) await handle(key, [one]);
    }
  }

  async function drain(key: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) await handle(key, line.splice(0, most));
    lines.delete(key);
  }

  return (key, item) => new Promise<Result>((resolve, reject) => {
    const line = lines.get(key);
    if (line) {
      line.push({ item, resolve, reject });
      return;
    }
    const fresh = [{ item, resolve, reject }];
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
