import { createHash } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../database/connect.server.ts';
import { idempotencyKeys } from '../database/schema.ts';
import type { ApiApp } from './api.server.ts';
import { visitIdOf } from './cookies.server.ts';
import { AppError, invalidInput, unavailable } from './errors.ts';
import { networkOf } from './limits.server.ts';
import type { PageServices } from './page-services.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Honours an Idempotency-Key: the first answer is given again for 24 hours.
     * `exactly`: even begun twice at once it happens once, so that a call that died need not be waited for.
     */
    isIdempotent?: boolean | 'exactly';
  }
}

type Claim = { caller: string; call: string; key: string; since: string; isTakenOver: boolean };
type Key = Pick<Claim, 'caller' | 'call' | 'key'>;
const claims = new WeakMap<FastifyRequest, Claim>();

/** Longer than a statement may run: whoever claimed a key and has not answered by then is dead. Where that need not be certain, longer than an answer takes. */
const seconds = { surely: 35, exactly: 5 };
/** Whoever claimed a key of a database that has started anew since is dead too. */
const abandonedBefore = (after: number) =>
  sql.raw(`greatest(now() - interval '${after} seconds', pg_postmaster_start_time())`);
const keptFor = sql.raw(`interval '24 hours'`);

/**
 * Gives a repeated call its first answer.
 * @param userOf the caller's id, where they are signed in
 */
export function honourIdempotency(
  api: ApiApp,
  { connection: { db } }: PageServices,
  userOf: (request: FastifyRequest) => Promise<string | null>,
): void {
  api.addHook('preHandler', async (request, reply) => {
    const { isIdempotent } = request.routeOptions.config;
    const key = request.headers['idempotency-key'];
    if (!isIdempotent || key === undefined) return undefined;
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
      throw invalidInput([{ path: 'Idempotency-Key', message: 'Must be 1 to 200 letters, digits or signs.' }]);
    const claim = {
      caller: await callerOf(request, userOf),
      call: `${request.method} ${request.url.split('?', 1)[0]!.replace(/\/$/, '')}`,
      key,
    };
    const bodyHash = hash(canonical(request.body));
    const taken = await take(db, claim, bodyHash, isIdempotent === 'exactly' ? seconds.exactly : seconds.surely);
    if (taken) {
      claims.set(request, { ...claim, ...taken });
      return undefined;
    }
    const [first] = await db
      .select({
        bodyHash: idempotencyKeys.bodyHash,
        status: idempotencyKeys.status,
        answer: sql<string>`${idempotencyKeys.answer} #>> '{}'`,
      })
      .from(idempotencyKeys)
      .where(of(claim));
    // Swept or given back between the two looks: whoever asks again gets through.
    if (!first) throw stillRunning();
    if (first.bodyHash !== bodyHash)
      throw new AppError(
        422,
        'idempotency_mismatch',
        'This Idempotency-Key was sent before with something else in the request.',
      );
    if (first.status === null) throw stillRunning();
    return reply
      .code(first.status)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((text: unknown) => text as string)
      .send(first.answer);
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (!claim) return payload;
    claims.delete(request);
    if (reply.statusCode >= 500) return payload;
    // The answer is on its way, whatever becomes of its copy.
    const kept =
      reply.statusCode < 300
        ? settle(db, claim, reply.statusCode, String(payload))
        : db.delete(idempotencyKeys).where(held(claim));
    await Promise.resolve(kept).catch(() => {});
    return payload;
  });

  const sweeping = setInterval(() => void sweepIdempotency(db).catch(() => {}), 3_600_000);
  sweeping.unref();
  api.addHook('onClose', async () => clearInterval(sweeping));
}

/**
 * Stores the answer in the transaction that has the effect, so that a connection cut while it commits cannot make a repeat do it twice.
 * @throws AppError 503, which rolls back, where the claim has gone to another call meanwhile
 */
export async function rememberAnswer(
  tx: Queryable,
  request: FastifyRequest,
  status: number,
  answer: unknown,
): Promise<void> {
  const claim = claims.get(request);
  if (claim && !(await settle(tx, claim, status, JSON.stringify(answer)))) throw unavailable(1);
}

/** Whether the same call came before and died, with or without its effect, before it was answered. */
export const isTakenOver = (request: FastifyRequest): boolean => claims.get(request)?.isTakenOver ?? false;

export async function sweepIdempotency(db: Queryable): Promise<void> {
  await db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < now() - ${keptFor}`);
}

const stillRunning = () =>
  new AppError(409, 'in_progress', 'The same request is still being worked on. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const of = ({ caller, call, key }: Key) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key)) as SQL;
const held = (claim: Claim) => and(of(claim), eq(sql`${idempotencyKeys.createdAt}::text`, claim.since)) as SQL;

/** Of many at once, one gets it. @returns when, as the mark of this claim; undefined where another has it */
async function take(
  db: Queryable,
  { caller, call, key }: Key,
  bodyHash: string,
  after: number,
): Promise<Pick<Claim, 'since' | 'isTakenOver'> | undefined> {
  const { rows } = await db.execute<{ since: string; isTakenOver: boolean }>(sql`
    insert into idempotency_keys as had (caller, call, key, body_hash) values (${caller}, ${call}, ${key}, ${bodyHash})
    on conflict (caller, call, key) do update set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
    where had.created_at < now() - ${keptFor} or (had.status is null and had.body_hash = excluded.body_hash and had.created_at < ${abandonedBefore(after)})
    returning created_at::text as since, xmax <> 0 as "isTakenOver"`);
  return rows[0];
}

/** As text inside the jsonb: a repeat gets the same bytes. */
async function settle(db: Queryable, claim: Claim, status: number, answer: string): Promise<boolean> {
  return (
    (
      await db
        .update(idempotencyKeys)
        .set({ status, answer })
        .where(held(claim))
        .returning({ key: idempotencyKeys.key })
    ).length > 0
  );
}

async function callerOf(
  request: FastifyRequest,
  userOf: (request: FastifyRequest) => Promise<string | null>,
): Promise<string> {
  const userId = await userOf(request);
  if (userId !== null) return `user:${userId}`;
  const visit = visitIdOf(request.headers.cookie);
  return visit ? `visit:${hash(visit)}` : `network:${networkOf(request.ip)}`;
}

// The order of fields says nothing.
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
