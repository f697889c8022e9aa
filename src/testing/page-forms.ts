import type { TestApp } from './build-test-app.ts';
import { endWaits } from './sign-in.ts';

type Fields = Record<string, string>;

/** Acts as a browser without script: opens pages and submits their forms. */
export const pageForms = (test: () => TestApp) => ({
  get: (url: string, cookies = '') => test().app.inject({ url, headers: { cookie: cookies } }),
  post: (
    url: string,
    fields: Fields,
    cookies = '',
    headers: Fields = { origin: test().services.config.publicOrigin },
  ) =>
    test().send('POST', url, new URLSearchParams(fields), {
      ...(cookies ? { cookie: cookies } : {}),
      ...headers,
    }),
  /** Ends the wait before another code may be requested. */
  soon: (identifier: string) => endWaits(test(), identifier),
});

/** The Location header of a redirect. */
export const locationOf = (answer: { headers: Record<string, unknown> }): string => String(answer.headers.location);

let last = 8_100_000_000;
/** A ten-digit number that is unique within the test file. */
export const newNumber = (): string => String((last += 1));
