import { isModerator } from '../features/communities/communities.policy.ts';
import { listLog } from '../features/moderation/moderation-log.queries.server.ts';
import { presentAct } from '../features/moderation/present-act.ts';
import { insistOnItems, needsViewer, personalLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../features/communities/communities.css';
import { ModerationLogView, type ModerationLogModel } from './community/moderation-log-view.tsx';
import { pageIn } from './community/page-in.ts';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'me' };

/** Moderators see every action, other members only those on their own posts. */
export const loader = personalLoader(
  async ({
    services: {
      connection: { db },
    },
    url,
    viewer: asker,
  }) => {
    const viewer = needsViewer(asker, url);
    const [page, isOfAll] = [pageIn(url), isModerator(viewer)];
    const log = await listLog(db, isOfAll ? null : viewer.userId, { page, pageSize: 50 });
    insistOnItems(log, page);
    const acts = log.data.map((row) => ({ ...presentAct(row), moderatorName: isOfAll ? row.moderatorName : null }));
    return { model: { log: { ...log, data: acts }, isOfAll } satisfies ModerationLogModel };
  },
);

export default function ModerationLogPage() {
  return <ServedPage view={ModerationLogView} />;
}
