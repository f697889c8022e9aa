import { moderators } from '../../features/studio/studio.policy.ts';
import '../../features/communities/communities.css';
import { readLog } from '../community/moderation-log.server.ts';
import { ModerationLog, type ModerationLogModel } from '../community/moderation-log-view.tsx';
import { moderationDesk, ModerationFrame } from './studio-moderation-parts.tsx';
import { deskPage, type StudioNavModel } from './studio-parts.tsx';
import { deskLoader } from './studio-staff.server.ts';

export const loader = deskLoader(moderators, async ({ services, url, viewer }) => ({
  ...(await readLog(services, viewer, url)),
  isSent: false,
  sent: null,
}));

function StudioModerationLogView({ nav, ...log }: ModerationLogModel & { nav: StudioNavModel }) {
  return (
    <ModerationFrame nav={nav} here={`${moderationDesk}/log`}>
      <ModerationLog {...log} base={moderationDesk} />
    </ModerationFrame>
  );
}

export default deskPage(StudioModerationLogView);
