import { QueryClient } from '@tanstack/react-query';

/** An answer that is not a success. A status in the 400s is the caller's own doing: asking again changes nothing. */
export class ResponseError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Answered ${status}`);
    this.status = status;
  }
}

const minute = 60_000;
const mostRetries = 3;

export const retryDelay = (failures: number): number => Math.min(1_000 * 2 ** failures, 30_000);

export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < mostRetries && !(error instanceof ResponseError && error.status >= 400 && error.status < 500);

/** The client's data cache: kept 5 minutes, 3 retries after 1 s doubling to 30 s, none for answers in the 400s (spec, section 9). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { gcTime: 5 * minute, retry: shouldRetry, retryDelay },
      mutations: { retry: false },
    },
  });

/** The one cache of a page in the browser. */
export const queryClient = createQueryClient();

/** GET of our API. @throws ResponseError */
export async function readApi<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(`/api${path}`, {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw new ResponseError(response.status);
  return (await response.json()) as Answer;
}
