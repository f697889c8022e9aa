import { redirect } from 'react-router';
import { checkAnswer } from '../../features/communities/answer-trust.server.ts';
import {
  acceptComment,
  closeQuestion,
  deletePost,
  editComment,
  editQuestion,
  editReply,
  summariseQuestion,
} from '../../features/communities/change-post.server.ts';
import {
  checkInput,
  editAnswerInput,
  editCommentInput,
  editQuestionInput,
  summaryInput,
} from '../../features/communities/communities.contract.ts';
import { insist, mayDelete } from '../../features/communities/communities.policy.ts';
import { describeFailure } from '../../features/communities/community-failures.ts';
import { findPlace } from '../../features/communities/communities.queries.server.ts';
import { markDuplicate } from '../../features/communities/merge-questions.server.ts';
import { getQuestion } from '../../features/communities/thread.queries.server.ts';
import type { OnePost } from '../../features/communities/one-post.queries.server.ts';
import { reportInput } from '../../features/moderation/moderation.contract.ts';
import { reportPost } from '../../features/moderation/report-post.server.ts';
import { community as c } from '../../messages/community.ts';
import { toAppError } from '../../platform/http/to-app-error.server.ts';
import type { FormArgs } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { parseSlugAndId } from '../../platform/wire/ids.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { addressWith } from '../../ui/pager.tsx';
import { wordsFor } from './act-on-question.server.ts';
import { linesOf, mask, type NumberKind, numbersIn, wishOf } from './check-words.ts';
import { type SignInModel, signInToPost } from './sign-in-to-post.server.ts';
import { fullStop } from '../../ui/format.ts';

export type PostIntent =
  'edit' | 'delete' | 'accept' | 'close' | 'check' | 'summary' | 'improve' | 'report' | 'duplicate';
export type PostSent = {
  status?: number;
  intent: PostIntent | null;
  problem: string | null;
  title: string;
  body: string;
  /** Of the source of a check, or of another question. */
  url: string;
  numbers: NumberKind[];
  isMasked: boolean;
  /** The delete button was pressed and waits for confirmation. */
  isAsked: boolean;
  signIn: SignInModel | null;
  viewer: Viewer | null;
};

type Task = { services: PageServices; viewer: Viewer; form: URLSearchParams; post: OnePost };

/** URL and fragment of a post within its question's page. */
export function placeOf(
  { entityType, id, commentId }: Pick<OnePost, 'entityType' | 'id' | 'commentId'>,
  questionUrl: string,
): string {
  if (entityType === 'QUESTION') return `${questionUrl}#question`;
  return `${addressWith(questionUrl, { answer: commentId })}#${entityType === 'COMMENT' ? 'comment' : 'reply'}-${id}`;
}

/** Handles the forms of a single post's page. */
export async function actOnPost(
  args: FormArgs,
  readPost: (viewer: Viewer) => Promise<OnePost>,
): Promise<PostSent | Response> {
  const { services, form } = args;
  const intent =
    (['edit', 'delete', 'accept', 'close', 'check', 'summary', 'improve', 'report', 'duplicate'] as const).find(
      (one) => one === form.get('intent'),
    ) ?? null;
  const nothing: PostSent = {
    intent,
    problem: null,
    title: form.get('title') ?? '',
    body: linesOf(form.get('body')),
    url: form.get('url') ?? '',
    numbers: [],
    isMasked: false,
    isAsked: false,
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
    if (intent === 'delete') {
      if (form.get('sure') === 'yes') return redirect(await remove(task), 303);
      insist(mayDelete(viewer, post));
      return { ...nothing, viewer, isAsked: true };
    }
    if (intent === 'accept') return await accept(task, refuse);
    if (intent === 'close')
      return redirect(
        `${(await closeQuestion(services, viewer, post.questionId, form.get('do') !== 'undo')).canonicalUrl}#question`,
        303,
      );
    if (intent === 'check') return await check(task, nothing, refuse);
    if (intent === 'summary') return await summarise(task, nothing, refuse);
    if (intent === 'improve') return await improve(task, nothing, refuse);
    if (intent === 'report') return await report(task, refuse);
    if (intent === 'duplicate') return await duplicate(task, refuse);
    return refuse(400, c.badRequest);
  } catch (error) {
    if (intent === 'delete') return refuse(...notDeleted(error));
    const { status, words } = wordsFor(error);
    return refuse(status, words);
  }
}

/** Message for a failed deletion, an unreachable database included; programming errors are rethrown and logged. */
function notDeleted(error: unknown): [status: number, words: string] {
  const { status, message } = toAppError(error);
  if (status === 500) throw error;
  const { text, reason } = describeFailure('delete', { status, statusText: '', message });
  return [status, reason === null ? text : `${text}${fullStop()} ${reason}`];
}

type Refuse = (status: number, problem: string | null, more?: Partial<PostSent>) => PostSent;

/** From the answer's own page, or from the question's page with the answer as a form field. */
async function accept({ services, viewer, form, post }: Task, refuse: Refuse): Promise<PostSent | Response> {
  const isAnswer = post.entityType === 'COMMENT';
  const chosen = isAnswer ? String(post.id) : (form.get('comment') ?? '');
  if (form.get('do') !== 'undo' && !/^[1-9]\d{0,8}$/.test(chosen)) return refuse(400, c.one.acceptChosen);
  const commentId = form.get('do') === 'undo' ? null : Number(chosen);
  const { canonicalUrl } = await acceptComment(services, viewer, post.questionId, commentId);
  return redirect(`${canonicalUrl}#${isAnswer || commentId !== null ? `comment-${chosen}` : 'answers'}`, 303);
}

async function edit(
  { services, viewer, form, post }: Task,
  typed: PostSent,
  refuse: Refuse,
): Promise<PostSent | Response> {
  const isQuestion = post.entityType === 'QUESTION';
  const title = typed.title.replace(/\s+/g, ' ').trim();
  const wish = wishOf(form);
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
  if (wish === 'mask')
    return { ...typed, title: isQuestion ? mask(title) : typed.title, body: mask(body), isMasked: true, viewer };
  const numbers = wish === 'anyway' ? [] : numbersIn(isQuestion ? title : '', body);
  if (numbers.length > 0) return refuse(400, null, { numbers });
  if (isQuestion)
    return redirect(placeOf(post, (await editQuestion(services, viewer, post.id, { title, body })).canonicalUrl), 303);
  if (post.entityType === 'COMMENT') await editComment(services, viewer, post.id, { body });
  else await editReply(services, viewer, post.id, body);
  return redirect(placeOf(post, post.questionUrl), 303);
}

async function check(
  { services, viewer, form, post }: Task,
  { title, url, body: note }: PostSent,
  refuse: Refuse,
): Promise<PostSent | Response> {
  const isUndone = form.get('do') === 'undo';
  const editedAt = form.get('editedAt') || null;
  const input = checkInput.safeParse(
    isUndone ? { source: null } : { source: { title, url: url.trim() }, note, editedAt },
  );
  if (!input.success) return refuse(400, c.one.sourceNeeded);
  await checkAnswer(services, viewer, post.id, input.data);
  return redirect(placeOf(post, post.questionUrl), 303);
}

/** Another's answer, by a trusted member; the reason stands in the field of the title. */
async function improve(
  { services, viewer, form, post }: Task,
  { title: reason, body }: PostSent,
  refuse: Refuse,
): Promise<PostSent | Response> {
  const input = editCommentInput.safeParse({ body, reason, editedAt: form.get('editedAt') || null });
  if (!input.success) return refuse(400, c.one.improveNeeded);
  if (numbersIn(reason, body).length > 0) return refuse(400, c.one.noNumbers);
  await editComment(services, viewer, post.id, input.data);
  return redirect(placeOf(post, post.questionUrl), 303);
}

async function summarise(
  { services, viewer, form, post }: Task,
  { body }: PostSent,
  refuse: Refuse,
): Promise<PostSent | Response> {
  const summarisedAt = form.get('summarisedAt') || null;
  const input = summaryInput.safeParse({ summary: form.get('do') === 'undo' ? null : body, summarisedAt });
  if (!input.success) return refuse(400, c.one.summaryNeeded);
  if (input.data.summary !== null && numbersIn('', body).length > 0) return refuse(400, c.one.noNumbers);
  await summariseQuestion(services, viewer, post.questionId, input.data);
  return redirect(placeOf(post, post.questionUrl), 303);
}

async function duplicate({ services, viewer, form, post }: Task, refuse: Refuse): Promise<PostSent | Response> {
  const other = form.get('do') === 'undo' ? null : questionIn(form.get('url') ?? '');
  if (other === 0) return refuse(400, c.one.otherNeeded);
  const { canonicalUrl } = await markDuplicate(services, viewer, post.questionId, other);
  return redirect(`${canonicalUrl}#question`, 303);
}

/** A number, or an address of a question's page or post. @returns 0 for neither */
function questionIn(text: string): number {
  const last =
    text
      .trim()
      .replace(/[?#].*/, '')
      .split('/')
      .findLast((part) => part !== '') ?? '';
  const [, number] = /^(?:question-)?([1-9]\d{0,8})$/.exec(last) ?? [];
  return number ? Number(number) : (parseSlugAndId(last)?.id ?? 0);
}

/** @returns URL of the nearest post that still exists */
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
  // The post may have been hidden meanwhile: its own page still exists, its place in the question may not.
  return redirect(`/community/post/${post.entityType.toLowerCase()}-${post.id}?told=reported`, 303);
}
