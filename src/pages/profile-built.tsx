import { findSelf } from '../features/profiles/profiles.queries.server.ts';
import { findUser } from '../features/users/users.queries.server.ts';
import { needsViewer, personalLoader } from '../platform/page-loader.server.ts';
import { afterSignIn } from '../platform/safe-redirect.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import { type ProfileBuiltModel, ProfileBuiltView } from './profile-built-view.tsx';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'me' };

export const loader = personalLoader(
  async ({
    services: {
      config,
      connection: { db },
    },
    url,
    viewer: asker,
  }) => {
    const viewer = needsViewer(asker, url);
    const [user, self] = await Promise.all([findUser(db, viewer.userId), findSelf(db, viewer.userId)]);
    const target = afterSignIn(url.searchParams.get('redirect'), config.publicOrigin);
    const model: ProfileBuiltModel = {
      firstName: self?.firstName || user?.firstName || '',
      isPhoneLinked: viewer.isPhoneLinked,
      target: target === '/' ? null : target,
    };
    return { model };
  },
);

export default function ProfileBuiltPage() {
  return <ServedPage view={import.meta.env.SSR && ProfileBuiltView} />;
}
