import { currentLanguage, type Language } from '../../messages/catalogue.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { sessions, users } from '../../database/schema.ts';
import { channelOf } from '../otp/identifiers.ts';
import { isShowable } from './names.policy.ts';
import type { PublicUser, UpdateUserInput, User } from './users.contract.ts';
import { stateName } from '../../messages/places.ts';
import { people } from '../../messages/problems.ts';

export type UserRow = typeof users.$inferSelect;
type Named = Pick<UserRow, 'firstName' | 'lastName' | 'memberNumber'>;

/** Of `helpers h`: an admin has not ended it, and its last day in India is not over. */
const isHelperNow = sql`h.ended_at is null and h.until >= (now() at time zone 'Asia/Kolkata')::date`;

/** Of `users`: writes with a mark, of a helper or of the newsroom. */
export const isVouchedFor = sql`(cardinality(users.roles) > 0 or exists (select from helpers h where h.user_id = users.id and ${isHelperNow}))`;

/** First and last name; 'Member 4821' where both are blank, or are none that anybody may have. */
export function displayNameOf(row: Named): string {
  const name = `${row.firstName} ${row.lastName}`.replace(/\s+/g, ' ').trim();
  return name !== '' && isShowable(name) ? name : people.member(row.memberNumber);
}

type Vouched = Pick<UserRow, 'roles'> & { helper: { field: string; state: string | null } | null };
export type StoredPerson = Named & Pick<UserRow, 'id'> & Vouched;

/**
 * What `toPublicUser` takes, as one column of any query with `users` under its own name: no query more, however many
 * people a page shows. Null where a left join found none.
 */
export const personColumn = sql<StoredPerson | null>`case when users.id is not null then json_build_object(
  'id', users.id, 'firstName', users.first_name, 'lastName', users.last_name, 'memberNumber', users.member_number,
  'roles', users.roles, 'helper', (select json_build_object('field', h.field, 'state', h.state) from helpers h
    where h.user_id = users.id and ${isHelperNow} order by h.id desc limit 1)) end`;

/** Everybody with a role is of the newsroom: moderators speak for the site as editors do. */
function markOf({ roles, helper }: Vouched): PublicUser['mark'] {
  if (roles.length > 0) return { kind: 'newsroom', words: people.newsroom, field: null, state: null };
  if (!helper) return null;
  const { field, state } = helper;
  return { kind: 'helper', words: people.helper(field, state && stateName(state)), field, state };
}

export const toPublicUser = (row: StoredPerson): PublicUser => ({
  id: row.id,
  displayName: displayNameOf(row),
  imageUrl: null,
  mark: markOf(row),
});

export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  displayName: displayNameOf(row),
  phoneNo: row.phone,
  phone: row.phone,
  isPhoneLinked: row.phone !== null,
  roles: row.roles,
  lang: row.lang,
  createdAt: row.createdAt.toISOString(),
});

export const identifierColumn = (identifier: string) => (channelOf(identifier) === 'sms' ? users.phone : users.email);

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** @param identifier normalised: `+919876543210` or `a@b.in` */
export async function findUserByIdentifier(db: Queryable, identifier: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(identifierColumn(identifier), identifier));
  return row ?? null;
}

/**
 * Serialises changes of an account until the transaction ends.
 * @param strength the default still admits foreign-key checks: a transaction that posts locks its question first, and a
 *   full lock here could deadlock with it
 */
export async function lockUser(
  tx: Queryable,
  id: string,
  strength: 'update' | 'no key update' = 'no key update',
): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for(strength);
  return row ?? null;
}

/** findUserByIdentifier with FOR KEY SHARE: the account cannot be deleted until the transaction ends. */
export async function holdUserByIdentifier(tx: Queryable, identifier: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(identifierColumn(identifier), identifier))
    .for('key share');
  return row ?? null;
}

/** The account's identifiers, phone number first. */
export const identifiersOf = (row: Pick<UserRow, 'phone' | 'email'>): string[] =>
  [row.phone, row.email].filter((one) => one !== null);

/** Existing accounts only; a missing id is a former member. */
export async function listPublicUsers(db: Queryable, ids: string[]): Promise<Map<string, PublicUser>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ person: personColumn })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.flatMap(({ person }) => (person ? [[person.id, toPublicUser(person)]] : [])));
}

/** @returns null where the account does not exist, or is suspended */
export async function updateNames(db: Queryable, id: string, names: UpdateUserInput): Promise<UserRow | null> {
  const [row] = await db
    .update(users)
    .set({ ...names, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), sql`coalesce(${users.suspendedUntil} <= now(), true)`))
    .returning();
  return row ?? null;
}

/**
 * The language that the owner of a number or address chose for messages, or who asks for one to a new number; the
 * current one for everybody else.
 */
export async function languageOfMessages(db: Queryable, identifier: string, sessionId?: string): Promise<Language> {
  const [own] = await db
    .select({ lang: users.lang })
    .from(users)
    .where(eq(identifierColumn(identifier), identifier));
  if (own || sessionId === undefined) return own?.lang ?? currentLanguage();
  const [asking] = await db
    .select({ lang: users.lang })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(eq(sessions.id, sessionId));
  return asking?.lang ?? currentLanguage();
}

/** The same for somebody who may be signed in. */
export async function languageOfUser(db: Queryable, userId: string | null): Promise<Language | null> {
  if (userId === null) return null;
  const [row] = await db.select({ lang: users.lang }).from(users).where(eq(users.id, userId));
  return row?.lang ?? null;
}
