import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { editableHours } from './communities.contract.ts';

type Post = { authorId: string | null; createdAt: Date };
type Asker = Pick<Viewer, 'userId' | 'roles' | 'createdAt' | 'suspendedUntil'>;

const hour = 3_600_000;
const refused = () => new AppError(403, 'forbidden', "Forbidden. You don't have permission.");

export const isModerator = (viewer: Pick<Viewer, 'roles'>) => viewer.roles.includes('moderator');
export const isAuthor = (viewer: Pick<Viewer, 'userId'>, post: Pick<Post, 'authorId'>) =>
  post.authorId !== null && post.authorId === viewer.userId;

export const mayDelete = (viewer: Asker, post: Post) => isAuthor(viewer, post) || isModerator(viewer);
/** Its author alone, for a day; a moderator hides or deletes, and puts no words into anyone's mouth. */
export const mayEdit = (viewer: Asker, post: Post, now: Date) =>
  isAuthor(viewer, post) && now.getTime() - post.createdAt.getTime() < editableHours * hour;
export const mayAccept = isAuthor;
export const mayClose = mayDelete;

/** @throws AppError 403 */
export function insist(isAllowed: boolean): void {
  if (!isAllowed) throw refused();
}

/** Who is suspended reads, deletes and leaves, but writes nothing. @throws AppError 403 */
export const insistOnActive = (viewer: Asker, now: Date): void =>
  insist(viewer.suspendedUntil === null || viewer.suspendedUntil <= now);

/** In its first 24 hours an account posts more slowly. */
export const isNewcomer = (viewer: Asker, now: Date) => now.getTime() - viewer.createdAt.getTime() < 24 * hour;
