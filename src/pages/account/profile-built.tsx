import { isAuthor } from '../../features/communities/communities.policy.ts';
import { readPost } from '../../features/communities/one-post.queries.server.ts';
import { postTypes } from '../../features/moderation/moderation.contract.ts';
import { findSelf } from '../../features/profiles/profiles.queries.server.ts';
import { findUser } from '../../features/users/users.queries.server.ts';
import { needsViewer, personalLoader } from '../../platform/page/page-loader.server.ts';
import { afterSignIn } from '../../platform/http/safe-redirect.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import '../../ui/forms.css';
import { placeOf } from '../community/act-on-post.server.ts';
import { type ProfileBuiltModel, ProfileBuiltView } from './profile-built-view.tsx';
import { servedPage } from '../served-page.tsx';

/** The post named in the URL, only if the viewer is its author. */
async function postedBy(
  db: Parameters<typeof findUser>[0],
  viewer: Viewer,
  key: string | null,
): Promise<ProfileBuiltModel['posted']> {
  const [, kind, id] = /^(question|comment|reply)-([1-9]\d{0,8})$/.exec(key ?? '') ?? [];
  const entityType = postTypes.find((type) => type === kind?.toUpperCase());
  const post = entityType ? await readPost(db, entityType, Number(id)).catch(() => null) : null;
  if (!post || !post.isLive || !isAuthor(viewer, post)) return null;
  const isNameless = post.createdBy === null;
  return { kind: post.entityType, title: post.questionTitle, href: placeOf(post, post.questionUrl), isNameless };
}

export const loader = personalLoader(async ({ services, url, viewer: asker }) => {
  const { config } = services;
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const [user, self] = await Promise.all([findUser(db, viewer.userId), findSelf(db, viewer.userId)]);
  const target = afterSignIn(url.searchParams.get('redirect'), config.publicOrigin);
  const posted = await postedBy(db, viewer, url.searchParams.get('posted'));
  const model: ProfileBuiltModel = {
    posted,
    firstName: self?.firstName || user?.firstName || '',
    isPhoneLinked: viewer.isPhoneLinked,
    target: target === '/' ? null : target,
  };
  return { model };
});

export default servedPage(ProfileBuiltView);
