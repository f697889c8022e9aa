import { listQuestionsOfAuthor } from '../../features/communities/communities.queries.server.ts';
import { insistOnItems, needsViewer, personalLoader } from '../../platform/page/page-loader.server.ts';
import { threadPageSize } from './list-parameters.ts';
import { type MyQuestionsModel, MyQuestionsView } from './my-questions-view.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

export const loader = personalLoader(async ({ services, url, viewer: asker }) => {
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const page = pageIn(url);
  const questions = await listQuestionsOfAuthor(db, viewer.userId, { page, pageSize: threadPageSize }, null);
  insistOnItems(questions, page);
  return { model: { questions } satisfies MyQuestionsModel };
});

export default servedPage(MyQuestionsView);
