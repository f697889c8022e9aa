import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { recentPosts } from '../../database/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { insistOnActive, isNewcomer } from './communities.policy.ts';

/** Whether somebody may post now, and one more of what they may post. @throws AppError 403 while suspended, 429 */
export async function countPost({ limits, clock }: Pick<PageServices, 'limits' | 'clock'>, viewer: Viewer): Promise<void> {
  insistOnActive(viewer, clock());
  const isNew = isNewcomer(viewer, clock());
  await (isNew ? limits.newPostsPerMinute : limits.postsPerMinute)(viewer.userId);
  await (isNew ? limits.newPostsPerDay : limits.postsPerDay)(viewer.userId);
}

/** The same words in the same place by the same person, within this time, are one post too many. */
export const repeatAfter = sql`interval '10 minutes'`;

export const hashOfText = (place: string, ...texts: string[]): string =>
  createHash('md5').update(JSON.stringify([place, ...texts.map((text) => text.trim())])).digest('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const duplicate = () => new AppError(409, 'conflict', 'You have just posted exactly this. It is there already.');

/** What was written longer ago hinders nobody. Called now and then by who posts. */
export async function sweepRecentPosts(db: Queryable): Promise<void> {
  await db.delete(recentPosts).where(lt(recentPosts.postedAt, sql`now() - interval '1 day'`));
}
/** One post in so many sweeps. */
export const sweepEvery = 500;
