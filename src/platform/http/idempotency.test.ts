// @runs on both databases
import fastify from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestApp } from '../../testing/open-test-app.ts';
import { type ApiApp, hardenApi } from './api.server.ts';
import { AppError } from '../wire/errors.ts';
import { honourIdempotency, isTakenOver, rememberAnswer, sweepIdempotency } from './idempotency.server.ts';

const test = openTestApp();
let app: ApiApp;
let effects = 0;
const takenOver: boolean[] = [];
let whileRunning: () => Promise<void> = async () => {};

beforeAll(async () => {
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } } as object) as unknown as ApiApp;
  hardenApi(app, test.services);
  honourIdempotency(app, test.services, async (request) => (request.headers['x-user'] as string | undefined) ?? null);
  const body = z.strictObject({ title: z.string(), note: z.string().optional() });
  const schema = { body, response: { 201: z.object({ data: z.object({ id: z.int(), title: z.string() }) }) } };
  app.post('/things/:kind', { schema, config: { isIdempotent: true } }, async (request, reply) => {
    await whileRunning();
    if (request.body.title === 'refused') throw new AppError(409, 'conflict', () => 'No.');
    effects += 1;
    if (request.body.title === 'broken') throw new Error('a bug');
    return reply.code(201).send({ data: { id: effects, title: request.body.title } });
  });
  app.post('/secret', { schema, config: { isIdempotent: 'sealed' } }, async (request, reply) =>
    reply.code(201).send({ data: { id: (effects += 1), title: request.body.title } }),
  );
  app.post('/plain', { schema }, async (request, reply) =>
    reply.code(201).send({ data: { id: (effects += 1), title: request.body.title } }),
  );
  app.post('/exact', { schema, config: { isIdempotent: 'exactly' } }, async (request, reply) => {
    takenOver.push(isTakenOver(request));
    await whileRunning();
    const answer = { data: { id: effects + 1, title: request.body.title } };
    await test.db.transaction(async (tx) => rememberAnswer(tx, request, 201, answer));
    effects += 1;
    if (request.body.title === 'cut') throw new Error('the connection was cut after the commit');
    return reply.code(201).send(answer);
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
});

let lastKey = 0;
const newKey = () => `key-${(lastKey += 1)}`;
const post = (payload: unknown, headers: Record<string, string>, url = '/things/a') =>
  app.inject({
    method: 'POST',
    url,
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });
const age = (key: string, interval: string) =>
  test.db.execute(sql`update idempotency_keys set created_at = created_at - ${interval}::interval where key = ${key}`);

describe('a call with an Idempotency-Key', () => {
  it('has one effect, and a repeat gets the first answer, byte for byte', async () => {
    const key = newKey();
    const before = effects;
    const first = await post({ title: 'नमस्ते', note: 'x' }, { 'idempotency-key': key });
    const again = await post({ note: 'x', title: 'नमस्ते' }, { 'idempotency-key': key });
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(effects).toBe(before + 1);
  });

  it('whose answer is a secret is repeated too, and nothing of it can be read in the database', async () => {
    const headers = { 'idempotency-key': newKey() };
    const first = await post({ title: 'an open sesame' }, headers, '/secret');
    const again = await post({ title: 'an open sesame' }, headers, '/secret');
    expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body]);
    expect((await post({ title: 'another' }, headers, '/secret')).statusCode).toBe(422);
    const { rows } = await test.db.execute<{ row: string }>(
      sql`select idempotency_keys::text as row from idempotency_keys where key = ${headers['idempotency-key']}`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toMatch(/sesame/);
    await test.db.execute(sql`update idempotency_keys set answer = '"AAAA"' where key = ${headers['idempotency-key']}`);
    expect((await post({ title: 'an open sesame' }, headers, '/secret')).statusCode).toBe(422);
  });

  it('of 50 at once, one has the effect; the others get its answer or 409', async () => {
    const key = newKey();
    const before = effects;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post({ title: 'race' }, { 'idempotency-key': key })),
    );
    expect(effects).toBe(before + 1);
    expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThan(0);
    for (const answer of answers) expect([201, 409]).toContain(answer.statusCode);
    expect((await post({ title: 'race' }, { 'idempotency-key': key })).json()).toEqual({
      data: { id: effects, title: 'race' },
    });
  });

  it('may have 255 characters, and no more', async () => {
    const key = newKey().padEnd(255, 'k');
    expect((await post({ title: 'long' }, { 'idempotency-key': key })).statusCode).toBe(201);
    const longer = await post({ title: 'long' }, { 'idempotency-key': `${key}k` });
    expect(longer.json()).toMatchObject({ status: 400, details: [{ path: 'Idempotency-Key' }] });
  });

  it('with another body is 422', async () => {
    const key = newKey();
    await post({ title: 'one' }, { 'idempotency-key': key });
    const other = await post({ title: 'two' }, { 'idempotency-key': key });
    expect(other.statusCode).toBe(422);
    expect(other.json().code).toBe('idempotency_mismatch');
  });

  it('while the first still runs is 409 with Retry-After', async () => {
    const key = newKey();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
    whileRunning = () => {
      hasStarted();
      return promise;
    };
    const first = post({ title: 'slow' }, { 'idempotency-key': key });
    const settled = first.then(() => {});
    await started;
    whileRunning = async () => {};
    const second = await post({ title: 'slow' }, { 'idempotency-key': key });
    expect(second.statusCode).toBe(409);
    expect(second.json().code).toBe('in_progress');
    expect(second.headers['retry-after']).toBe('1');
    resolve();
    await settled;
    expect((await first).statusCode).toBe(201);
  });

  it('belongs to its caller, its visit and its call alone', async () => {
    const key = newKey();
    const before = effects;
    const callers: Record<string, string>[] = [
      { 'x-user': 'a' },
      { 'x-user': 'b' },
      { cookie: 'jrk_session_id=1' },
      { cookie: 'jrk_session_id=2' },
      {},
    ];
    for (const headers of callers)
      expect((await post({ title: 'x' }, { 'idempotency-key': key, ...headers })).statusCode).toBe(201);
    expect((await post({ title: 'x' }, { 'idempotency-key': key }, '/things/b')).statusCode).toBe(201);
    expect(effects).toBe(before + 6);
    expect((await post({ title: 'x' }, { 'idempotency-key': key }, '/things/b/')).headers['idempotency-replayed']).toBe(
      'true',
    );
  });

  it('that was refused may be retried; an invalid one claims no key', async () => {
    const key = newKey();
    expect((await post({ title: 'refused' }, { 'idempotency-key': key })).json().code).toBe('conflict');
    expect((await post({ title: 'refused' }, { 'idempotency-key': key })).json().code).toBe('conflict');
    expect((await post({ titel: 'x' }, { 'idempotency-key': key })).statusCode).toBe(400);
    expect((await post({ title: 'fine' }, { 'idempotency-key': key })).statusCode).toBe(201);
  });

  it('can be retried after the lease, where the first call died half-way', async () => {
    const key = newKey();
    const before = effects;
    expect((await post({ title: 'broken' }, { 'idempotency-key': key })).statusCode).toBe(500);
    expect((await post({ title: 'broken' }, { 'idempotency-key': key })).statusCode).toBe(409);
    expect(effects).toBe(before + 1);
    await age(key, '36 seconds');
    await post({ title: 'broken' }, { 'idempotency-key': key });
    expect(effects).toBe(before + 2);
  });

  it('gets the committed response, where the first response was lost on the way', async () => {
    const key = newKey();
    const before = effects;
    expect((await post({ title: 'cut' }, { 'idempotency-key': key }, '/exact')).statusCode).toBe(500);
    const again = await post({ title: 'cut' }, { 'idempotency-key': key }, '/exact');
    expect(again.json()).toEqual({ data: { id: before + 1, title: 'cut' } });
    expect(effects).toBe(before + 1);
  });

  it('with an exact effect can be retried sooner, and reports the takeover; a slow first call then has no effect', async () => {
    const key = newKey();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
    whileRunning = () => {
      hasStarted();
      return promise;
    };
    const first = post({ title: 'slow' }, { 'idempotency-key': key }, '/exact');
    const settled = first.then(() => {});
    await started;
    whileRunning = async () => {};
    await age(key, '6 seconds');
    const before = effects;
    const second = await post({ title: 'slow' }, { 'idempotency-key': key }, '/exact');
    expect(second.json()).toEqual({ data: { id: before + 1, title: 'slow' } });
    resolve();
    await settled;
    expect((await first).statusCode).toBe(503);
    expect(effects).toBe(before + 1);
    expect(takenOver.slice(-2)).toEqual([false, true]);
  });

  it('is forgotten after 24 hours, and swept', async () => {
    const key = newKey();
    const before = effects;
    await post({ title: 'x' }, { 'idempotency-key': key });
    await age(key, '25 hours');
    expect((await post({ title: 'y' }, { 'idempotency-key': key })).statusCode).toBe(201);
    expect(effects).toBe(before + 2);
    await age(key, '25 hours');
    await sweepIdempotency(test.db);
    const { rows } = await test.db.execute(sql`select 1 from idempotency_keys where key = ${key}`);
    expect(rows).toHaveLength(0);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'नमस्ते'.normalize()])('with an invalid key (%j) is 400', async (key) => {
    const answer = await post({ title: 'x' }, { 'idempotency-key': Buffer.from(key).toString('latin1') });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details[0].path).toBe('Idempotency-Key');
  });

  it('is ignored by a call without idempotency', async () => {
    const key = newKey();
    const before = effects;
    await post({ title: 'x' }, { 'idempotency-key': key }, '/plain');
    await post({ title: 'y' }, { 'idempotency-key': key }, '/plain');
    expect(effects).toBe(before + 2);
  });
});
