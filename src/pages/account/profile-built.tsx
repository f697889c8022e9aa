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
import { account } from '../../messages/account.ts';
import { community as c } from '../../messages/community.ts';
import { finder } from '../../messages/finder.ts';
import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Gate, Notice } from './gate.tsx';
import { servedPage } from '../served-page.tsx';

type ProfileBuiltModel = {
  firstName: string;
  isPhoneLinked: boolean;
  target: string | null;
  /** The post that was sent together with the sign-up. */
  posted: { kind: 'QUESTION' | 'COMMENT' | 'REPLY'; title: string; href: string; isNameless: boolean } | null;
};

type Step = { icon: string; title: string; note: string; href: string };

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

/** Welcome page of a new account, with the next steps. */
function ProfileBuiltView({ firstName, isPhoneLinked, target, posted }: ProfileBuiltModel) {
  const ready = firstName === '' ? account.welcome : account.welcomeNamed(firstName);
  const steps: Step[] = [
    ...(isPhoneLinked
      ? []
      : [{ icon: 'phone', title: account.welcomeMobile, note: account.welcomeMobileNote, href: '/profile?do=link' }]),
    // Beside a post without a name, that others see the name is untrue.
    ...(firstName === '' && !posted?.isNameless
      ? [{ icon: 'me', title: account.welcomeName, note: account.welcomeNameNote, href: '/profile?do=name#name' }]
      : []),
    { icon: 'schemes', title: finder.welcome, note: finder.welcomeNote, href: '/find-schemes' },
    { icon: 'social', title: account.welcomeFamily, note: account.welcomeFamilyNote, href: '/profile?do=add#add' },
  ];
  return (
    <Gate
      title={account.welcome}
      description={account.welcomeDescribe}
      path="/profile_built"
      heading={posted ? c.posted.heading : <span lang={langOf(firstName)}>{ready}</span>}
    >
      {posted && (
        <>
          <Notice title={c.posted.live[posted.kind]}>
            <p>
              <a href={posted.href} lang={langOf(posted.title)}>
                {posted.title}
              </a>
            </p>
          </Notice>
          {posted.isNameless && <p>{c.posted.nameless}</p>}
          <p>{c.posted.next[posted.kind]}</p>
          <a className="btn full" href={posted.href}>
            {c.posted.see[posted.kind]}
          </a>
          <h2 lang={langOf(firstName)}>{ready}</h2>
        </>
      )}
      <p className="soft">{account.welcomeLead}</p>
      <ul className="errands">
        {steps.map(({ icon, title, note, href }) => (
          <li key={href}>
            <Icon name={icon} />
            <div>
              <a href={href}>{title}</a>
              <small>{note}</small>
            </div>
          </li>
        ))}
      </ul>
      <a className={posted ? 'btn ghost full' : 'btn full'} href={target ?? '/'}>
        {target ? account.welcomeBack : account.welcomeRead}
      </a>
    </Gate>
  );
}

export default servedPage(ProfileBuiltView);
