import { listArticles } from '../../features/articles/articles.queries.server.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager, placeInList } from '../../ui/pager.tsx';
import { absolute, absoluteHere } from '../../ui/site-context.ts';
import { Empty } from '../../ui/states.tsx';
import { collectionPage, person } from '../../ui/structured-data.ts';
import { dyes } from '../../features/categories/dyes.ts';
import { ArticleGrid } from '../../features/feed/listing-body.tsx';
import { Rail } from '../../features/feed/rail.tsx';
import type { Author } from '../../features/authors/authors.contract.ts';
import { getAuthor } from '../../features/authors/authors.queries.server.ts';
import { type ModelOf, idOf, insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';

/** Portrait; the initial as a fallback. */
function Face({ author }: { author: Author }) {
  if (author.imageUrl) return <img className="face" src={author.imageUrl} alt="" width={80} height={80} />;
  return (
    <span className="face" data-dye={dyes[author.id % dyes.length]} aria-hidden="true">
      {[...author.name][0]}
    </span>
  );
}

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'author');
  const author = await getAuthor(db, id);
  insistOn(author.canonicalUrl, url);
  // Ten a page, oldest first: the API's default for a listing by author.
  const articles = await listArticles(db, { articleAuthorId: [id], page, sortKey: 'CREATED_AT', sortOrder: 'ASC' });
  insistOnItems(articles, page);
  const model = { author, articles, now: clock().toISOString() };
  return { model, tags: [`author:${id}`, 'articles'] };
});

type Model = ModelOf<typeof loader>;

function AuthorView({ author, articles, now }: Model) {
  const lang = langOf(author.name);
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(t.nav.pageOf(author.name, articles.page))}
        description={t.author.describe(author.name)}
        kind="profile"
        {...placeInList(articles, (page) => addressWith(author.canonicalUrl, { page }))}
        data={(site) => [
          {
            '@type': 'ProfilePage',
            url: absoluteHere(site, author.canonicalUrl),
            mainEntity: {
              ...person(site, author),
              description: author.bio,
              image: author.imageUrl && absolute(site, author.imageUrl),
            },
          },
          collectionPage(site, {
            name: t.author.articlesBy(author.name),
            path: addressWith(author.canonicalUrl, { page: articles.page }),
            items: articles.data,
          }),
        ]}
      />
      <Breadcrumbs crumbs={[{ name: author.name }]} />
      <div className="intro by">
        <Face author={author} />
        <h1 lang={lang}>{author.name}</h1>
        {author.bio && (
          <p className="standfirst" lang={langOf(author.bio)}>
            {author.bio}
          </p>
        )}
      </div>
      <div className="page">
        <div className="pile">
          <h2 className="vh">{t.author.articlesBy(author.name)}</h2>
          {articles.data.length > 0 ? (
            <ArticleGrid articles={articles.data} isFirstPage={articles.page === 1} />
          ) : (
            <Empty icon="papers" title={t.author.empty(author.name)} />
          )}
          <Pager {...articles} hrefOf={(page) => addressWith(author.canonicalUrl, { page })} />
        </div>
        <Rail now={now} />
      </div>
    </div>
  );
}

export default servedPage(AuthorView);
