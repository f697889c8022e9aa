import type { PostType } from '../../database/tables/communities.ts';
import { problems } from '../../messages/problems.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { AppError, isAppError } from '../../platform/wire/errors.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { holding } from '../communities/change-life.server.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { moderateWithin } from './moderate.server.ts';
import type { actsTogether } from './moderation.contract.ts';
import { findNewestAct } from './moderation-log.queries.server.ts';

const reasonToStand = 'A moderator has looked: nothing is wrong with it.';
const reasonOfRules = 'It breaks the rules of the community.';

/** A post as the moderator has seen it: the newest act on it (0: none), and `hashOfSeen` of its text. */
export type SeenPost = { entityType: PostType; entityId: number; afterAct: number; textHash: string };

/**
 * One act on each of these posts, as single acts are: each in a transaction of its own, logged and notified.
 * @param reason of hiding and deleting; where it is empty, the rules
 * @returns how many were done, and those that are gone, that were edited, or that another moderator has acted on
 */
export async function moderateTogether(
  services: PageServices,
  viewer: Viewer,
  act: (typeof actsTogether)[number],
  reason: string,
  posts: SeenPost[],
): Promise<{ done: number; already: SeenPost[] }> {
  const tags = new Set<string>();
  const already: SeenPost[] = [];
  const actOn = ({ entityType, entityId, afterAct, textHash }: SeenPost) =>
    holding(services.connection, entityType, entityId, async (tx, locked) => {
      // Acts on other posts of its author are no reason to stop: they may be of these.
      if ((await findNewestAct(tx, { entityType, entityId, authorId: null })) > afterAct)
        throw new AppError(409, 'conflict', () => problems.moderatedAlready);
      const words = act === 'RESTORE' ? reasonToStand : reason.trim() || reasonOfRules;
      await moderateWithin(services, tx, locked, viewer, { entityType, entityId, act, reason: words }, textHash);
      return locked.tags;
    });
  try {
    for (const post of posts) {
      const changed = await actOn(post).catch((error: unknown) => {
        if (!isAppError(error) || ![404, 409].includes(error.status)) throw error;
        return null;
      });
      if (changed) for (const tag of changed) tags.add(tag);
      else already.push(post);
    }
  } finally {
    // Also of those before a failure.
    if (tags.size > 0) await invalidateInBatches(services.connection, [...tags]);
  }
  return { done: posts.length - already.length, already };
}
