import { redirect } from 'react-router';
import { isModerator } from '../../features/communities/communities.policy.ts';
import { forbidden } from '../../platform/wire/errors.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { addressWith } from '../../ui/pager.tsx';
import { ownAction, ownLoader, type OwnArgs } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { actAgain, moderateByForm, readModeration } from './moderation-page.server.ts';
import { type ModerationSent, ModerationView } from './moderation-view.tsx';
import { servedPage } from '../served-page.tsx';
import { owesFactor } from '../studio/studio-staff.server.ts';

function needsModerator(viewer: Viewer, url: URL): Viewer {
  if (isModerator(viewer)) return viewer;
  // An admin without the second factor: the studio's desk asks for it, and leads back.
  if (viewer.lacksFactor) throw redirect(addressWith('/studio', { redirect: url.pathname + url.search }), 303);
  throw forbidden();
}

export const loader = ownLoader(async ({ services, url, viewer, sent }: OwnArgs<ModerationSent>) => {
  needsModerator(viewer, url);
  return { model: await readModeration(services, url, '/moderation', sent) };
});

export const action = ownAction<ModerationSent>({
  typed: ['reason', 'days'],
  comeBack: actAgain,
  lacksFactor: owesFactor,
  act: ({ services, form, url, viewer }) =>
    moderateByForm(services, needsModerator(viewer, url), url, form, '/moderation'),
});

export default servedPage(ownView(ModerationView));
