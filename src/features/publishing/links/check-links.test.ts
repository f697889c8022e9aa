import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkedLinks } from '../../../database/schema.ts';
import { internet, type Network } from '../../../platform/http/public-request.server.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { createLinkAsker, type LinkAsker } from './ask-link.server.ts';
import { checkLinks, listBrokenLinks, linksIn } from './check-links.server.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';

type Asked = { method: string; path: string; host: string; agent: string; at: number };
let server: Server;
let robots = '';
let asked: Asked[] = [];
const faults: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/ok': (response) => response.writeHead(200).end(),
  '/only-get': (response, request) => response.writeHead(request.method === 'HEAD' ? 404 : 200).end('x'),
  '/hangs': () => {},
  '/drops': (response) => response.destroy(),
  '/loop': (response) => response.writeHead(301, { location: '/loop' }).end(),
  '/moved': (response) => response.writeHead(301, { location: 'http://other.test/ok' }).end(),
  '/gone': (response) => response.writeHead(404).end(),
  '/error': (response) => response.writeHead(500).end(),
  '/members': (response) => response.writeHead(403).end(),
  '/to-here': (response) => response.writeHead(302, { location: 'http://127.0.0.1/ok' }).end(),
  '/to-cloud': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/to-name': (response) => response.writeHead(302, { location: 'http://rebound.example/ok' }).end(),
  '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/huge': (response, request) => {
    if (request.method === 'HEAD') return void response.writeHead(405).end();
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, host: headers.host ?? '', agent: headers['user-agent'] ?? '', at: Date.now() });
    if (path === '/robots.txt') response.writeHead(robots === '' ? 404 : 200).end(robots);
    else (faults[path] ?? faults['/ok'])!(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  robots = '';
  asked = [];
});

/** Names ending in .test lead to the server here; every other address is judged as on the internet. */
const network: Network = {
  resolve: async (host) => [{ address: host.endsWith('.test') ? '127.0.0.1' : '10.0.0.7', family: 4 }],
  isAllowed: (address, host) => host.endsWith('.test') || internet.isAllowed(address, host),
  portOf: (url) => internet.portOf(url) && (server.address() as AddressInfo).port,
};
const asker = (timeoutMs = 10_000) =>
  createLinkAsker({ origin: 'https://nagrik.example', network, timeoutMs, retryMs: 1 });
const ask = (path: string) =>
  asker(path === '/hangs' ? 700 : undefined).ask(
    path.startsWith('http') ? path : `http://one.test${path}`,
    AbortSignal.timeout(60_000),
  );

describe('a link', () => {
  it.each([
    ['/ok', 'ok', 200],
    ['/only-get', 'ok', 200],
    ['/moved', 'ok', 200],
    ['/huge', 'ok', 200],
    ['/gone', 'gone', 404],
    ['/error', 'server_error', 500],
    ['/members', 'refused', 403],
    ['/loop', 'redirects', null],
    ['/drops', 'unreachable', null],
    ['/hangs', 'too_slow', null],
    ['/to-here', 'not_public', null],
    ['/to-cloud', 'not_public', null],
    ['/to-name', 'not_public', null],
    ['/to-file', 'not_public', null],
    ['http://127.0.0.1/ok', 'not_public', null],
    ['http://[::1]/ok', 'not_public', null],
    ['http://0x7f.1/ok', 'not_public', null],
    ['http://one.test:22/ok', 'not_public', null],
    ['ftp://one.test/ok', 'not_public', null],
  ])('%s: %s', async (path, outcome, status) => {
    expect(await ask(path)).toEqual({ outcome, status });
  });

  it('that leads to a private network is not asked for there', async () => {
    for (const path of ['/to-here', '/to-cloud', '/to-name']) await ask(path);
    expect(asked.filter(({ host }) => !host.startsWith('one.test'))).toEqual([]);
  });

  it('is asked for by name: who asks, and where to write to; at most six requests in a loop', async () => {
    await ask('/loop');
    const loops = asked.filter(({ path, method }) => path === '/loop' && method === 'HEAD');
    expect(loops).toHaveLength(6);
    expect(new Set(asked.map(({ agent }) => agent))).toEqual(
      new Set(['nagrik-link-check/1 (+https://nagrik.example/contact)']),
    );
  });

  it('that robots.txt forbids is not asked for; another one of the same site is', async () => {
    robots = 'User-agent: *\nDisallow: /\n\nUser-agent: nagrik-link-check\nDisallow: /private*\nAllow: /';
    const one = asker();
    const signal = AbortSignal.timeout(20_000);
    expect(await one.ask('http://one.test/private/x', signal)).toEqual({ outcome: 'not_asked', status: null });
    expect(await one.ask('http://one.test/ok', signal)).toEqual({ outcome: 'ok', status: 200 });
    expect(asked.map(({ path }) => path)).toEqual(['/robots.txt', '/ok']);
  });
});

it('of a piece are those that lead elsewhere, once each', () => {
  const html =
    '<a href="https://a.example/x?a=1&amp;b=2#top">A</a> <a href="/own">B</a> <a href="https://nagrik.example/y">C</a>';
  const more = JSON.stringify([
    { url: 'https://a.example/x?a=1&b=2' },
    { url: 'javascript:alert(1)' },
    'https://u:p@b.example/',
  ]);
  expect(linksIn({ html, more }, 'https://nagrik.example')).toEqual(['https://a.example/x?a=1&b=2']);
});

describe('the links of live pieces', () => {
  const test = openTestApp();
  let admin: Colleague;
  beforeAll(async () => {
    admin = await colleague(test, 'admin');
  });

  const db = () => test.db;
  const run = (more: object = {}) =>
    checkLinks({
      connection: test.services.connection,
      asker: asker(),
      origin: 'https://nagrik.example',
      signal: new AbortController().signal,
      limit: 100,
      pauseMs: 50,
      ...more,
    });
  const row = async (url: string) => (await db().select().from(checkedLinks).where(eq(checkedLinks.url, url)))[0];
  const later = (days: number) =>
    db().execute(sql`update checked_links set checked_at = checked_at - make_interval(days => ${days}),
      first_failed_at = first_failed_at - make_interval(days => ${days})`);
  const aWeekLater = () => later(8);
  /** Runs on so many further days. */
  async function runOnDays(days: number) {
    for (let day = 0; day < days; day += 1) {
      await later(2);
      await run();
    }
  }
  async function live(title: string, body: string): Promise<number> {
    const { id } = dataOf<{ id: number }>(await admin.post('/articles', { title, body }));
    dataOf(await admin.post(`/articles/${id}/publish`, { revision: 1, emergencyReason: 'A test' }));
    return id;
  }

  it('are asked for once a week, one at a time for a host; broken ones are kept with their pieces until they are well', async () => {
    const body = '[a](http://one.test/ok) [b](http://one.test/gone) [c](http://two.test/flaky)';
    const id = await live('With links', body);
    await live('Again', '[b](http://one.test/gone)');
    faults['/flaky'] = (response) => response.writeHead(500).end();
    expect(await run()).toEqual({ asked: 3, broken: 0, isCutOff: false });
    const toOne = asked.filter(({ host, path }) => host.startsWith('one.test') && path !== '/robots.txt');
    const first = Math.max(...toOne.filter(({ path }) => path === toOne[0]!.path).map(({ at }) => at));
    const next = Math.min(...toOne.filter(({ path }) => path !== toOne[0]!.path).map(({ at }) => at));
    expect(next - first).toBeGreaterThanOrEqual(45);
    expect(await run()).toEqual({ asked: 0, broken: 0, isCutOff: false });
    await later(2);
    expect(await run()).toEqual({ asked: 2, broken: 0, isCutOff: false });
    expect(await listBrokenLinks(db())).toEqual([]);
    await later(2);
    expect(await run()).toEqual({ asked: 2, broken: 2, isCutOff: false });
    const broken = await listBrokenLinks(db());
    expect(broken.map(({ url, outcome, lastOkAt }) => [url, outcome, lastOkAt])).toEqual(
      expect.arrayContaining([
        ['http://one.test/gone', 'gone', null],
        ['http://two.test/flaky', 'server_error', null],
      ]),
    );
    const { pieces } = broken.find(({ url }) => url.endsWith('/gone'))!;
    expect(pieces.map(({ title }) => title).toSorted()).toEqual(['Again', 'With links']);
    const since = (await row('http://two.test/flaky'))!.firstBrokenAt;
    await aWeekLater();
    await run();
    expect((await row('http://two.test/flaky'))!.firstBrokenAt).toEqual(since);
    faults['/flaky'] = faults['/ok']!;
    await aWeekLater();
    await run();
    expect(await row('http://two.test/flaky')).toMatchObject({ outcome: 'ok', firstBrokenAt: null });
    const links = dataOf<{ url: string }[]>(await admin.get('/freshness/links'));
    expect(links.map(({ url }) => url)).toEqual(['http://one.test/gone']);
    expect((await (await colleague(test, 'writer')).get('/freshness/links')).statusCode).toBe(403);
    dataOf(await admin.post(`/articles/${id}/unpublish`, { reason: 'A test' }));
    await run();
    expect(await row('http://two.test/flaky')).toBeUndefined();
  });

  it('are those of text pages and forms too', async () => {
    const made = async (kind: string, fields: object) => {
      const { id } = dataOf<{ id: number }>(await admin.post(`/${kind}`, fields));
      dataOf(await admin.post(`/${kind}/${id}/publish`, { revision: 1, emergencyReason: 'A test' }));
      return { kind, id };
    };
    const page = await made('pages', { title: 'Terms', description: 'Terms', body: '[law](http://one.test/gone-law)' });
    const cta = await made('ctas', {
      title: 'Is it for you?',
      description: 'A question.',
      questions: [{ id: 'age', fact: 'age' }],
      rules: { version: 1, all: [{ fact: 'age', gte: 18 }] },
      nextSteps: ['Go there.'],
      officialUrl: 'https://one.test/gone-form',
    });
    faults['/gone-law'] = faults['/gone-form'] = faults['/gone']!;
    await run();
    await runOnDays(2);
    const broken = await listBrokenLinks(db());
    const usesOf = (path: string) => broken.find(({ url }) => url.endsWith(path))!.pieces;
    expect(usesOf('/gone-law')).toEqual([{ ...page, title: 'Terms' }]);
    expect(usesOf('/gone-form')).toEqual([{ ...cta, title: 'Is it for you?' }]);
    for (const { kind, id } of [page, cta]) dataOf(await admin.post(`/${kind}/${id}/unpublish`, { reason: 'A test' }));
    await run();
    expect((await listBrokenLinks(db())).filter(({ url }) => url.includes('gone-'))).toEqual([]);
  });

  it('are not broken by three failures of one day, nor where one success came between', async () => {
    await live('Restless', '[x](http://four.test/restless) [y](http://four.test/ok)');
    const url = 'http://four.test/restless';
    faults['/restless'] = faults['/error']!;
    for (let nth = 0; nth < 4; nth += 1) {
      await db().execute(sql`update checked_links set checked_at = null where url = ${url}`);
      await run();
    }
    expect(await row(url)).toMatchObject({ failures: 4, firstBrokenAt: null });
    faults['/restless'] = faults['/ok']!;
    await later(2);
    await run();
    expect(await row(url)).toMatchObject({ failures: 0, firstFailedAt: null, outcome: 'ok' });
    faults['/restless'] = faults['/error']!;
    await aWeekLater();
    await run();
    await runOnDays(1);
    expect(await row(url)).toMatchObject({ failures: 2, firstBrokenAt: null });
    await runOnDays(1);
    expect((await row(url))!.firstBrokenAt).not.toBeNull();
    faults['/restless'] = faults['/ok']!;
    await aWeekLater();
    await run();
    expect(await row(url)).toMatchObject({ failures: 0, firstBrokenAt: null });
  });

  it('are not asked for where nothing outside answers: nothing counts, and the run stops', async () => {
    const hosts = Array.from({ length: 12 }, (_, at) => `http://host${at}.test/x`);
    await live('Cut off', hosts.map((url) => `[x](${url})`).join(' '));
    const away = { asked: 0 };
    const cut: LinkAsker = {
      ask: async () => {
        away.asked += 1;
        return { outcome: 'unreachable', status: null };
      },
    };
    for (let night = 0; night < 4; night += 1) {
      await aWeekLater();
      away.asked = 0;
      expect(await run({ asker: cut })).toEqual({ asked: 0, broken: 0, isCutOff: true });
      // Five hosts, the three others that are being asked meanwhile, and those that answered last time.
      expect(away.asked).toBeLessThan(15);
    }
    expect((await listBrokenLinks(db())).filter(({ url }) => hosts.includes(url))).toEqual([]);
    for (const url of hosts) expect(await row(url)).toMatchObject({ failures: 0, outcome: null, checkedAt: null });
    expect(await run()).toMatchObject({ isCutOff: false });
    expect(await row(hosts[0]!)).toMatchObject({ outcome: 'ok' });
  });

  it('of hosts that are gone count, though no other link is due: those that answered last time still do', async () => {
    const dead = ['http://dead1.test/x', 'http://dead2.test/x'];
    await live('Dead', dead.map((url) => `[x](${url})`).join(' '));
    const real = asker();
    const half: LinkAsker = {
      ask: async (url, signal) =>
        url.includes('//dead') ? { outcome: 'unreachable', status: null } : real.ask(url, signal),
    };
    for (let day = 0; day < 3; day += 1) {
      await run({ asker: half });
      await db()
        .execute(sql`update checked_links set checked_at = case when url like '%//dead%' then null else now() end,
        first_failed_at = first_failed_at - interval '2 days'`);
    }
    const broken = (await listBrokenLinks(db())).map(({ url }) => url);
    expect(broken.filter((url) => url.includes('//dead')).toSorted()).toEqual(dead);
  });

  it('two at once ask for each link once, and a stop leaves the rest for later', async () => {
    await live('Many', Array.from({ length: 8 }, (_, at) => `[x](http://three.test/p${at})`).join(' '));
    await Promise.all([run(), run()]);
    const paths = asked.filter(({ path }) => path.startsWith('/p')).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(Array.from({ length: 8 }, (_, at) => `/p${at}`));
    await aWeekLater();
    const stop = new AbortController();
    const { asked: count } = await run({ signal: stop.signal, onAnswer: () => stop.abort() });
    expect(count).toBeLessThan(8);
    expect(await run()).toMatchObject({ asked: expect.any(Number) });
    expect((await row('http://three.test/p7'))!.outcome).toBe('ok');
  });
});
