import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  authors,
  type Role,
  studioInvitations,
  studioShares,
  type StudioKind,
  users,
} from '../../../database/schema.ts';
import { invalidInput, notFound, tooMany } from '../../../platform/wire/errors.ts';
import type { Message } from '../../../platform/delivery/outbox-message.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { inLanguage } from '../../../platform/http/request-context.server.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { studio as words } from '../../../messages/studio.ts';
import { findPerson } from '../../moderation/grant-role.server.ts';
import { channelOf, normaliseEmail, normalisePhone } from '../../otp/identifiers.ts';
import { sendLimited } from '../../otp/send-limited.server.ts';
import { isLastAdmin, lockRoles } from '../../users/keep-an-admin.server.ts';
import { newsroomNames } from '../../users/newsroom-names.server.ts';
import { displayNameOf, identifiersOf, languageOfMessages } from '../../users/users.queries.server.ts';
import { actAs, actOnPiece, actorNow, conflict, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { aboutPiece, noteAct, ofPiece } from '../pieces/pieces.queries.server.ts';
import { type Actor, actorName, admins, hasOne, insist, mayWrite } from '../studio.policy.ts';
import { siteName } from '../../../messages/site-name.ts';
import { problem } from '../../../platform/wire/problem.ts';

const invitedForDays = 14;

/** Everybody with a role. */
export async function listPeople(db: Queryable) {
  const rows = await db
    .select()
    .from(users)
    .where(sql`cardinality(${users.roles}) > 0`)
    .orderBy(asc(users.createdAt));
  const pages = await db
    .select({ id: authors.id, userId: authors.userId, name: authors.name })
    .from(authors)
    .where(inArray(authors.userId, [...rows.map(({ id }) => id), '00000000-0000-0000-0000-000000000000']));
  const names = await newsroomNames(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    displayName: names.get(row.id) ?? displayNameOf(row),
    roles: row.roles,
    author: pages.filter(({ userId }) => userId === row.id).map(({ id, name }) => ({ id, name }))[0] ?? null,
  }));
}

/**
 * Sets the roles of a person; they hold from the next request on, on every instance.
 * @throws AppError 409 where nobody would be left as admin
 */
export async function setRoles(
  services: StudioServices,
  viewer: Actor,
  userId: string,
  roles: Role[],
): Promise<{ id: string; roles: Role[] }> {
  const changed = await services.connection.db.transaction(async (tx) => {
    await lockRoles(tx);
    const actor = await actorNow(tx, viewer, services.clock());
    insist(hasOne(actor, admins));
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (!user || user.isImported) throw notFound('person');
    const wanted = [...new Set(roles)];
    if (user.roles.includes('admin') && !wanted.includes('admin') && (await isLastAdmin(tx, user.id)))
      throw conflict(problem('studio.lastAdmin'));
    await tx
      .update(users)
      .set({ roles: wanted, updatedAt: sql`now()` })
      .where(eq(users.id, userId));
    await noteAct(tx, actor, 'set_roles', {
      data: { person: userId, rolesBefore: user.roles, roles: wanted },
    });
    return { id: userId, roles: wanted };
  });
  // Their posts carry the mark of the newsroom, or no longer.
  await invalidatePages(services.connection, [`user:${userId}`]);
  return changed;
}

type Invitation = { phoneNo?: string | undefined; email?: string | undefined; roles: Role[] };

/** Invites by number or address: whoever proves it by signing in gets the roles at their first visit. */
export async function invite(services: PageServices, viewer: Actor, { phoneNo, email, roles }: Invitation) {
  const identifier = phoneNo === undefined ? normaliseEmail(email ?? '') : normalisePhone(phoneNo);
  if (identifier === null)
    throw invalidInput([{ path: phoneNo === undefined ? 'email' : 'phoneNo', message: problem('field.signInWith') }]);
  const { clock, config, outbox, limits } = services;
  await limits.invitations(actorName(viewer));
  const expiresAt = new Date(clock().getTime() + invitedForDays * 86_400_000);
  const id = await actAs(services, viewer, admins, async (tx, actor) => {
    const values = { identifier, roles: [...new Set(roles)], invitedBy: actor.id, expiresAt };
    const [row] = await tx
      .insert(studioInvitations)
      .values(values)
      .onConflictDoUpdate({
        target: studioInvitations.identifier,
        targetWhere: isNull(studioInvitations.takenAt),
        set: values,
      })
      .returning({ id: studioInvitations.id });
    await noteAct(tx, actor, 'invite', { data: { invitation: row!.id, roles: values.roles } });
    const channel = channelOf(identifier);
    // An SMS needs a text that is registered with the operators: without one the admin tells the person.
    if (channel === 'email' || outbox.isForDevelopment) {
      const message: Message = {
        channel,
        to: identifier,
        purpose: 'invitation',
        ...inLanguage(await languageOfMessages(tx, identifier), () => ({
          subject: words.invitation.subject(siteName()),
          text: words.invitation.text(siteName(), `${config.publicOrigin}${addressHere('/studio')}`),
        })),
        expiresAt,
      };
      if (!(await sendLimited(services, tx, message, { by: 'staff', userId: actorName(viewer) }))) throw tooMany(3_600);
    }
    return row!.id;
  });
  outbox.kick();
  return { id, expiresAt: expiresAt.toISOString() };
}

export async function listInvitations(db: Queryable, now: Date) {
  const rows = await db
    .select()
    .from(studioInvitations)
    .where(and(isNull(studioInvitations.takenAt), gt(studioInvitations.expiresAt, now)))
    .orderBy(desc(studioInvitations.id))
    .limit(200);
  return rows.map(({ id, identifier, roles, expiresAt }) => ({
    id,
    to: identifier,
    roles,
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function endInvitation(services: StudioServices, viewer: Actor, id: number): Promise<{ id: number }> {
  return actAs(services, viewer, admins, async (tx, actor) => {
    const [row] = await tx
      .delete(studioInvitations)
      .where(and(eq(studioInvitations.id, id), isNull(studioInvitations.takenAt)))
      .returning({ id: studioInvitations.id });
    if (!row) throw notFound('invitation');
    await noteAct(tx, actor, 'end_invitation', { note: String(id) });
    return { id };
  });
}

/** Gives the invited roles to whoever has proven the number or address. @returns the roles that they have now */
export async function takeInvitation(services: StudioServices, userId: string): Promise<Role[]> {
  const has = await services.connection.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    const identifiers = user ? identifiersOf(user) : [];
    if (!user || identifiers.length === 0) return { roles: [], isNew: false };
    const taken = await tx
      .update(studioInvitations)
      .set({ takenAt: sql`now()` })
      .where(
        and(
          inArray(studioInvitations.identifier, identifiers),
          isNull(studioInvitations.takenAt),
          gt(studioInvitations.expiresAt, services.clock()),
        ),
      )
      .returning({ id: studioInvitations.id, roles: studioInvitations.roles });
    if (taken.length === 0) return { roles: user.roles, isNew: false };
    const roles = [...new Set([...user.roles, ...taken.flatMap((row) => row.roles)])];
    await tx
      .update(users)
      .set({ roles, updatedAt: sql`now()` })
      .where(eq(users.id, userId));
    for (const { id } of taken) await noteAct(tx, { id: userId }, 'take_invitation', { note: String(id) });
    return { roles, isNew: true };
  });
  if (has.isNew) await invalidatePages(services.connection, [`user:${userId}`]);
  return has.roles;
}

/** Shares a piece with a writer, or ends that. @param person a number, an address or an id */
export const sharePiece = (
  services: StudioServices,
  viewer: Actor,
  named: { kind: StudioKind; id: number },
  person: string,
  isShared: boolean,
) =>
  actOnPiece(services, viewer, named, async ({ tx, piece, actor, isShared: isAlso }) => {
    insist(mayWrite(actor, piece, isAlso));
    const user = await findPerson(tx, person);
    if (!user?.roles.includes('writer')) throw notFound('person');
    const row = { ...aboutPiece(piece), userId: user.id };
    if (isShared) await tx.insert(studioShares).values(row).onConflictDoNothing();
    else await tx.delete(studioShares).where(and(ofPiece(studioShares, piece), eq(studioShares.userId, user.id)));
    await noteAct(tx, actor, isShared ? 'share' : 'end_share', { ...aboutPiece(piece), data: { person: user.id } });
    return { result: { id: piece.id, userId: user.id, isShared } };
  });

/** Links a person with the page of an author, or ends that. */
export async function linkAuthor(services: StudioServices, viewer: Actor, authorId: number, userId: string | null) {
  return actAs(services, viewer, admins, async (tx, actor) => {
    if (userId !== null && (await tx.$count(users, eq(users.id, userId))) === 0) throw notFound('person');
    const [row] = await tx
      .update(authors)
      .set({ userId })
      .where(eq(authors.id, authorId))
      .returning({ id: authors.id });
    if (!row) throw notFound('author');
    await noteAct(tx, actor, 'link_author', {
      kind: 'authors',
      pieceId: authorId,
      ...(userId === null ? {} : { data: { person: userId } }),
    });
    return { id: authorId, userId };
  });
}
