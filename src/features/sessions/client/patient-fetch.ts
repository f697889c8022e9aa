/** A reader does not wait for a server that asks for more, so its answer is final. The longest wait, too. */
const longestRetrySeconds = 30;

const pause = (seconds: number, signal: AbortSignal | null | undefined) =>
  new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/**
 * `fetch` with retries when there is no response or one in the 500s: after 1, 2 and 4 seconds, or after Retry-After where
 * that is later, plus a jitter of up to half of it: at most 30 seconds before each. Only for what may be repeated: reads,
 * and writes with an idempotency key.
 */
export async function patientFetch(address: string, init: RequestInit = {}, retries = 3): Promise<Response> {
  for (let tried = 0; ; tried += 1) {
    const isLast = tried >= retries;
    let retryAfterSeconds = 0;
    try {
      const response = await fetch(address, init);
      // Missing, or a date: not a number above 0.
      retryAfterSeconds = Number(response.headers.get('retry-after')) || 0;
      // Conflict with Retry-After at a retry: our earlier try still holds the idempotency key.
      const mayPass = response.status >= 500 || (tried > 0 && response.status === 409 && retryAfterSeconds > 0);
      if (isLast || !mayPass || retryAfterSeconds > longestRetrySeconds) return response;
    } catch (error) {
      if (isLast || init.signal?.aborted || navigator.onLine === false) throw error;
    }
    // Jitter: readers who were refused in the same second must not come back in the same second.
    const waitSeconds = Math.max(2 ** tried, retryAfterSeconds);
    await pause(Math.min(waitSeconds * (1 + Math.random() / 2), longestRetrySeconds), init.signal);
  }
}
