import { moderators } from '../../features/studio/studio.policy.ts';
import '../../features/communities/communities.css';
import { actAgain, moderateByForm, readModeration } from '../community/moderation-page.server.ts';
import { ModerationDesk, type ModerationModel, type ModerationSent } from '../community/moderation-view.tsx';
import { moderationDesk, ModerationFrame } from './studio-moderation-parts.tsx';
import { deskPage, type StudioNavModel } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader } from './studio-staff.server.ts';

export const loader = deskLoader(moderators, ({ services, url, sent }: DeskArgs<ModerationSent>) =>
  readModeration(services, url, moderationDesk, sent),
);

export const action = deskAction<ModerationSent>(moderators, {
  typed: ['reason', 'days'],
  comeBack: actAgain,
  act: ({ services, form, url, viewer }) => moderateByForm(services, viewer, url, form, moderationDesk),
});

function StudioModerationView({ nav, ...desk }: ModerationModel & { nav: StudioNavModel }) {
  return (
    <ModerationFrame nav={nav} here={moderationDesk}>
      <ModerationDesk {...desk} />
    </ModerationFrame>
  );
}

export default deskPage(StudioModerationView);
