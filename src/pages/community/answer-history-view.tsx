import type { Revision } from '../../features/communities/communities.contract.ts';
import { PostText, Who } from '../../features/communities/post-parts.tsx';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';

export type AnswerHistoryModel = { id: number; title: string; backHref: string; revisions: Listing<Revision> };

/** Each version of an answer, newest first, with its writer and reason. */
export function AnswerHistoryView({ id, title, backHref, revisions }: AnswerHistoryModel) {
  return (
    <div className="wrap read no-toc">
      <PageHead title={t.site.titleOf(c.versionsTitle)} description={c.versionsTitle} />
      <div className="over">
        <Breadcrumbs crumbs={[{ name: t.nav.community, href: '/community' }, { name: c.one.kinds.COMMENT }]} />
      </div>
      <div className="paper">
        <h1 className="asked">{c.versionsTitle}</h1>
        <p lang={langOf(title)}>
          <a className="link" href={backHref}>
            {title || c.one.back}
          </a>
        </p>
        {revisions.data.map((one) => (
          <article key={one.id} className="post">
            <Who post={{ ...one, editedAt: null }} askerId="" />
            {one.reason && (
              <p className="soft" lang={langOf(one.reason)}>
                {one.reason}
              </p>
            )}
            <PostText post={one} />
          </article>
        ))}
        <Pager {...revisions} hrefOf={(page) => addressWith(`/community/answer/${id}/history`, { page })} />
      </div>
    </div>
  );
}
