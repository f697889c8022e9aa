/** Closed list of error kinds; the server rejects any other. */
export type ProblemKind = 'error' | 'rejection' | 'island_not_loaded' | 'island_failed';

const address = '/api/problems';
const mostReported = 5;
const reported = new Set<string>();

/** Only our file and the position in it: page paths and messages may contain user input. */
function placeIn(stack: string): string {
  const [, file = '', line = ''] = /\/([\w.-]+\.js)(?:\?[^:\s]*)?:(\d+:\d+)/.exec(stack) ?? [];
  return file && `${file}:${line}`;
}

/**
 * Reports a failure once: its kind, the error's class, and the position in our own files. No message, URL or text.
 * @param where the island's name, if it was one
 */
export function reportProblem(kind: ProblemKind, error: unknown, where = ''): void {
  const isError = error instanceof Error;
  const body = JSON.stringify({
    kind,
    name: isError ? error.name.slice(0, 40) : '',
    island: where,
    place: isError ? placeIn(error.stack ?? '').slice(0, 80) : '',
  });
  if (reported.has(body) || reported.size >= mostReported) return;
  reported.add(body);
  try {
    navigator.sendBeacon?.(address, body);
  } catch {
    /* best effort: a failed report must not break the page */
  }
}

/** Reports uncaught errors and rejections from now on. */
export function watchProblems(): void {
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error) reportProblem('error', error);
  });
  addEventListener('unhandledrejection', ({ reason }) => reportProblem('rejection', reason));
}
