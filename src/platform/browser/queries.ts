import { QueryClient } from '@tanstack/react-query';

type Failure = { status?: number; retryAfterSeconds?: number | undefined };

const longestSeconds = 30;

/**
 * What components fetch. The library's own figures: collected after 5 minutes, three retries, after 1 s doubling to
 * 30 s; not after an answer in the 400s, and later where Retry-After asks for it.
 */
export const makeQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry(failures, error) {
          const { status = 0, retryAfterSeconds = 0 } = error as Failure;
          return failures < 3 && (status === 0 || status >= 500) && retryAfterSeconds <= longestSeconds;
        },
        retryDelay(failures, error) {
          const { retryAfterSeconds = 0 } = error as Failure;
          return Math.min(Math.max(2 ** failures, retryAfterSeconds), longestSeconds) * 1_000;
        },
        // The service worker answers without a network, too.
        networkMode: 'offlineFirst',
        // A reader who comes back to the page pays for no second copy.
        refetchOnWindowFocus: false,
      },
      // Said at once where there is no network, not kept for later.
      mutations: { networkMode: 'offlineFirst' },
    },
  });
