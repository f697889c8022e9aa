import type { Role, StudioKind } from '../../database/schema.ts';
import { forbidden } from '../../platform/wire/errors.ts';
import { guardedRoles, moderatorRoles } from '../../platform/wire/viewer.ts';
import { kindRules } from './studio-kinds.ts';

/** Who acts: a person with the roles of this moment, or the system (the operator's commands). */
export type Actor = { id: string | null; roles: readonly Role[] };
export const system: Actor = { id: null, roles: ['admin'] };
export const actorName = ({ id }: Pick<Actor, 'id'>): string => id ?? 'system';

type Piece = { kind: StudioKind; createdBy: string | null; live: number | null };

export const staff: readonly Role[] = ['writer', 'editor', 'checker', 'moderator', 'admin'];
/** Who may make a call: the groups of the API's table. */
export const readers: readonly Role[] = ['writer', 'editor', 'checker', 'admin'];
export const reviewers: readonly Role[] = ['editor', 'checker', 'admin'];
export const publishers: readonly Role[] = ['editor', 'admin'];
export const moderators: readonly Role[] = moderatorRoles;
export const admins: readonly Role[] = ['admin'];
/** Roles that need a second factor. */
export const guarded: readonly Role[] = guardedRoles;

export const hasOne = (actor: Pick<Actor, 'roles'>, roles: readonly Role[]): boolean =>
  actor.roles.some((role) => roles.includes(role));

const isWriterOf = (actor: Actor, piece: Piece, isShared: boolean) =>
  actor.roles.includes('writer') && ((actor.id !== null && piece.createdBy === actor.id) || isShared);

export const mayBegin = (actor: Actor, kind: StudioKind) => hasOne(actor, kindRules[kind].writers);
export const mayWrite = (actor: Actor, piece: Piece, isShared: boolean) =>
  hasOne(actor, ['editor', 'admin']) ||
  (kindRules[piece.kind].writers.includes('writer') && isWriterOf(actor, piece, isShared));
export const mayReview = (actor: Actor) => hasOne(actor, reviewers);
export const mayPublish = (actor: Actor) => hasOne(actor, publishers);
export const mayRemove = (actor: Actor) => actor.roles.includes('admin');

/** Writers see the working copies of their own and shared pieces, and of the others what readers see. */
export function mayRead(actor: Actor, piece: Piece, isShared: boolean): 'all' | 'live' | 'nothing' {
  if (hasOne(actor, ['editor', 'checker', 'admin']) || isWriterOf(actor, piece, isShared)) return 'all';
  return actor.roles.includes('writer') && piece.live !== null ? 'live' : 'nothing';
}

/** @throws AppError 403 */
export function insist(isAllowed: boolean): void {
  if (!isAllowed) throw forbidden();
}
