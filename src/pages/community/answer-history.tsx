import { listRevisions } from '../../features/communities/answer-revisions.server.ts';
import { readPost } from '../../features/communities/one-post.queries.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { type ModelOf, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../features/communities/communities.css';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import { tagsOfWriters } from './list-parameters.ts';
import { placeOf } from './act-on-post.server.ts';
import { PostText, Who } from '../../features/communities/post-parts.tsx';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';

export const loader = pageLoader(async ({ services, params, url }) => {
  const { db } = services.connection;
  if (!/^[1-9]\d{0,8}$/.test(params.key ?? '')) throw notFound('page');
  const id = Number(params.key);
  const page = pageIn(url);
  const revisions = await listRevisions(db, id, { page, pageSize: 10 });
  insistOnItems(revisions, page);
  const post = await readPost(db, 'COMMENT', id);
  const backHref = placeOf(post, post.questionUrl);
  const model = { id, title: post.questionTitle, backHref, revisions };
  return { model, tags: [`question:${post.questionId}`, ...tagsOfWriters(revisions.data)] };
});

type Model = ModelOf<typeof loader>;

/** Each version of an answer, newest first, with its writer and reason. */
function AnswerHistoryView({ id, title, backHref, revisions }: Model) {
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

export default servedPage(AnswerHistoryView);
