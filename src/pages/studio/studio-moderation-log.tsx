import { complaintRoles } from '../../features/studio/desks/act-on-complaint.server.ts';
import { needsViewer, personalLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import '../../features/studio/editor/studio.css';
import { readLog } from '../community/moderation-log.server.ts';
import { ModerationLog, type ModerationLogModel } from '../community/moderation-log-view.tsx';
import { servedPage } from '../served-page.tsx';
import { moderationDesk, ModerationFrame } from './studio-moderation-parts.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import type { StudioNavModel } from './studio-parts.tsx';
import { deskHere } from './studio-staff.server.ts';

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const actor = await deskHere(services, viewer, url, complaintRoles);
  const log = await readLog(services, needsViewer(viewer, url), url);
  return { model: { ...log, isSent: false, sent: null, nav: studioNavOf(actor) } };
});

function StudioModerationLogView({ nav, ...log }: ModerationLogModel & { nav: StudioNavModel }) {
  return (
    <ModerationFrame nav={nav} here={`${moderationDesk}/log`}>
      <ModerationLog {...log} base={moderationDesk} />
    </ModerationFrame>
  );
}

export default servedPage(StudioModerationLogView, 'wrap studio');
