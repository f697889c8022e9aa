import { redirect } from 'react-router';
import { follow } from '../../features/follows/follow.server.ts';
import { followAddress, readFollowed } from '../../features/follows/follow-address.ts';
import { isFollowing } from '../../features/follows/followers.queries.server.ts';
import { listFollows, namesOf } from '../../features/follows/list-follows.server.ts';
import { community as c } from '../../messages/community.ts';
import { notFound } from '../../platform/wire/errors.ts';
import {
  insistOnItems,
  needsViewer,
  pageAction,
  personalLoader,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import { refusing } from './act-on-question.server.ts';
import { type FollowModel, FollowView } from './follow-view.tsx';

type Refused = Sent & { problem: string };

/** What the address names; null for the list of all. */
function followedIn(url: URL) {
  const on = url.searchParams.get('on');
  if (on === null) return null;
  const followed = readFollowed(on);
  if (!followed) throw notFound('page');
  return followed;
}

export const loader = personalLoader<Refused>(async ({ services, url, viewer: asker, sent }) => {
  const { db } = services.connection;
  const { userId } = needsViewer(asker, url);
  const one = followedIn(url);
  const page = pageIn(url);
  const list = await listFollows(db, userId, { page, pageSize: 20 });
  insistOnItems(list, page);
  const problem = sent?.problem ?? null;
  if (!one) return { model: { one: null, list, problem } satisfies FollowModel };
  const entityId = String(one.entityId);
  const name = (await namesOf(db, [{ ...one, entityId }]))(one.entityType, entityId) ?? null;
  const isOn = await isFollowing(db, userId, one.entityType, entityId);
  if (!name && !isOn) throw notFound('page');
  const model: FollowModel = {
    one: { title: name?.title ?? null, canonicalUrl: name?.canonicalUrl ?? null, isOn, ...one },
    list,
    problem,
  };
  return { model };
});

export const action = pageAction<Refused>(async ({ services, viewer: asker, form, url }) => {
  const { userId } = needsViewer(asker, url);
  const one = followedIn(url);
  const wish = form.get('do');
  if (!one || (wish !== 'follow' && wish !== 'stop')) return { status: 400, problem: c.badRequest };
  return refusing(
    services.limits
      .reactions(userId)
      .then(() => follow(services.connection, userId, { ...one, following: wish === 'follow' }))
      .then(() => redirect(followAddress(one.entityType, one.entityId), 303)),
  );
});

export default servedPage(FollowView);
