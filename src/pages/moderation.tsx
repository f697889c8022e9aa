import { redirect } from 'react-router';
import { isModerator } from '../features/communities/communities.policy.ts';
import { forbidden } from '../platform/errors.ts';
import { needsViewer, pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/communities/communities.css';
import { addressWith } from '../ui/pager.tsx';
import { moderateByForm, readModeration } from './community/moderation-page.server.ts';
import { type ModerationSent, ModerationView } from './community/moderation-view.tsx';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'me' };

function needsModerator(asker: Viewer | null, url: URL): Viewer {
  const viewer = needsViewer(asker, url);
  if (isModerator(viewer)) return viewer;
  // An admin without the second factor: the studio's desk asks for it, and leads back.
  if (viewer.lacksFactor) throw redirect(addressWith('/studio', { redirect: url.pathname + url.search }), 303);
  throw forbidden();
}

export const loader = personalLoader<ModerationSent>(async ({ services, url, viewer, sent }) => {
  needsModerator(viewer, url);
  return { model: await readModeration(services, url, '/moderation', sent) };
});

export const action = pageAction<ModerationSent>(({ services, form, url, viewer }) =>
  moderateByForm(services, needsModerator(viewer, url), url, form, '/moderation'),
);

export default function ModerationPage() {
  return <ServedPage view={ModerationView} />;
}
