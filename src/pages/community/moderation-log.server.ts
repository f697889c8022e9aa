import { isModerator } from '../../features/communities/communities.policy.ts';
import { mayAppeal } from '../../features/moderation/appeal.server.ts';
import { mapAppeals } from '../../features/moderation/appeals.queries.server.ts';
import { listLog } from '../../features/moderation/moderation-log.queries.server.ts';
import { presentAct } from '../../features/moderation/present-act.ts';
import { insistOnItems } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import type { ModerationLogModel } from './moderation-log-view.tsx';
import { pageIn } from '../page-in.ts';

/** Moderators see every action, other members only those on their own posts, with their appeals. */
export async function readLog(
  { connection: { db } }: Pick<PageServices, 'connection'>,
  viewer: Viewer,
  url: URL,
): Promise<Pick<ModerationLogModel, 'log' | 'isOfAll'>> {
  const [page, isOfAll] = [pageIn(url), isModerator(viewer)];
  const log = await listLog(db, isOfAll ? null : viewer.userId, { page, pageSize: 50 });
  insistOnItems(log, page);
  const own = log.data.filter(({ authorId }) => authorId === viewer.userId);
  const made = await mapAppeals(
    db,
    viewer.userId,
    own.map(({ id }) => id),
  );
  const acts = log.data.map((row) => {
    const appeal = made.get(row.id);
    return {
      ...presentAct(row),
      moderatorName: isOfAll ? row.moderatorName : null,
      appeal: appeal
        ? { status: appeal.status, answer: appeal.answer }
        : row.authorId === viewer.userId && mayAppeal(row)
          ? ('possible' as const)
          : null,
    };
  });
  return { log: { ...log, data: acts }, isOfAll };
}
