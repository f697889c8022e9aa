type Step = (requests: never[]) => Promise<unknown[]>;
type Waiting = { step: Step; request: unknown; resolve: (result: never) => void; reject: (error: unknown) => void };

export type SideBySide = {
  /**
   * Waits until every other piece of work waits too, or has ended; then each step answers all of its requests at once.
   */
  ask<Request, Result>(step: (requests: Request[]) => Promise<Result[]>, request: Request): Promise<Result>;
  /** @throws the first error, when all work has ended: nothing uses the transaction after it is rolled back */
  run<First, Second>(first: () => Promise<First>, second: () => Promise<Second>): Promise<[First, Second]>;
};

/**
 * Lets two pieces of work on one transaction share their statements: a round trip costs as much as what it asks for.
 */
export function sideBySide(): SideBySide {
  let working = 0;
  let waiting: Waiting[] = [];
  let failure: { error: unknown } | undefined;

  function proceed(): void {
    if (waiting.length === 0 || waiting.length < working) return;
    const all = waiting;
    waiting = [];
    void answer(all);
  }

  async function answer(all: Waiting[]): Promise<void> {
    for (const [step, asked] of Map.groupBy(all, (each) => each.step)) {
      try {
        const results = await step(asked.map(({ request }) => request as never));
        for (const [index, { resolve }] of asked.entries()) resolve(results[index] as never);
      } catch (error) {
        // Every later statement fails, too, but only says that the transaction is aborted.
        failure ??= { error };
        for (const { reject } of asked) reject(error);
      }
    }
  }

  async function begin<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      working -= 1;
      proceed();
    }
  }

  return {
    ask: (step, request) =>
      new Promise((resolve, reject) => {
        waiting.push({ step: step as Step, request, resolve, reject });
        proceed();
      }),
    async run(first, second) {
      working = 2;
      const ended = await Promise.allSettled([begin(first), begin(second)]);
      for (const each of ended) if (each.status === 'rejected') throw failure ? failure.error : each.reason;
      return ended.map((each) => (each as PromiseFulfilledResult<unknown>).value) as never;
    },
  };
}
