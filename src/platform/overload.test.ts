import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { listenOn } from '../testing/raw-request.ts';
import { createOverload } from './overload.server.ts';
import { kindOf, type RequestKind } from './request-kind.server.ts';

const kinds = ['beacon', 'search', 'reading', 'writing'] as const;

/** A request whose body is there, or still to come. */
const arriving = (complete: boolean) => Object.assign(new EventEmitter(), { complete });
const whole = () => arriving(true);

describe('what is under way', () => {
  let time = 0;
  const make = (heapUsed = 0) => createOverload({ heapUsed: () => heapUsed, heapLimit: 1_000, now: () => time });
  type Made = ReturnType<typeof make>;
  const fill = (overload: Made, kind: RequestKind, count: number) =>
    Array.from({ length: count }, () => {
      const answer = new EventEmitter();
      expect(overload.admit(kind, whole(), answer)).toBe(true);
      return answer;
    });
  const isAdmitted = (overload: Made, kind: RequestKind) => {
    const probe = new EventEmitter();
    const isTaken = overload.admit(kind, whole(), probe);
    if (isTaken) probe.emit('close');
    return isTaken;
  };

  /** Fills the site with writes, and tells at which of them each kind was refused first. */
  function firstRefusals(overload: Made): number[] {
    const first = new Map<RequestKind, number>();
    for (let count = 0; first.size < kinds.length; count += 1) {
      for (const kind of kinds) if (!isAdmitted(overload, kind) && !first.has(kind)) first.set(kind, count);
      overload.admit('writing', whole(), new EventEmitter());
    }
    return kinds.map((kind) => first.get(kind)!);
  }

  it('crowds out beacons, then search, then reading, then writing, in a burst and in a queue', () => {
    for (const refusals of [firstRefusals(make()), firstRefusals(make(900))]) {
      expect(refusals).toEqual(refusals.toSorted((a, b) => a - b));
      expect(new Set(refusals).size).toBe(4);
    }
  });

  it('may be a burst, but not a queue that stands', () => {
    const overload = make();
    const burst = fill(overload, 'reading', 90);
    expect(isAdmitted(overload, 'reading')).toBe(true);
    time += 149;
    expect(isAdmitted(overload, 'reading')).toBe(true);
    time += 2;
    expect(isAdmitted(overload, 'reading')).toBe(false);
    for (const answer of burst.splice(0, 88)) answer.emit('close');
    // Room again, but for few as long as others have to be refused.
    burst.push(...fill(overload, 'reading', 10));
    time += 999;
    expect(isAdmitted(overload, 'reading')).toBe(false);
    for (const answer of burst) answer.emit('close');
    time += 1_000;
    fill(overload, 'reading', 90);
  });

  it('leaves beacons out only as long as a queue stands', () => {
    const overload = make();
    const burst = fill(overload, 'reading', 30);
    time += 151;
    expect(isAdmitted(overload, 'beacon')).toBe(false);
    for (const answer of burst.splice(0, 27)) answer.emit('close');
    // Three are no queue, though too many for another beacon where one stands.
    for (let round = 0; round < 10; round += 1, time += 99) expect(isAdmitted(overload, 'beacon')).toBe(false);
    time += 20;
    expect(isAdmitted(overload, 'beacon')).toBe(true);
  });

  it('is not a body that trickles in', () => {
    vi.useFakeTimers();
    try {
      const overload = make();
      const slow = Array.from({ length: 40 }, () => ({ request: arriving(false), answer: new EventEmitter() }));
      for (const { request, answer } of slow) expect(overload.admit('writing', request, answer)).toBe(true);
      vi.advanceTimersByTime(101);
      time += 151;
      expect(isAdmitted(overload, 'reading')).toBe(true);
      // Once it is there it is work as any other.
      for (const { request } of slow) request.emit('end');
      time += 151;
      expect(isAdmitted(overload, 'reading')).toBe(false);
      for (const { answer } of slow) answer.emit('close');
      time += 1_001;
      expect(isAdmitted(overload, 'beacon')).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is no queue while it comes and goes', () => {
    const overload = make();
    for (let round = 0; round < 20; round += 1) {
      const burst = fill(overload, 'reading', 90);
      time += 100;
      for (const answer of burst) answer.emit('close');
    }
    expect(overload.refused.reading).toBe(0);
  });

  it('has less room where memory is short', () => {
    expect(firstRefusals(make(900)).every((count, index) => count < firstRefusals(make())[index]!)).toBe(true);
  });

  it('is over when answers close; what is free is never refused', () => {
    const overload = make();
    const answers: EventEmitter[] = [];
    for (let answer = new EventEmitter(); overload.admit('writing', whole(), answer); answer = new EventEmitter())
      answers.push(answer);
    expect(overload.refused).toEqual({ beacon: 0, search: 0, reading: 0, writing: 1, picture: 0 });
    expect(overload.admit('free', whole(), new EventEmitter())).toBe(true);
    answers.pop()!.emit('close');
    expect(isAdmitted(overload, 'writing')).toBe(true);
  });

  it.each(['beacon', 'picture'] as const)('does not crowd the others out with a %s', (kind) => {
    const overload = make();
    while (overload.admit(kind, whole(), new EventEmitter()));
    time += 1_000;
    expect(overload.refused[kind]).toBe(1);
    for (const other of ['search', 'reading', 'writing'] as const) expect(isAdmitted(overload, other)).toBe(true);
  });
});

it.each([
  ['GET', '/healthz', 'free'],
  ['GET', '/readyz', 'free'],
  ['POST', '/signout', 'free'],
  ['POST', '/api/auth/signout', 'free'],
  ['GET', '/api/auth/csrf', 'free'],
  ['GET', '/assets/a-1.js', 'free'],
  ['GET', '/media/a/b.mp4', 'free'],
  ['GET', '/sw.js', 'free'],
  ['POST', '/api/track/', 'beacon'],
  ['POST', '/api/auth/_log', 'beacon'],
  ['GET', '/search?q=pan', 'search'],
  ['POST', '/api/search/articles', 'search'],
  ['POST', '/api/article/search/v1', 'search'],
  ['GET', '/api/search/suggest?q=p', 'search'],
  ['GET', '/', 'reading'],
  ['GET', '/article/research-on-search-MTA', 'reading'],
  ['GET', '/api/article/12', 'reading'],
  ['POST', '/api/communities/question/12/comments', 'reading'],
  ['POST', '/api/article/recommended', 'reading'],
  ['GET', '/img/320/a.png.webp', 'picture'],
  ['GET', '/og/article-1001.jpg', 'picture'],
  ['GET', '/sitemap.xml', 'reading'],
  ['POST', '/api/communities/question/create', 'writing'],
  ['DELETE', '/api/communities/comment/delete/1', 'writing'],
  ['GET', '/api/otp/send/phone/9876543210', 'writing'],
  ['POST', '/login', 'writing'],
] as const)('%s %s is %s', (method, url, kind) => {
  expect(kindOf(method, url)).toBe(kind);
});

describe('a request without room', () => {
  let site: TestApp;
  let origin: string;
  const refused = new Set<RequestKind>();
  beforeAll(async () => {
    site = await buildTestApp({ content: 'demo', overload: { admit: (kind) => !refused.has(kind) } });
    origin = `http://127.0.0.1:${await listenOn(site.app)}`;
  });
  afterAll(() => site.close());

  const requests: [(typeof kinds)[number], string, RequestInit][] = [
    ['beacon', '/api/track', { method: 'POST', body: '{"name":"page_view","path":"/"}' }],
    ['search', '/search?q=pan', {}],
    [
      'search',
      '/api/search/articles',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"articleText":"pan"}' },
    ],
    ['reading', '/videos', {}],
    ['reading', '/api/tags', {}],
    [
      'writing',
      '/contact',
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=a' },
    ],
    [
      'writing',
      '/api/support/contactUs',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    ],
  ];

  it('is refused by its kind, the others are answered', async () => {
    for (const [index, kind] of kinds.entries()) {
      refused.add(kind);
      site.app.pageCache.clear();
      const outcomes = await Promise.all(
        requests.map(async ([, path, init]) => [path, (await fetch(origin + path, init)).status === 503]),
      );
      expect(outcomes).toEqual(requests.map(([ofKind, path]) => [path, kinds.indexOf(ofKind) <= index]));
    }
  });

  it('is told when to come back, by a page or by data', async () => {
    for (const [, path, init] of requests) {
      const { headers } = await fetch(origin + path, init);
      expect([
        path,
        headers.get('retry-after'),
        headers.get('cache-control'),
        headers.get('x-content-type-options'),
      ]).toEqual([path, expect.stringMatching(/^[1-9]\d*$/), 'no-store', 'nosniff']);
    }
    const page = await fetch(`${origin}/videos`);
    expect([page.headers.get('content-type'), await page.text()]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('Please try again in a moment'),
    ]);
    const data = await fetch(`${origin}/api/tags`);
    expect(await data.json()).toEqual({
      status: 503,
      code: 'unavailable',
      message: expect.any(String),
      requestId: data.headers.get('x-request-id'),
    });
  });

  it('is never a page in memory, health, or signing out', async () => {
    refused.clear();
    await fetch(`${origin}/about`);
    for (const kind of kinds) refused.add(kind);
    for (const path of ['/about', '/healthz', '/readyz', '/signout', '/api/auth/csrf', '/favicon.ico'])
      expect((await fetch(origin + path)).status, path).toBe(200);
    const { csrfToken } = (await (await fetch(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
    expect(
      (
        await fetch(`${origin}/api/auth/signout`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ csrfToken }),
        })
      ).status,
    ).not.toBe(503);
  });
});
