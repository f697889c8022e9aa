import { redirect } from 'react-router';
import {
  acceptComment,
  closeQuestion,
  deletePost,
  editComment,
  editQuestion,
  editReply,
} from '../../features/communities/change-post.server.ts';
import { editAnswerInput, editQuestionInput } from '../../features/communities/communities.contract.ts';
import { describeFailure } from '../../features/communities/community-failures.ts';
import { findPlace, getQuestion } from '../../features/communities/communities.queries.server.ts';
import type { OnePost } from '../../features/communities/one-post.queries.server.ts';
import { reportInput } from '../../features/moderation/moderation.contract.ts';
import { reportPost } from '../../features/moderation/report-post.server.ts';
import { community as c } from '../../messages/community.ts';
import { toAppError } from '../../platform/to-app-error.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { addressWith } from '../../ui/pager.tsx';
import { wordsFor } from './act-on-question.server.ts';
import { linesOf, mask, type NumberKind, numbersIn, wishOf } from './check-words.ts';
import { type SignInModel, signInToPost } from './sign-in-to-post.server.ts';

export type PostIntent = 'edit' | 'delete' | 'accept' | 'close' | 'report';
export type PostSent = {
  status?: number;
  intent: PostIntent | null;
  problem: string | null;
  title: string;
  body: string;
  numbers: NumberKind[];
  isMasked: boolean;
  signIn: SignInModel | null;
  viewer: Viewer | null;
};

type Args = {
  services: PageServices;
  viewer: Viewer | null;
  form: URLSearchParams;
  url: URL;
  address: string;
  userAgent: string;
  setCookies(lines: string[]): void;
};
type Task = { services: PageServices; viewer: Viewer; form: URLSearchParams; post: OnePost };

/** Where a post stands, with all that hangs on it. */
export function placeOf(
  { entityType, id, commentId }: Pick<OnePost, 'entityType' | 'id' | 'commentId'>,
  questionUrl: string,
): string {
  if (entityType === 'QUESTION') return `${questionUrl}#question`;
  return `${addressWith(questionUrl, { answer: commentId })}#${entityType === 'COMMENT' ? 'comment' : 'reply'}-${id}`;
}

/** What the forms of one post's page do. */
export async function actOnPost(
  args: Args,
  readPost: (viewer: Viewer) => Promise<OnePost>,
): Promise<PostSent | Response> {
  const { services, form } = args;
  const intent =
    (['edit', 'delete', 'accept', 'close', 'report'] as const).find((one) => one === form.get('intent')) ?? null;
  const nothing: PostSent = {
    intent,
    problem: null,
    title: form.get('title') ?? '',
    body: linesOf(form.get('body')),
    numbers: [],
    isMasked: false,
    signIn: null,
    viewer: args.viewer,
  };
  const signedIn = args.viewer ? { viewer: args.viewer } : await signInToPost(args);
  if (!signedIn.viewer) return { ...nothing, status: signedIn.status, signIn: signedIn.signIn };
  const { viewer } = signedIn;
  const post = await readPost(viewer);
  const refuse = (status: number, problem: string | null, more: Partial<PostSent> = {}): PostSent => ({
    ...nothing,
    status,
    problem,
    viewer,
    ...more,
  });
  const task: Task = { services, viewer, form, post };
  try {
    if (intent === 'edit') return await edit(task, nothing, refuse);
    if (intent === 'delete') return redirect(await remove(task), 303);
    if (intent === 'accept') {
      const question = await acceptComment(
        services,
        viewer,
        post.questionId,
        form.get('do') === 'undo' ? null : post.id,
      );
      return redirect(`${question.canonicalUrl}#comment-${post.id}`, 303);
    }
    if (intent === 'close')
      return redirect(
        `${(await closeQuestion(services, viewer, post.questionId, form.get('do') !== 'undo')).canonicalUrl}#question`,
        303,
      );
    if (intent === 'report') return await report(task, refuse);
    return refuse(400, c.badRequest);
  } catch (error) {
    if (intent === 'delete') return refuse(...notDeleted(error));
    const { status, words } = wordsFor(error);
    return refuse(status, words);
  }
}

/** A database that is away is a reason too; what is a mistake of ours is thrown on, so that it is noted. */
function notDeleted(error: unknown): [status: number, words: string] {
  const { status, message } = toAppError(error);
  if (status === 500) throw error;
  const { text, reason } = describeFailure('delete', { status, statusText: '', message });
  return [status, reason === null ? text : `${text}. ${reason}`];
}

type Refuse = (status: number, problem: string | null, more?: Partial<PostSent>) => PostSent;

async function edit(
  { services, viewer, form, post }: Task,
  typed: PostSent,
  refuse: Refuse,
): Promise<PostSent | Response> {
  const isQuestion = post.entityType === 'QUESTION';
  const title = typed.title.replace(/\s+/g, ' ').trim();
  const wish = wishOf(form);
  if (wish === 'mask') return { ...typed, title: mask(title), body: mask(typed.body), isMasked: true, viewer };
  const { body } = typed;
  const input = isQuestion ? editQuestionInput.safeParse({ title, body }) : editAnswerInput.safeParse({ body });
  if (!input.success)
    return refuse(
      400,
      isQuestion && input.error.issues.some(({ path }) => path[0] === 'title')
        ? c.titleNeeded
        : isQuestion
          ? c.bodyLong
          : c.answerNeeded,
    );
  const numbers = wish === 'anyway' ? [] : numbersIn(isQuestion ? title : '', body);
  if (numbers.length > 0) return refuse(400, null, { numbers });
  if (isQuestion)
    return redirect(placeOf(post, (await editQuestion(services, viewer, post.id, { title, body })).canonicalUrl), 303);
  await (post.entityType === 'COMMENT' ? editComment : editReply)(services, viewer, post.id, body);
  return redirect(placeOf(post, post.questionUrl), 303);
}

/** @returns where to go: to what still stands */
async function remove({ services, viewer, post }: Task): Promise<string> {
  const { db } = services.connection;
  await deletePost(services, viewer, post.entityType, post.id);
  const question = await getQuestion(db, post.questionId, null).catch(() => null);
  if (!question) return '/community';
  const comment =
    post.entityType === 'REPLY' ? await findPlace(db, { entityType: 'COMMENT', entityId: post.commentId! }) : null;
  return comment
    ? `${addressWith(question.canonicalUrl, { answer: post.commentId })}#replies`
    : `${question.canonicalUrl}#answers`;
}

async function report({ services, viewer, form, post }: Task, refuse: Refuse): Promise<PostSent | Response> {
  const input = reportInput.safeParse({
    entityType: post.entityType,
    entityId: post.id,
    reason: form.get('reason'),
    note: linesOf(form.get('note')),
  });
  if (!input.success) return refuse(400, c.one.reasonNeeded);
  await reportPost(services, viewer, input.data);
  // It may be hidden by now, and then nothing is there to come back to.
  return redirect(`/community/post/${post.entityType.toLowerCase()}-${post.id}?told=reported`, 303);
}
