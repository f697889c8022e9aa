import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const site = openTestApp();
const client = fileURLToPath(new URL('../../../build/client', import.meta.url));
const oneOf = (folder: string) =>
  `/${folder}/${readdirSync(join(client, folder)).find((name) => !/\.(?:br|gz)$/.test(name))}`;
const files = () => [oneOf('assets'), oneOf('fonts'), '/sw.js', '/media/kept.txt'];

beforeAll(async () => {
  mkdirSync(site.services.config.mediaDir, { recursive: true });
  writeFileSync(join(site.services.config.mediaDir, 'kept.txt'), 'kept for tests');
});

const long = '1'.repeat(12_000);
describe.each([
  ['a part past the end', { range: 'bytes=999999999-' }, [416]],
  ['no part', { range: 'bytes=abc' }, [200, 416]],
  ['a part that ends before it begins', { range: 'bytes=9-1' }, [200, 416]],
  ['another unit', { range: 'lines=1-2' }, [200]],
  ['very many parts', { range: `bytes=${'0-0,'.repeat(3_000)}0-0` }, [200, 206, 416]],
  ['a very long number', { range: `bytes=${long}-` }, [200, 416]],
  ['another version', { 'if-match': '"another"' }, [412]],
  ['a version without quotes', { 'if-match': long }, [412]],
  ['unchanged since long ago', { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, [412]],
  ['unchanged since no date', { 'if-unmodified-since': 'yesterday' }, [200]],
  ['changed since no date', { 'if-modified-since': long }, [200]],
  ['a part of another version', { range: 'bytes=0-1', 'if-range': '"another"' }, [200]],
  ['a part of no version', { range: 'bytes=0-1', 'if-range': '\\"' }, [200, 206]],
  ['no other version', { 'if-none-match': '*' }, [304]],
] as [string, Record<string, string>, number[]][])('%s', (_name, headers, statuses) => {
  it.each(['GET', 'HEAD'] as const)('is answered for every kind of file (%s)', async (method) => {
    for (const url of files())
      expect(statuses, url).toContain((await site.send(method, url, undefined, headers)).statusCode);
  });
});

it('an unsatisfiable range (416) states the length of the file', async () => {
  for (const url of files()) {
    const answer = await site.app.inject({
      url,
      headers: { range: 'bytes=999999999-', 'accept-encoding': 'identity' },
    });
    expect(answer.headers['content-range'], url).toMatch(/^bytes \*\/\d+$/);
    expect(answer.body).toBe('');
  }
});

it.each(['/assets/%00', '/assets/..%2f..%2fpackage.json', '/fonts/', '/assets/none.js', '/media/%2e%2e/auth-secret'])(
  '%s is no failure of ours',
  async (url) => expect((await site.app.inject(url)).statusCode).toBeLessThan(500),
);

describe('what is asked of health', () => {
  it.each(['/healthz', '/readyz', '/readyz?from=balancer'])('%s is answered', async (url) => {
    expect((await site.app.inject(url)).statusCode).toBe(200);
  });

  it.each(['/healthz/', '/readyz/', '/READYZ', '/%72eadyz', '/readyz/x', '//readyz', '/readyz;x'])(
    '%s is not served, as it would bypass the proxy that hides health checks',
    async (url) => expect((await site.app.inject(url)).body).not.toMatch(/^(?:ok|ready)$/),
  );
});
