import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOverload } from './overload.server.ts';
import type { RequestKind } from './request-kind.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request whose body has arrived, or is still pending; `push(null)` is the end of the body, `ended` by its handler. */
function arriving(complete: boolean, method = 'POST') {
  const request = {
    method,
    complete,
    ended: 0,
    push: (chunk: unknown) => ((request.ended += Number(chunk === null)), true),
  };
  return request;
}

/** A simulated server with one thread, which all requests in progress share. */
function makeSite(costs: Partial<Record<RequestKind, number>> = {}) {
  const overload = createOverload(2_500);
  let working: { left: number; close: () => void }[] = [];
  const seen = { started: [] as RequestKind[], refused: [] as RequestKind[], times: [] as number[] };
  function enter(kind: RequestKind, request = arriving(true), ended = () => {}) {
    const response = Object.assign(new EventEmitter(), { destroyed: false, statusCode: 200 });
    const since = performance.now();
    const start = () => {
      seen.started.push(kind);
      const close = () => {
        seen.times.push(performance.now() - since);
        response.emit('close');
        ended();
      };
      if (costs[kind] !== undefined) working.push({ left: costs[kind], close });
    };
    const refuse = () => {
      seen.refused.push(kind);
      ended();
    };
    overload.enter(kind, request, response, start, refuse);
    return response;
  }
  return {
    ...seen,
    overload,
    enter,
    many: (count: number, kind: RequestKind) => Array.from({ length: count }, () => enter(kind)),
    /** The clock goes on by so many milliseconds, of which the thread works all. */
    work(milliseconds: number) {
      for (let time = 0; time < milliseconds; time += 1) {
        vi.advanceTimersByTime(1);
        let budget = 1;
        while (budget > 1e-9 && working.length > 0) {
          const turn = Math.min(budget, Math.min(...working.map(({ left }) => left)) * working.length);
          for (const each of working) each.left -= turn / working.length;
          budget -= turn;
          const done = working.filter(({ left }) => left <= 1e-9);
          working = working.filter(({ left }) => left > 1e-9);
          for (const { close } of done) close();
        }
      }
    },
  };
}
const percentile = (times: number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)]!;

describe('a burst', () => {
  it.each([
    ['page', 120],
    ['writing', 120],
    ['signIn', 120],
    ['reading', 60],
    ['search', 11],
  ] as const)('(%s) of %i is answered whole, on a cold process that takes 8 s for it', (kind, count) => {
    const site = makeSite({ [kind]: 8_000 / count });
    site.many(count, kind);
    site.work(8_100);
    expect([site.times.length, site.refused]).toEqual([count, []]);
  });

  it('is answered in the order of arrival, and what finds no place in the queue is refused at once', () => {
    const site = makeSite();
    const responses = site.many(8 + 128, 'page');
    expect([site.started.length, site.refused.length]).toEqual([8, 0]);
    site.enter('page');
    expect([site.refused, site.overload.refused.page]).toEqual([['page'], 1]);
    responses[0]!.emit('close');
    expect(site.started.length).toBe(9);
  });

  it('spends no work on clients that have disconnected', () => {
    const site = makeSite();
    const responses = site.many(10, 'page');
    responses[8]!.destroyed = true;
    responses[0]!.emit('close');
    responses[1]!.emit('close');
    expect([site.started.length, site.refused]).toEqual([9, []]);
  });
});

describe('at five times what the site can answer', () => {
  // A search costs 20 readings of an article's data; 190 of this mix a second.
  const costs = { search: 19, reading: 0.95 };
  it('the site keeps its rate, and answers 99% within 1.5 s', () => {
    const site = makeSite(costs);
    for (let count = 0; count < 30_000; count += 1) {
      site.enter(count % 4 === 0 ? 'search' : 'reading');
      if (count % 19 === 0) site.work(20);
    }
    const answered = (kind: RequestKind) =>
      site.started.filter((each) => each === kind).length * (costs as Record<string, number>)[kind]!;
    expect((answered('search') + answered('reading')) / 31_580).toBeGreaterThan(0.95);
    expect(percentile(site.times, 0.99)).toBeLessThan(1_500);
  }, 60_000);

  it('a queue that stands is shortened to half a second of waiting, however slow the site is', () => {
    const site = makeSite({ page: 50 });
    for (let tick = 0; tick < 600; tick += 1, site.work(50)) site.many(5, 'page');
    const later = site.times.slice(-200);
    expect(Math.max(...later)).toBeLessThan(500 + 8 * 50 + 150);
    expect(site.times.length).toBeGreaterThan(590);
  });

  it.each([10, 20, 40, 80])('%i visitors who ask again at once get what the site can do', (visitors) => {
    const site = makeSite({ search: 19, reading: 0.95 });
    let [open, asked] = [0, 0];
    for (let time = 0; time < 10_000; time += 1, site.work(1)) {
      // Who is refused asks again in the next turn.
      for (let free = visitors - open; free > 0; free -= 1) {
        open += 1;
        site.enter(asked++ % 4 === 0 ? 'search' : 'reading', arriving(true), () => (open -= 1));
      }
    }
    expect(site.times.length / 10).toBeGreaterThan(170);
  });

  it('no kind takes the places of another', () => {
    const kinds = ['search', 'page', 'reading', 'writing', 'signIn', 'picture', 'download'] as const;
    for (const crowd of kinds) {
      const site = makeSite();
      site.many(500, crowd);
      for (const other of kinds.filter((kind) => kind !== crowd)) {
        site.enter(other);
        expect(site.started.at(-1), `${other} beside ${crowd}`).toBe(other);
      }
    }
  });

  it('what is free never waits', () => {
    const site = makeSite();
    for (const kind of ['search', 'page', 'reading', 'writing', 'signIn'] as const) site.many(200, kind);
    site.many(1_000, 'free');
    expect(site.started.filter((kind) => kind === 'free').length).toBe(1_000);
  });

  it('beacons are refused before anything else is', () => {
    const site = makeSite();
    site.enter('beacon');
    site.many(8 + 65, 'page');
    site.enter('beacon');
    expect([site.started.includes('beacon'), site.refused]).toEqual([true, ['beacon']]);
  });
});

describe('a server that is stuck', () => {
  /** Forty pages a second, each of which ends after 2.8 s with that status. @returns when each was answered or refused */
  function hang(statusCode: number): number[] {
    const overload = createOverload(2_500);
    const after: number[] = [];
    for (let tick = 0; tick < 400; tick += 1, vi.advanceTimersByTime(25)) {
      const since = performance.now();
      const note = () => void after.push(performance.now() - since);
      const response = Object.assign(new EventEmitter(), { statusCode });
      const start = () =>
        void globalThis.setTimeout(() => {
          note();
          response.emit('close');
        }, 2_800);
      overload.enter('page', arriving(true), response, start, note);
    }
    return after;
  }

  it('because the database hangs: all are answered within 3 s', () => {
    const after = hang(503);
    expect(after.length).toBeGreaterThan(200);
    expect(Math.max(...after)).toBeLessThanOrEqual(3_000);
  });

  it('because clients are slow: who waits for their places waits on', () => {
    expect(Math.max(...hang(200))).toBeGreaterThan(3_000);
  });

  it('refuses who has waited ten seconds', () => {
    const site = makeSite();
    site.many(6, 'reading');
    vi.advanceTimersByTime(10_000);
    expect(site.refused).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(site.refused).toEqual(['reading', 'reading']);
  });
});

it('who reads an answer slowly holds no place once it is handed over', () => {
  const site = makeSite();
  const slow = site.many(8, 'page');
  for (const response of slow) response.emit('prefinish');
  site.enter('page');
  expect(site.started).toHaveLength(9);
  for (const response of slow) response.emit('close');
  site.many(8, 'page');
  expect(site.started).toHaveLength(16);
});

describe('a request whose body is slow', () => {
  it('holds no place until the body is there', () => {
    const site = makeSite();
    const slow = Array.from({ length: 40 }, () => arriving(false));
    for (const each of slow) site.enter('writing', each);
    expect(site.started.length).toBe(8);
    for (let round = 0; round < 5; round += 1) vi.advanceTimersByTime(11);
    expect(site.started.length).toBe(40);
    for (const each of slow) each.push(null);
    site.enter('writing');
    expect(site.started.length).toBe(40);
  });

  /** So many, which have given their places back; their bodies end when the test says so. */
  function slowOnes(site: ReturnType<typeof makeSite>, count: number) {
    const slow = Array.from({ length: count }, () => arriving(false));
    const responses = slow.map((each) => {
      const response = site.enter('writing', each);
      vi.advanceTimersByTime(11);
      return response;
    });
    const inWork = () => slow.filter(({ ended }) => ended > 0).length;
    return { slow, responses, inWork };
  }

  it('is worked on in one of the places, however many bodies end at the same moment', () => {
    const site = makeSite();
    const { slow, responses, inWork } = slowOnes(site, 40);
    for (const each of slow) each.push('the last word');
    for (const each of slow) each.push(null);
    expect(inWork()).toBe(8);
    responses[0]!.emit('prefinish');
    expect(inWork()).toBe(9);
    // Gone or cut off while it waits: nothing is left to do for it.
    responses[9]!.emit('close');
    for (const response of responses.slice(1, 9)) response.emit('close');
    expect([inWork(), slow[9]!.ended]).toEqual([17, 0]);
  });

  it('(of a real server) reaches its handler whole, in a place', async () => {
    vi.useRealTimers();
    const overload = createOverload(2_500);
    let [inWork, most] = [0, 0];
    const server = createServer((request, response) => {
      const start = async () => {
        const body = await text(request);
        most = Math.max(most, (inWork += 1));
        await setTimeout(20);
        inWork -= 1;
        response.end(body);
      };
      overload.enter('writing', request, response, start as () => void, () => response.writeHead(503).end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const calls = Array.from({ length: 40 }, () => request({ port, method: 'POST', agent: false }));
    const answers = Promise.all(
      calls.map(async (call) => text(((await once(call, 'response')) as [IncomingMessage])[0])),
    );
    const words = 'word '.repeat(40_000);
    for (const call of calls) call.write(words);
    await setTimeout(500);
    for (const call of calls) call.end('end');
    const bodies = new Set(await answers);
    expect([most, bodies]).toEqual([8, new Set([`${words}end`])]);
    server.close();
  });

  it('is refused where the queue is full by then, or has not moved', () => {
    const site = makeSite();
    const { slow, inWork } = slowOnes(site, 2);
    site.many(8 + 127, 'writing');
    for (const each of slow) each.push(null);
    expect([inWork(), site.refused.length]).toEqual([0, 1]);
    vi.advanceTimersByTime(10_200);
    expect([inWork(), site.refused.length]).toEqual([0, 129]);
  });

  it('and was cut off before its end takes no place', () => {
    const site = makeSite();
    const { slow, responses } = slowOnes(site, 8);
    for (const response of responses) response.emit('close');
    for (const each of slow) each.push(null);
    site.many(9, 'writing');
    expect(site.started.length).toBe(8 + 8);
  });

  it('and ends with 503 does not say that the database hangs, however slow it was', () => {
    const site = makeSite();
    const slow = arriving(false);
    const response = site.enter('writing', slow);
    vi.advanceTimersByTime(4_000);
    slow.push(null);
    site.many(9, 'writing');
    response.statusCode = 503;
    response.emit('close');
    expect([site.started.length, site.refused]).toEqual([9, []]);
  });

  it.each(['GET', 'HEAD'])('holds its place where a %s announces a body and sends none', (method) => {
    const site = makeSite();
    for (let count = 0; count < 11; count += 1) site.enter('search', arriving(false, method));
    vi.advanceTimersByTime(200);
    expect([site.started.length, site.refused.length]).toEqual([3, 0]);
  });
});
