import { eq, sql } from 'drizzle-orm';
import { otpCodes } from '../database/schema.ts';
import type { TestApp } from './build-test-app.ts';

type Fields = Record<string, string>;

/** What a browser without script does with a page: reads it, and sends its forms. */
export const pageForms = (test: () => TestApp) => ({
  get: (url: string, cookies = '') => test().app.inject({ url, headers: { cookie: cookies } }),
  post: (
    url: string,
    fields: Fields,
    cookies = '',
    headers: Fields = { origin: test().services.config.publicOrigin },
  ) =>
    test().app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookies ? { cookie: cookies } : {}),
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    }),
  /** Another code may be asked for now. */
  soon: (identifier: string) =>
    test()
      .services.connection.db.update(otpCodes)
      .set({ nextSendAt: sql`now()` })
      .where(eq(otpCodes.identifier, identifier)),
});

/** Where an answer leads. */
export const locationOf = (answer: { headers: Record<string, unknown> }): string => String(answer.headers.location);

let last = 8_100_000_000;
/** Ten digits that nobody has in this test file. */
export const newNumber = (): string => String((last += 1));
