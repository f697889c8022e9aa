import { redirect } from 'react-router';
import { listQuestionsByIds, listRecentQuestions } from '../../features/communities/communities.queries.server.ts';
import type { Question } from '../../features/communities/communities.contract.ts';
import { newestOfFrame, newestRead } from '../../features/communities/newest-questions.ts';
import { getQuestion, readThread } from '../../features/communities/thread.queries.server.ts';
import { readAnswer } from '../../features/communities/one-post.queries.server.ts';
import { plainWordsOf } from '../../features/communities/plain-words.ts';
import { dangersIn, helplinesAgainst } from '../../features/helplines/danger.server.ts';
import { listToReadFirst } from '../../features/search/search.queries.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { idOf, insistOn, insistOnItems, pageAction, pageLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { actOnQuestion, type QuestionSent } from './act-on-question.server.ts';
import { repliesPageSize, tagsOfWriters, threadPageSize } from './list-parameters.ts';
import { type QuestionModel, QuestionView } from './question-view.tsx';
import { chosenIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

export const loader = pageLoader(async ({ services, remember, params, url, page, sent: given }) => {
  const { config } = services;
  const { db } = services.connection;
  const id = idOf(params.key, 'question');
  const answerId = chosenIn(url, 'answer', 'comment');
  const thread = await readAll(db, id, answerId, page, url);
  const { question } = thread;
  // These parameters belong to the list of questions.
  for (const name of ['filter', 'category', 'tag'])
    if (url.searchParams.has(name)) throw redirect(question.canonicalUrl, 301);
  insistOn(question.canonicalUrl, url);
  insistOnItems(thread.kind === 'all' ? thread.comments : thread.replies, page);
  const asked = { title: question.title ?? '', body: plainWordsOf(question.bodyHtml ?? '') };
  const dangers = dangersIn(`${asked.title} ${asked.body}`);
  // A search that fails must not take the page with it.
  let failure: unknown = null;
  const articles = await remember(`read-first:${id}`, ['articles', `question:${id}`], () =>
    listToReadFirst(db, asked),
  ).catch((error: unknown) => {
    failure = error;
    return [];
  });
  const newest = await remember('asked-lately', ['questions'], () =>
    listRecentQuestions(db, { pageSize: newestRead }, null),
  );
  const others = newestOfFrame(newest.data.filter((other) => other.id !== id));
  const sent = given as QuestionSent | null;
  const model: QuestionModel = {
    question,
    thread,
    origin: config.publicOrigin,
    articles,
    helplines: helplinesAgainst(dangers),
    offersExit: dangers.includes('violence'),
    others,
    refused: sent?.refused ?? null,
    problem: sent?.problem ?? null,
    isShared: sent?.isShared ?? false,
    signIn: sent?.signIn ?? null,
  };
  const writers =
    thread.kind === 'all'
      ? [...thread.comments.data, ...[...thread.replies.values()].flat()]
      : [thread.comment, ...thread.replies.data];
  const improvers = writers.map((one) => ({ createdBy: ('improved' in one && one.improved?.by) || null }));
  return {
    model,
    failure,
    tags: [
      `question:${id}`,
      ...others.map((other) => `question:${other.id}`),
      ...articles.map((article) => `article:${article.id}`),
      ...tagsOfWriters([question, ...writers, ...improvers]),
    ],
  };
});

type Thread = { question: Awaited<ReturnType<typeof getQuestion>> } & QuestionModel['thread'];

async function readAll(
  db: Parameters<typeof getQuestion>[0],
  id: number,
  answerId: number | null,
  page: number,
  url: URL,
): Promise<Thread> {
  if (answerId === null) {
    const thread = await readThread(db, id, { page, size: threadPageSize });
    await leadOn(db, thread.question, url);
    return { kind: 'all', ...thread };
  }
  const question = await getQuestion(db, id, null);
  await leadOn(db, question, url);
  return { kind: 'one', question, ...(await readAnswer(db, id, answerId, { page, size: repliesPageSize })) };
}

/** From a merged question to the other, where its answers are. */
async function leadOn(db: Parameters<typeof getQuestion>[0], { duplicateOf }: Question, url: URL): Promise<void> {
  if (duplicateOf === null) return;
  url.searchParams.delete('page');
  insistOn((await getQuestion(db, duplicateOf, null)).canonicalUrl, url);
}

export const action = pageAction<QuestionSent>(async (args) => {
  const id = idOf(args.params.key, 'question');
  const { db } = args.services.connection;
  // What somebody typed while the question was merged goes to the other.
  const { duplicateOf } = await getQuestion(db, id, null);
  const [question] = await listQuestionsByIds(db, [duplicateOf ?? id]);
  if (!question) throw notFound('question');
  return actOnQuestion(args, question);
});

export default servedPage(QuestionView, undefined, { name: 'thread', when: 'first-touch' });
