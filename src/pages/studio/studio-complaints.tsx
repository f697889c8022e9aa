import { complaintKinds, complaintStates } from '../../features/studio/desks/complaints.contract.ts';
import { readComplaints } from '../../features/studio/desks/read-complaints.server.ts';
import { complaintRoles } from '../../features/studio/desks/act-on-complaint.server.ts';
import { personalLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { servedPage } from '../served-page.tsx';
import { type StudioComplaintsModel, StudioComplaintsView } from './studio-complaints-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere } from './studio-staff.server.ts';
import { pageIn } from '../page-in.ts';

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const actor = await deskHere(services, viewer, url, complaintRoles);
  const state = complaintStates.find((one) => one === url.searchParams.get('state')) ?? 'open';
  const kind = complaintKinds.find((one) => one === url.searchParams.get('kind')) ?? null;
  const list = await readComplaints(services, { state, kind: kind ?? undefined, page: pageIn(url), pageSize: 30 });
  return {
    model: { ...list, state, kind, me: actor.id!, nav: studioNavOf(actor) } satisfies StudioComplaintsModel,
  };
});

export default servedPage(StudioComplaintsView, 'wrap studio');
