import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { recentPosts } from '../../database/schema.ts';
import { AppError, isAppError } from '../../platform/wire/errors.ts';
import type { Limit } from '../../platform/guard/limits.server.ts';
import { spenderOf } from '../../platform/guard/spend-limits.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { insistOnActive, isNewcomer } from './communities.policy.ts';
import { insistOnPosting } from './community-state.server.ts';
import { problems } from '../../messages/problems.ts';

type Services = Pick<PageServices, 'limits' | 'clock' | 'connection'>;

/**
 * Counts a post towards its author's limits, then writes it. What is refused as a duplicate, because there is nothing
 * to answer any more, or for what it names or how it is written, was no post: its count is refunded.
 * @throws AppError 403 while suspended or the community is read-only, 429, and what `write` throws
 */
export async function asOnePost<Post>(services: Services, viewer: Viewer, write: () => Promise<Post>): Promise<Post> {
  const spent = await countPost(services, viewer);
  try {
    return await write();
  } catch (error) {
    if (isAppError(error) && [400, 404, 409].includes(error.status)) await refund(services, viewer, spent);
    throw error;
  }
}

// Bounded: a refused text has cost the server as much as a post, so beyond this limit it counts as one.
const refund = ({ limits, connection }: Services, { userId }: Viewer, spent: Limit[]): Promise<void> =>
  limits.refusedPosts(userId).then(
    () =>
      spenderOf(connection).refund(
        connection.db,
        spent.map((limit) => ({ limit, key: userId })),
      ),
    () => {},
  );

/** @returns the limits that the post was counted towards */
async function countPost(services: Services, viewer: Viewer): Promise<Limit[]> {
  const { limits, clock, connection } = services;
  insistOnActive(viewer, clock());
  await insistOnPosting(services, viewer);
  const { userId } = viewer;
  if (isNewcomer(viewer, clock())) {
    await limits.newPostsPerMinute(userId);
    await limits.newPostsPerDay(userId);
    return [limits.newPostsPerMinute, limits.newPostsPerDay];
  }
  const spend = async (limit: Limit, more: Limit): Promise<Limit> => {
    try {
      await limit(userId);
      return limit;
    } catch (refusal) {
      // The exemption is looked up only after a limit is hit, so most posts need no extra query.
      await goOn(connection.db, userId, more, refusal);
      return more;
    }
  };
  return [
    await spend(limits.postsPerMinute, limits.morePostsPerMinute),
    await spend(limits.postsPerDay, limits.morePostsPerDay),
  ];
}

/** Trusted members have twice the limit. */
async function goOn(db: Queryable, userId: string, more: Limit, refusal: unknown): Promise<void> {
  if (!isAppError(refusal) || refusal.status !== 429 || !(await isOfLongStanding(db, userId))) throw refusal;
  await more(userId);
}

/** A trusted member has a live post that is at least a week old. */
async function isOfLongStanding(db: Queryable, userId: string): Promise<boolean> {
  const stands = (table: string) =>
    sql`exists (select 1 from ${sql.identifier(table)} where author_id = ${userId} and is_live and created_at < now() - interval '7 days')`;
  const { rows } = await db.execute<{ stands: boolean }>(
    sql`select ${stands('questions')} or ${stands('comments')} or ${stands('replies')} as stands`,
  );
  return rows[0]!.stands;
}

/** The same text by the same author in the same place within this time is refused as a duplicate. */
export const repeatAfter = sql`interval '10 minutes'`;

export const hashOfText = (place: string, ...texts: string[]): string =>
  createHash('md5')
    .update(JSON.stringify([place, ...texts.map((text) => text.trim())]))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** By the title alone: whoever taps twice may have changed the details in between. */
export const hashOfQuestion = (title: string): string => hashOfText('QUESTION', title.toLowerCase());

export const duplicate = () => new AppError(409, 'conflict', () => problems.duplicate);

/** Deletes rows older than the duplicate window. Posts run it occasionally, so no scheduler is needed. */
export async function sweepRecentPosts(db: Queryable): Promise<void> {
  await db.delete(recentPosts).where(lt(recentPosts.postedAt, sql`now() - interval '1 day'`));
}
/** On average one post in this many runs the sweep. */
export const sweepEvery = 500;
