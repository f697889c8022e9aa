import { listRevisions } from '../../features/communities/answer-revisions.server.ts';
import { readPost } from '../../features/communities/one-post.queries.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { insistOnItems, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../features/communities/communities.css';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import { tagsOfWriters } from './list-parameters.ts';
import { placeOf } from './act-on-post.server.ts';
import { type AnswerHistoryModel, AnswerHistoryView } from './answer-history-view.tsx';

export const loader = pageLoader(async ({ services, params, url }) => {
  const { db } = services.connection;
  if (!/^[1-9]\d{0,8}$/.test(params.key ?? '')) throw notFound('page');
  const id = Number(params.key);
  const page = pageIn(url);
  const revisions = await listRevisions(db, id, { page, pageSize: 10 });
  insistOnItems(revisions, page);
  const post = await readPost(db, 'COMMENT', id);
  const backHref = placeOf(post, post.questionUrl);
  const model: AnswerHistoryModel = { id, title: post.questionTitle, backHref, revisions };
  return { model, tags: [`question:${post.questionId}`, ...tagsOfWriters(revisions.data)] };
});

export default servedPage(AnswerHistoryView);
