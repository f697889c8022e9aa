import { complaintRoles } from '../../features/studio/desks/act-on-complaint.server.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader, type OwnArgs } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { actAgain, moderateByForm, readModeration } from '../community/moderation-page.server.ts';
import { ModerationDesk, type ModerationModel, type ModerationSent } from '../community/moderation-view.tsx';
import { servedPage } from '../served-page.tsx';
import { moderationDesk, ModerationFrame } from './studio-moderation-parts.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import type { StudioNavModel } from './studio-parts.tsx';
import { deskHere, owesFactor } from './studio-staff.server.ts';

export const loader = ownLoader(async ({ services, url, viewer, sent }: OwnArgs<ModerationSent>) => {
  const actor = await deskHere(services, viewer, url, complaintRoles);
  return { model: { ...(await readModeration(services, url, moderationDesk, sent)), nav: studioNavOf(actor) } };
});

export const action = ownAction<ModerationSent>({
  typed: ['reason', 'days'],
  comeBack: actAgain,
  lacksFactor: owesFactor,
  act: async ({ services, form, url, viewer }) => {
    await deskHere(services, viewer, url, complaintRoles);
    return moderateByForm(services, viewer, url, form, moderationDesk);
  },
});

function StudioModerationView({ nav, ...desk }: ModerationModel & { nav: StudioNavModel }) {
  return (
    <ModerationFrame nav={nav} here={moderationDesk}>
      <ModerationDesk {...desk} />
    </ModerationFrame>
  );
}

export default servedPage(ownView(StudioModerationView), 'wrap studio');
