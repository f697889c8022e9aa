import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database, Queryable, Transaction } from '../../database/connect.server.ts';
import { categories, notifications, officeHours, questions, users } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import type { Person } from '../../platform/feature.ts';
import { mapCategories } from '../categories/categories.queries.server.ts';
import type { PublicUser } from '../users/users.contract.ts';
import { isVouchedFor, personColumn, type StoredPerson, toPublicUser } from '../users/users.queries.server.ts';
import type { OfficeHour } from './office-hours.contract.ts';

/** A year and more of them, a few each week. */
const mostListed = 200;
const retentionDays = 180;

const mayAnswer = sql`${isVouchedFor} and (${users.suspendedUntil} is null or ${users.suspendedUntil} <= now())`;

/** Those that are not over, the next first. */
export async function listOfficeHours(db: Queryable, now: Date, of: { categoryId?: number } = {}) {
  const isOfCategory = of.categoryId === undefined ? sql`true` : eq(officeHours.categoryId, of.categoryId);
  return select(db, sql`${officeHours.endsAt} > ${now.toISOString()}::timestamptz and ${isOfCategory}`);
}

export async function findOfficeHour(db: Queryable, id: number): Promise<OfficeHour | null> {
  return (await select(db, eq(officeHours.id, id)))[0] ?? null;
}

async function select(db: Queryable, where: SQL): Promise<OfficeHour[]> {
  const rows = await db
    .select({ row: officeHours, helper: sql<StoredPerson>`${personColumn}` })
    .from(officeHours)
    .innerJoin(users, eq(users.id, officeHours.helperId))
    .where(sql`${where} and ${mayAnswer}`)
    .orderBy(asc(officeHours.startsAt), asc(officeHours.id))
    .limit(mostListed);
  const named = rows.length === 0 ? null : await mapCategories(db);
  return rows.map(({ row, helper }) => ({
    id: row.id,
    helper: toPublicUser(helper),
    category: { id: row.categoryId, displayName: named!.get(row.categoryId)!.displayName },
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }));
}

/** Helpers and people of the newsroom. */
export async function listThoseVouchedFor(db: Queryable): Promise<PublicUser[]> {
  const rows = await db
    .select({ person: sql<StoredPerson>`${personColumn}` })
    .from(users)
    .where(mayAnswer)
    .orderBy(users.firstName, users.lastName, users.id)
    .limit(mostListed);
  return rows.map(({ person }) => toPublicUser(person));
}

type Wanted = Pick<typeof officeHours.$inferInsert, 'helperId' | 'categoryId' | 'startsAt' | 'endsAt'>;

/** @returns its id, or why there is none: `overlaps` one of the topic or of the helper */
export async function insertOfficeHour(
  tx: Transaction,
  { helperId, categoryId, startsAt, endsAt }: Wanted,
): Promise<number | 'no helper' | 'no category' | 'overlaps'> {
  const [category] = await tx.select().from(categories).where(eq(categories.id, categoryId)).for('update');
  if (!category) return 'no category';
  const [helper] = await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = ${helperId} and ${mayAnswer}`)
    .for('update');
  if (!helper) return 'no helper';
  const overlapping = await tx.$count(
    officeHours,
    sql`(category_id = ${categoryId} or helper_id = ${helperId}) and starts_at < ${endsAt.toISOString()}::timestamptz and ends_at > ${startsAt.toISOString()}::timestamptz
      and exists (select from ${users} where ${users.id} = ${officeHours.helperId} and ${mayAnswer})`,
  );
  if (overlapping > 0) return 'overlaps';
  const [row] = await tx
    .insert(officeHours)
    .values({ helperId, categoryId, startsAt, endsAt })
    .returning({ id: officeHours.id });
  return row!.id;
}

export async function deleteOfficeHour(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.delete(officeHours).where(eq(officeHours.id, id)).returning()).length > 0;
}

/** A condition on a question: asked for an office hour that is not over. */
export const isGathered = sql`${questions.createdAt} >= (select min(created_at) from office_hours where ends_at > now())
  and not ${questions.isAnswered} and not ${questions.isClosed} and exists (
  select from office_hours hour join ${users} on ${users.id} = hour.helper_id where ${mayAnswer} and hour.category_id = any(${questions.categoryIds})
    and hour.ends_at > now() and ${questions.createdAt} between hour.created_at and hour.ends_at)`;

/** Notifies each helper once, when their hour begins. @returns how many */
export async function notifyOfficeHours(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with begun as (
      update ${officeHours} set notified_at = now() from ${users}
      where ${users.id} = helper_id and ${mayAnswer} and notified_at is null and starts_at <= ${now.toISOString()}::timestamptz and ends_at > ${now.toISOString()}::timestamptz
      returning helper_id, category_id
    )
    insert into ${notifications} (user_id, kind, reason, question_id, followed_type, followed_id)
    select helper_id, 'FOLLOWED', 'HOUR', 0, 'CATEGORY', category_id::text from begun`);
  return rowCount ?? 0;
}

/** Notifies, and has pages drawn anew that say when an hour is: one has begun, or ended in the last two minutes. */
export async function turnOfficeHours(connection: Connection, now: Date): Promise<void> {
  const begun = await notifyOfficeHours(connection.db, now);
  const at = sql`${now.toISOString()}::timestamptz`;
  const hasEnded = sql`ends_at > ${at} - interval '2 minutes' and ends_at <= ${at}`;
  if (begun > 0 || (await connection.db.$count(officeHours, hasEnded)) > 0)
    await invalidatePages(connection, ['questions']);
}

export async function sweepOfficeHours(db: Queryable): Promise<void> {
  await db.delete(officeHours).where(sql`ends_at < now() - make_interval(days => ${retentionDays})`);
}

export const exportOfficeHours = (db: Queryable, { userId }: Person) =>
  db
    .select({ categoryId: officeHours.categoryId, startsAt: officeHours.startsAt, endsAt: officeHours.endsAt })
    .from(officeHours)
    .where(eq(officeHours.helperId, userId))
    .orderBy(asc(officeHours.id))
    .limit(mostListed);

export async function moveOfficeHours(tx: Transaction, from: Person, to: Person): Promise<void> {
  await tx.update(officeHours).set({ helperId: to.userId }).where(eq(officeHours.helperId, from.userId));
}
