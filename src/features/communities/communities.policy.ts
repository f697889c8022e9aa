import { forbidden } from '../../platform/wire/errors.ts';
import { isSuspended, type Viewer } from '../../platform/wire/viewer.ts';
import { editableHours } from './communities.contract.ts';

type Post = { authorId: string | null; createdAt: Date };
type Asker = Pick<Viewer, 'userId' | 'roles' | 'lacksFactor' | 'createdAt' | 'suspendedUntil'>;

const hour = 3_600_000;

/** Who may act on the posts of others now: an admin only with the second factor. */
export const isModerator = (viewer: Pick<Viewer, 'roles' | 'lacksFactor'>) =>
  !viewer.lacksFactor && (viewer.roles.includes('moderator') || viewer.roles.includes('admin'));
/** Everybody with a role, where it needs the second factor with that. */
export const isOfNewsroom = (viewer: Pick<Viewer, 'roles' | 'lacksFactor'>) =>
  !viewer.lacksFactor && viewer.roles.length > 0;
export const isAuthor = (viewer: Pick<Viewer, 'userId'>, post: Pick<Post, 'authorId'>) =>
  post.authorId !== null && post.authorId === viewer.userId;

export const mayDelete = (viewer: Asker, post: Post) => isAuthor(viewer, post) || isModerator(viewer);
/**
 * The author edits, for 24 hours. Moderators may hide or delete but never change another person's words; a trusted
 * member improves answers.
 */
export const mayEdit = (viewer: Asker, post: Post, now: Date) =>
  isAuthor(viewer, post) && now.getTime() - post.createdAt.getTime() < editableHours * hour;
export const mayAccept = isAuthor;
export const mayClose = mayDelete;

/** @throws AppError 403 */
export function insist(isAllowed: boolean): void {
  if (!isAllowed) throw forbidden();
}

/** Suspended users may read, delete and leave, but not write. @throws AppError 403 */
export const insistOnActive = (viewer: Asker, now: Date): void => insist(!isSuspended(viewer, now));

/** What they push on readers waits for a moderator: as young as an account is trusted by nobody. */
export const isNewMember = (viewer: Asker, now: Date) => now.getTime() - viewer.createdAt.getTime() < 7 * 24 * hour;

/** New accounts have lower rate limits in their first 24 hours. */
export const isNewcomer = (viewer: Asker, now: Date) => now.getTime() - viewer.createdAt.getTime() < 24 * hour;
