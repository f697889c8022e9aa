import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listenOn } from '../../testing/raw-request.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const given = 'edge-7f3a.91:0001';
let log = '';
const take = (line: string) => void (log += line);

describe.each([
  ['behind a proxy that is trusted', { TRUST_PROXY: '127.0.0.0/8' }, true],
  ['from anybody else', {}, false],
] as const)('a request id that comes along %s', (_name, env, isTaken) => {
  const site = openTestApp({ env, log: take });
  let origin: string;
  beforeAll(async () => {
    origin = `http://127.0.0.1:${await listenOn(site.app)}`;
  });

  const ask = async (path: string, id: string, init: RequestInit = {}) => {
    const answer = await fetch(origin + path, { ...init, headers: { ...init.headers, 'x-request-id': id } });
    return { id: answer.headers.get('x-request-id'), text: await answer.text() };
  };

  it('is taken over or made anew', async () => {
    expect((await ask('/api/tags', given)).id === given).toBe(isTaken);
    for (const strange of ['short', 'a'.repeat(129), 'two words 1', '*/ select 1 --'])
      expect((await ask('/api/tags', strange)).id).toMatch(/^[\da-f-]{36}$/);
  });

  it('goes into the envelope, the log and the queries, after a body as well', async () => {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const read = await ask('/api/tags', given);
      const wrote = await ask('/api/search/articles', given, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"articleText":"pan"}',
      });
      const texts = queries.mock.calls.map(([query]) =>
        typeof query === 'string' ? query : (query as unknown as { text: string }).text,
      );
      for (const { id } of [read, wrote])
        expect(texts.some((text) => text.startsWith(`/* request ${id} */ `))).toBe(true);
    } finally {
      queries.mockRestore();
    }
    const { pool } = site.services.connection as unknown as { pool: { query: unknown } };
    const { query } = pool;
    pool.query = () => Promise.reject(new Error('a bug'));
    const failed = await ask('/api/tags', given);
    pool.query = query;
    expect(JSON.parse(failed.text)).toMatchObject({ status: 500, requestId: failed.id });
    expect(log).toContain(`"reqId":"${failed.id}"`);
  });
});
