import { complaintKinds, complaintStates } from '../../features/studio/desks/complaints.contract.ts';
import { readComplaints } from '../../features/studio/desks/read-complaints.server.ts';
import { moderators } from '../../features/studio/studio.policy.ts';
import { StudioComplaintsView } from './studio-complaints-view.tsx';
import { deskPage } from './studio-parts.tsx';
import { deskLoader } from './studio-staff.server.ts';
import { choiceIn, pageIn } from '../page-in.ts';

export const loader = deskLoader(moderators, async ({ services, url, actor }) => {
  const state = choiceIn(url, 'state', complaintStates) ?? 'open';
  const kind = choiceIn(url, 'kind', complaintKinds);
  const list = await readComplaints(services, { state, kind: kind ?? undefined, page: pageIn(url), pageSize: 30 });
  return { ...list, state, kind, me: actor.id };
});

export default deskPage(StudioComplaintsView);
