import type { TestApp } from './build-test-app.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A call of a test's app with a JSON body; a text is sent as it stands, and no body for undefined. */
export const sendJson = (
  { app }: Pick<TestApp, 'app'>,
  method: Method,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method,
    url,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
