import { redirect } from 'react-router';
import { follow } from '../../features/follows/follow.server.ts';
import { followAddress, readFollowed } from '../../features/follows/follow-address.ts';
import { isFollowing } from '../../features/follows/followers.queries.server.ts';
import { listFollows, namesOf } from '../../features/follows/list-follows.server.ts';
import { community as c } from '../../messages/community.ts';
import { notFound } from '../../platform/wire/errors.ts';
import {
  type ModelOf,
  insistOnItems,
  needsViewer,
  pageAction,
  personalLoader,
  type VisitArgs,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import { refusing } from './act-on-question.server.ts';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import type { FollowedType } from '../../features/follows/follows.contract.ts';
import { states } from '../../features/schemes/facts.ts';
import { follows as words } from '../../messages/follows.ts';
import { t } from '../../messages/messages.ts';
import { stateName } from '../../messages/places.ts';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty } from '../../ui/states.tsx';
import { Problem } from './post-form.tsx';
import { Options } from '../../ui/options.tsx';

type Named = { entityType: FollowedType; entityId: number | string; title: string | null; canonicalUrl: string | null };

function Name({ title, canonicalUrl }: Pick<Named, 'title' | 'canonicalUrl'>) {
  if (title === null) return <>{words.gone}</>;
  return canonicalUrl === null ? (
    <span lang={langOf(title)}>{title}</span>
  ) : (
    <a href={canonicalUrl} lang={langOf(title)}>
      {title}
    </a>
  );
}

type Refused = Sent & { problem: string };

/** What the address names; null for the list of all. */
function followedIn(url: URL) {
  const on = url.searchParams.get('on');
  if (on === null) return null;
  const followed = readFollowed(on);
  if (!followed) throw notFound('page');
  return followed;
}

export const loader = personalLoader(async ({ services, url, viewer: asker, sent }: VisitArgs<Refused>) => {
  const { db } = services.connection;
  const { userId } = needsViewer(asker, url);
  const one = followedIn(url);
  const page = pageIn(url);
  const list = await listFollows(db, userId, { page, pageSize: 20 });
  insistOnItems(list, page);
  const problem = sent?.problem ?? null;
  if (!one) return { model: { one: null, list, problem } };
  const entityId = String(one.entityId);
  const name = (await namesOf(db, [{ ...one, entityId }]))(one.entityType, entityId) ?? null;
  const isOn = await isFollowing(db, userId, one.entityType, entityId);
  if (!name && !isOn) throw notFound('page');
  const model = {
    one: { title: name?.title ?? null, canonicalUrl: name?.canonicalUrl ?? null, isOn, ...one },
    list,
    problem,
  };
  return { model };
});

type Model = ModelOf<typeof loader>;

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

function FollowView({ one, list, problem }: Model) {
  return (
    <div className="wrap pile slim">
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} path="/follow" isUnlisted />
      <div className="intro ask">
        <h1>{words.title}</h1>
        <p className="soft">{words.note}</p>
      </div>
      {problem && <Problem isFocused>{problem}</Problem>}
      {one && (
        <section className="box stack">
          <h2>
            <Name {...one} />
          </h2>
          <p role="status">{one.isOn ? words.isOn : words.isOff}</p>
          <FollowButton
            type={one.entityType}
            id={one.entityId}
            text={one.isOn ? words.stop : words.follow}
            isOn={one.isOn}
          />
        </section>
      )}
      <form className="form" action="/follow">
        <div className="field">
          <label htmlFor="on">{words.state}</label>
          <select className="in" id="on" name="on">
            <Options of={[...states].map((state) => [`state-${state}`, stateName(state)])} />
          </select>
        </div>
        <button className="btn ghost">{words.choose}</button>
      </form>
      {list.data.length > 0 ? (
        <section>
          <SectionHead title={words.describe} />
          <ul className="ledger">
            {list.data.map((followed) => (
              <li key={`${followed.entityType} ${followed.entityId}`}>
                <b>
                  <Name {...followed} />
                </b>
                <FollowButton type={followed.entityType} id={followed.entityId} text={words.stop} isOn />
              </li>
            ))}
          </ul>
          <Pager {...list} hrefOf={(page) => addressWith('/follow', { page })} />
        </section>
      ) : (
        <Empty icon="talk" title={words.empty} note={words.emptyNote} />
      )}
    </div>
  );
}

export default servedPage(FollowView);
