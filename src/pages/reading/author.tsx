import { listArticles } from '../../features/articles/articles.queries.server.ts';
import { type AuthorModel, AuthorView } from './author-view.tsx';
import { getAuthor } from '../../features/authors/authors.queries.server.ts';
import { idOf, insistOn, insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import { servedPage } from '../served-page.tsx';

export const loader = pageLoader(async ({ services, params, url, page }) => {
  const { clock } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'author');
  const author = await getAuthor(db, id);
  insistOn(author.canonicalUrl, url);
  // Ten a page, oldest first: the API's default for a listing by author.
  const articles = await listArticles(db, { articleAuthorId: [id], page, sortKey: 'CREATED_AT', sortOrder: 'ASC' });
  insistOnItems(articles, page);
  const model: AuthorModel = { author, articles, now: clock().toISOString() };
  return { model, tags: [`author:${id}`, 'articles'] };
});

export default servedPage(AuthorView);
