import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { helpers, users } from '../../../database/schema.ts';
import { invalidatePagesAtOnce, invalidatePagesOnCommit } from '../../../platform/cache/page-cache.server.ts';
import { sealBytes, unsealBytes } from '../../../platform/guard/seal.server.ts';
import type { Person } from '../../../platform/feature.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { AppError, invalidInput, notFound } from '../../../platform/wire/errors.ts';
import { offsetOf, positionOf, toListing } from '../../../platform/wire/paging.ts';
import { problem } from '../../../platform/wire/problem.ts';
import type { Listing } from '../../../platform/wire/wire.ts';
import { mediaProblems } from '../../../messages/media-problems.ts';
import { findPerson } from '../../moderation/grant-role.server.ts';
import { lockRoles } from '../../users/keep-an-admin.server.ts';
import { personColumn, type StoredPerson, toPublicUser } from '../../users/users.queries.server.ts';
import { pictureOf } from '../media/take-media.server.ts';
import { actorNow, conflict, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { type Actor, admins, hasOne, insist } from '../studio.policy.ts';
import type { Helper, HelperInput } from './helpers.contract.ts';

export const mostProofBytes = 5 * 1024 * 1024;
/** Days for which a mark that is over, and its proof, are kept: as long as moderators' acts. */
const retentionDays = 180;

const keyOf = ({ authSecret }: PageServices['config']) => ({ authSecret, use: 'proofs of helpers' as const });
/** Binds a proof to what it is for. */
const claimOf = (row: Pick<Helper, 'field' | 'state' | 'until'>) => JSON.stringify([row.field, row.state, row.until]);
type Proof = { bytes: Buffer; type: (typeof helpers.$inferSelect)['proofType'] };

/** A picture without its metadata, or a PDF as it is. @throws AppError 413, 415 */
async function readProof(file: Buffer): Promise<Proof> {
  if (file.length > mostProofBytes) throw new AppError(413, 'too_large', () => mediaProblems.largeProof);
  if (file.subarray(0, 5).toString('latin1') === '%PDF-') return { bytes: file, type: 'application/pdf' };
  return { bytes: await pictureOf(file, () => mediaProblems.proofKind), type: 'image/webp' };
}

async function asAdmin<Result>(
  services: StudioServices,
  viewer: Actor,
  act: (tx: Transaction, actor: Actor) => Promise<{ userId: string; result: Result }>,
): Promise<Result> {
  const { userId, result } = await services.connection.db.transaction(async (tx) => {
    await lockRoles(tx);
    const actor = await actorNow(tx, viewer, services.clock());
    insist(hasOne(actor, admins));
    const done = await act(tx, actor);
    await invalidatePagesOnCommit(tx, [`user:${done.userId}`]);
    return done;
  });
  await invalidatePagesAtOnce(services.connection, [`user:${userId}`]);
  return result;
}

/** @throws AppError 400 for a day that is over, 404 without such a person, 409 for a helper, 413 or 415 for the proof */
export async function addHelper(
  services: StudioServices,
  viewer: Actor,
  { person, field, until, ...input }: HelperInput,
  file: Buffer,
): Promise<Helper> {
  const state = input.state ?? null;
  const today = dayInIndia(services.clock());
  if (until < today) throw invalidInput([{ path: 'until', message: problem('studio.dayOver') }]);
  const { bytes, type } = await readProof(file);
  return asAdmin(services, viewer, async (tx, actor) => {
    const user = await findPerson(tx, person);
    if (!user || user.isImported) throw notFound('person');
    const userId = user.id;
    const [current] = await listWhere(tx, today, and(eq(helpers.userId, userId), isCurrent(today)), 1);
    if (current) throw conflict(problem('studio.isHelper'));
    const proof = sealBytes(keyOf(services.config), claimOf({ field, state, until }), bytes);
    const [row] = await tx
      .insert(helpers)
      .values({ userId, field, state, until, proof, proofType: type, givenBy: actor.id })
      .returning({ id: helpers.id });
    await noteAct(tx, actor, 'add_helper', {
      note: `${field}, ${state ?? 'India'}, ${until}`,
      data: { person: userId },
    });
    return { userId, result: await getHelper(tx, today, row!.id) };
  });
}

/** Ends a mark at once; one that is over stays so. */
export const endHelper = (services: StudioServices, viewer: Actor, id: number): Promise<Helper> =>
  asAdmin(services, viewer, async (tx, actor) => {
    const today = dayInIndia(services.clock());
    const { user, field } = await getHelper(tx, today, id);
    const ended = await tx
      .update(helpers)
      .set({ endedAt: services.clock() })
      .where(and(eq(helpers.id, id), isCurrent(today)))
      .returning({ id: helpers.id });
    if (ended.length > 0) await noteAct(tx, actor, 'end_helper', { note: field, data: { person: user.id } });
    return { userId: user.id, result: await getHelper(tx, today, id) };
  });

/** Newest first. */
export async function listHelpers(
  { connection: { db }, clock }: StudioServices,
  query: { page?: number | undefined; pageSize?: number | undefined; cursor?: string | undefined },
): Promise<Listing<Helper>> {
  const position = positionOf(query);
  const after = position.after ? lt(helpers.id, position.after.id) : undefined;
  const rows = await listWhere(db, dayInIndia(clock()), after, position.pageSize + 1, offsetOf(position));
  const total = { value: await db.$count(helpers), isCapped: false };
  return toListing(rows, position, total, rows.slice(0, position.pageSize), ({ id }) => ({ value: '0', id }));
}

export async function findProof({ connection: { db }, config }: StudioServices, id: number): Promise<Proof> {
  const [row] = await db.select().from(helpers).where(eq(helpers.id, id));
  const bytes = row && unsealBytes(keyOf(config), claimOf(row), row.proof);
  if (!bytes) throw notFound('helper');
  return { bytes, type: row.proofType };
}

export async function sweepHelpers(db: Queryable): Promise<void> {
  const over = sql`least(${helpers.until}, ${helpers.endedAt}::date)`;
  await db.delete(helpers).where(sql`${over} < now() - make_interval(days => ${retentionDays})`);
}

const isCurrent = (today: string) => sql`${helpers.endedAt} is null and ${helpers.until} >= ${today}`;

async function listWhere(
  db: Queryable,
  today: string,
  where: ReturnType<typeof eq> | undefined,
  most: number,
  offset = 0,
) {
  const { id, field, state, until, createdAt, endedAt } = helpers;
  const rows = await db
    .select({ id, field, state, until, createdAt, endedAt, user: sql<StoredPerson>`${personColumn}` })
    .from(helpers)
    .innerJoin(users, eq(users.id, helpers.userId))
    .where(where)
    .orderBy(desc(helpers.id))
    .limit(most)
    .offset(offset);
  return rows.map((row): Helper => ({
    ...row,
    user: toPublicUser(row.user),
    isCurrent: row.endedAt === null && row.until >= today,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }));
}

async function getHelper(db: Queryable, today: string, id: number): Promise<Helper> {
  const [found] = await listWhere(db, today, eq(helpers.id, id), 1);
  if (!found) throw notFound('helper');
  return found;
}

/** What an admin noted of this person; the proof is theirs already. */
export async function exportHelper(db: Queryable, { userId }: Person) {
  const { field, state, until, createdAt, endedAt } = helpers;
  const columns = { field, state, until, createdAt, endedAt };
  return db.select(columns).from(helpers).where(eq(helpers.userId, userId)).orderBy(desc(helpers.id)).limit(100);
}

export async function moveHelper(tx: Transaction, from: Person, to: Person): Promise<void> {
  await tx.update(helpers).set({ userId: to.userId }).where(eq(helpers.userId, from.userId));
}
