import { createContext, Script } from 'node:vm';

// Node's vm timeout is the only way to interrupt a runaway synchronous parser without terminating its thread.
const sandbox = createContext({ work: undefined as (() => void) | undefined });
const call = new Script('work()');

/** @throws Error with code ERR_SCRIPT_EXECUTION_TIMEOUT (see `isTimeout`) after `milliseconds` of wall time */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  let result: Result | undefined;
  sandbox.work = () => {
    result = work();
  };
  try {
    call.runInContext(sandbox, { timeout: milliseconds });
  } finally {
    sandbox.work = undefined;
  }
  return result as Result;
}

export const isTimeout = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
