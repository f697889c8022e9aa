import { createHash } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/connect.server.ts';
import { idempotencyKeys } from '../../database/schema.ts';
import type { ApiApp } from './api.server.ts';
import type { Config } from '../settings/config.server.ts';
import { visitIdOf } from './cookies.server.ts';
import { AppError, invalidInput, unavailable } from '../wire/errors.ts';
import { networkOf } from '../guard/networks.ts';
import type { PageServices } from '../page/page-services.server.ts';
import { sealBytes, unsealBytes } from '../guard/seal.server.ts';
import { problems } from '../../messages/problems.ts';
import { problem } from '../wire/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Honours an Idempotency-Key: the stored response is replayed for 24 hours. `exactly`: the effect happens once even
     * when two calls run concurrently, so a retry need not wait for a dead call to time out. `sealed`: the response has
     * a secret, and is stored encrypted.
     */
    isIdempotent?: boolean | 'exactly' | 'sealed';
  }
}

type Claim = { caller: string; call: string; key: string; since: string; isTakenOver: boolean };
type Key = Pick<Claim, 'caller' | 'call' | 'key'>;
const claims = new WeakMap<FastifyRequest, Claim>();

/**
 * Lease of a claimed key. `surely` exceeds the statement timeout, so an unanswered claim is certainly dead; `exactly`
 * needs no certainty and only exceeds the response deadline.
 */
const seconds = { surely: 35, exactly: 5 };
/** A claim made before the database last restarted is dead too. */
const abandonedBefore = (after: number) =>
  sql.raw(`greatest(now() - interval '${after} seconds', pg_postmaster_start_time())`);
const retention = sql.raw(`interval '24 hours'`);

/**
 * Replays the first response to a repeated call.
 * @param userOf the caller's user id, where signed in
 */
export function honourIdempotency(
  api: ApiApp,
  { connection: { db }, config }: PageServices,
  userOf: (request: FastifyRequest) => Promise<string | null>,
): void {
  api.addHook('preHandler', async (request, reply) => {
    const { isIdempotent } = request.routeOptions.config;
    const key = request.headers['idempotency-key'];
    if (!isIdempotent || key === undefined) return undefined;
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
      throw invalidInput([{ path: 'Idempotency-Key', message: problem('field.idempotencyKey') }]);
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
    // The claim was swept or released between the two queries: a retry will get through.
    if (!first) throw stillRunning();
    if (first.bodyHash !== bodyHash) throw new AppError(422, 'idempotency_mismatch', () => problems.otherRequest);
    if (first.status === null) throw stillRunning();
    const answer = isIdempotent === 'sealed' ? unsealed(config, claim, first.answer) : first.answer;
    return reply
      .code(first.status)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((text: unknown) => text as string)
      .send(answer);
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (!claim) return payload;
    claims.delete(request);
    if (reply.statusCode >= 500) return payload;
    const { isIdempotent } = request.routeOptions.config;
    const answer = isIdempotent === 'sealed' ? sealed(config, claim, String(payload)) : String(payload);
    // The response is already being sent, even if storing its copy fails.
    const stored =
      reply.statusCode < 300
        ? settle(db, claim, reply.statusCode, answer)
        : db.delete(idempotencyKeys).where(isClaimed(claim));
    await Promise.resolve(stored).catch(() => {});
    return payload;
  });
}

/**
 * Stores the response in the same transaction as the effect, so that a connection lost during COMMIT cannot let a retry
 * apply the effect twice.
 * @throws AppError 503, which rolls back, if another call has taken over the claim meanwhile
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

/** Whether an earlier call with this key died before its response was sent, with or without its effect. */
export const isTakenOver = (request: FastifyRequest): boolean => claims.get(request)?.isTakenOver ?? false;

export async function sweepIdempotency(db: Queryable): Promise<void> {
  await db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < now() - ${retention}`);
}

const sealedWith = ({ authSecret }: Pick<Config, 'authSecret'>) => ({ authSecret, use: 'kept answers' as const });
const rowOf = ({ caller, call, key }: Key) => `${caller} ${call} ${key}`;
const sealed = (config: Config, claim: Key, answer: string): string =>
  sealBytes(sealedWith(config), rowOf(claim), Buffer.from(answer));

function unsealed(config: Config, claim: Key, answer: string): string {
  const bytes = unsealBytes(sealedWith(config), rowOf(claim), answer);
  // The server's secret is another one since: only a new key helps.
  if (bytes === null) throw new AppError(422, 'idempotency_mismatch', () => problems.otherRequest);
  return bytes.toString();
}

const stillRunning = () =>
  new AppError(409, 'in_progress', () => problems.inProgress, {
    retryAfterSeconds: 1,
  });
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const of = ({ caller, call, key }: Key) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key)) as SQL;
const isClaimed = (claim: Claim) => and(of(claim), eq(sql`${idempotencyKeys.createdAt}::text`, claim.since)) as SQL;

/**
 * Claims the key; of concurrent calls exactly one succeeds.
 * @returns the claim's timestamp, used as its fencing token; undefined where another call holds it
 */
async function take(
  db: Queryable,
  { caller, call, key }: Key,
  bodyHash: string,
  after: number,
): Promise<Pick<Claim, 'since' | 'isTakenOver'> | undefined> {
  const { rows } = await db.execute<{ since: string; isTakenOver: boolean }>(sql`
    insert into idempotency_keys as had (caller, call, key, body_hash) values (${caller}, ${call}, ${key}, ${bodyHash})
    on conflict (caller, call, key) do update set body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
    where had.created_at < now() - ${retention} or (had.status is null and had.body_hash = excluded.body_hash and had.created_at < ${abandonedBefore(after)})
    returning created_at::text as since, xmax <> 0 as "isTakenOver"`);
  return rows[0];
}

/** Stored as a string inside jsonb, so that a replay returns the same bytes. */
async function settle(db: Queryable, claim: Claim, status: number, answer: string): Promise<boolean> {
  return (
    (
      await db
        .update(idempotencyKeys)
        .set({ status, answer })
        .where(isClaimed(claim))
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

// Field order is not significant.
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
