import { insistOnPiece, pageLoader } from '../../platform/page/page-loader.server.ts';
import { readTextPage } from './read-text-page.server.ts';
import { servedPage } from '../served-page.tsx';
import { type TextPageModel, TextPageView } from './text-page-view.tsx';

export const loader = pageLoader(async ({ services, url }) => {
  const key = url.pathname.split('/').at(-1)!;
  const page = await readTextPage(services, key);
  const versions = insistOnPiece(page, url);
  const model: TextPageModel = { path: page.canonicalUrl, ...page };
  return { model, versions, tags: ['pages', `page:${key}`] };
});

export default servedPage(TextPageView);
