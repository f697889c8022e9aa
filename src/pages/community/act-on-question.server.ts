import { redirect } from 'react-router';
import { tryAnswer } from '../../features/communities/answer-trust.server.ts';
import { acceptComment, shareQuestion } from '../../features/communities/change-post.server.ts';
import {
  createCommentInput,
  createReplyInput,
  type Question,
} from '../../features/communities/communities.contract.ts';
import { insistOnPosting } from '../../features/communities/community-state.server.ts';
import { insist, insistOnActive, isOfNewsroom } from '../../features/communities/communities.policy.ts';
import { listComments, listReplies } from '../../features/communities/thread.queries.server.ts';
import { findSameComment, findSameReply } from '../../features/communities/same-post.queries.server.ts';
import { answerQuestion, replyToComment } from '../../features/communities/write-answer.server.ts';
import { postTypes } from '../../features/moderation/moderation.contract.ts';
import { react } from '../../features/reactions/react.server.ts';
import { reactionsById } from '../../features/reactions/reactions.queries.server.ts';
import { findHints } from '../../features/search/hints.queries.server.ts';
import { community as c } from '../../messages/community.ts';
import { unanswered } from '../../messages/unanswered.ts';
import { type AppError, detailText, isAppError } from '../../platform/wire/errors.ts';
import type { FormArgs } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { loginAddress } from '../../platform/http/safe-redirect.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { addressWith } from '../../ui/pager.tsx';
import { linesOf, mask, numbersIn, wishOf } from './check-words.ts';
import { repliesPageSize, threadPageSize } from './list-parameters.ts';
import type { Refused } from './post-form.tsx';
import { postOnce } from './post-once.server.ts';
import { landingAfter, type SignInModel, signInToPost } from './sign-in-to-post.server.ts';

export type QuestionSent = {
  status?: number;
  refused?: Refused;
  problem?: string;
  isShared?: boolean;
  signIn?: SignInModel;
};

/** Message for a refused call; server errors are rethrown. */
export function wordsFor(error: unknown): { status: number; words: string } {
  if (!isAppError(error) || error.status >= 500) throw error;
  const { status, message, details } = error as AppError;
  const [first] = details ?? [];
  const words = (first && detailText(first)) || message;
  return { status, words: words || (status === 400 ? c.badRequest : c.anError) };
}

/** A refused call is told on the page. */
export const refusing = <Result>(work: Promise<Result>) =>
  work.catch((error: unknown) => {
    const { status, words } = wordsFor(error);
    return { status, problem: words };
  });

/** Handles the forms of a question's page. */
export async function actOnQuestion(args: FormArgs, question: Question): Promise<QuestionSent | Response> {
  const intent = args.form.get('intent');
  if (intent === 'react') return refusing(reactTo(args));
  if (intent === 'worked') return refusing(tryIt(args));
  if (intent === 'share') return share(args, question);
  if (intent === 'accept') return refusing(accept(args, question));
  if (intent === 'answer' || intent === 'reply') return write(args, question, intent);
  return { status: 400, problem: c.badRequest };
}

const hereOf = (url: URL) => url.pathname + url.search;

const anchors = { QUESTION: 'question', COMMENT: 'comment', REPLY: 'reply' } as const;

async function reactTo({
  services: { connection, limits, clock },
  viewer,
  form,
  url,
}: FormArgs): Promise<QuestionSent | Response> {
  const wanted = form.has('like');
  const [type, number = ''] = (form.get('like') ?? form.get('dislike') ?? '').split('-');
  const entityType = postTypes.find((one) => one === type);
  if (!entityType || !/^[1-9]\d{0,8}$/.test(number)) return { status: 400, problem: c.badRequest };
  const id = Number(number);
  const place = `${hereOf(url)}#${entityType === 'QUESTION' ? 'question' : `${anchors[entityType]}-${id}`}`;
  if (!viewer) return redirect(`${loginAddress(place)}&why=thumbs`, 303);
  insistOnActive(viewer, clock());
  await limits.reactions(viewer.userId);
  const before = (await reactionsById(connection.db, viewer.userId, entityType, [id])).get(id) ?? null;
  await react(connection, viewer.userId, entityType, id, before === wanted ? null : wanted);
  return redirect(place, 303);
}

/** Pressed twice, on a slow phone or a week later, it is said once. */
async function tryIt({ services, viewer, form, url }: FormArgs): Promise<QuestionSent | Response> {
  const chosen = form.get('comment') ?? '';
  if (!/^[1-9]\d{0,8}$/.test(chosen)) return { status: 400, problem: c.badRequest };
  const id = Number(chosen);
  const place = `${hereOf(url)}#comment-${id}`;
  if (!viewer) return redirect(`${loginAddress(place)}&why=thumbs`, 303);
  await tryAnswer(services, viewer, id, { worked: form.get('worked') !== 'no' });
  return redirect(place, 303);
}

async function accept(
  { services, viewer, form, url }: FormArgs,
  { id, canonicalUrl }: Question,
): Promise<QuestionSent | Response> {
  const chosen = form.get('comment') ?? '';
  if (!/^(?:[1-9]\d{0,8})?$/.test(chosen)) return { status: 400, problem: c.badRequest };
  if (!viewer) return redirect(loginAddress(hereOf(url)), 303);
  await acceptComment(services, viewer, id, chosen === '' ? null : Number(chosen));
  return redirect(`${canonicalUrl}#${chosen === '' ? 'answers' : `comment-${chosen}`}`, 303);
}

/** Anybody may share; only shares by signed-in users are counted. */
async function share({ services, viewer }: FormArgs, question: Question): Promise<QuestionSent> {
  if (!viewer) return { isShared: true };
  try {
    await shareQuestion(services, viewer, question.id);
    return { isShared: true };
  } catch (error) {
    const { status } = wordsFor(error);
    return { status, isShared: true, problem: c.shareFailed(status, c.statusTexts[status] ?? c.anError) };
  }
}

/** For the newsroom: the form with the words of the nearest piece. Nothing is posted. */
async function begin({ services, viewer, url }: FormArgs, question: Question): Promise<QuestionSent | Response> {
  if (!viewer) return redirect(loginAddress(hereOf(url)), 303);
  insist(isOfNewsroom(viewer));
  const { config, connection } = services;
  const piece = (await findHints(connection.db, question.title ?? '')).find(({ kind }) => kind !== 'QUESTION');
  const body = piece
    ? `${piece.answer}\n\n[${piece.title.replace(/[[\]]/g, '')}](${config.publicOrigin}${piece.canonicalUrl})`
    : '';
  const problem = piece ? null : unanswered.begunFromNothing;
  return { refused: { body, problem, numbers: [], isMasked: false, isBegun: piece !== undefined } };
}

async function write(args: FormArgs, question: Question, intent: 'answer' | 'reply'): Promise<QuestionSent | Response> {
  const { services, form } = args;
  if (intent === 'answer' && form.get('do') === 'begin') return refusing(begin(args, question));
  const wish = wishOf(form);
  const typed = linesOf(form.get('body'));
  const refuse = (status: number, problem: string | null, numbers: Refused['numbers'] = []): QuestionSent => ({
    status,
    refused: { body: typed, problem, numbers, isMasked: false },
  });
  const commentId = Number(form.get('comment'));
  const input =
    intent === 'answer'
      ? createCommentInput.safeParse({ questionId: question.id, body: typed })
      : createReplyInput.safeParse({ commentId, body: typed });
  if (!input.success)
    return refuse(400, input.error.issues.some(({ path }) => path[0] === 'body') ? c.answerNeeded : c.badRequest);
  if (wish === 'mask') return { refused: { body: mask(typed), problem: null, numbers: [], isMasked: true } };
  const numbers = wish === 'anyway' ? [] : numbersIn(typed);
  if (numbers.length > 0) return refuse(400, null, numbers);

  try {
    if (!args.viewer) await insistOnPosting(services, null);
    const signedIn = args.viewer ? { viewer: args.viewer, isNew: false } : await signInToPost(args);
    if (!signedIn.viewer) return { status: signedIn.status, signIn: signedIn.signIn };
    const posted =
      intent === 'answer'
        ? await placeOfAnswer(services, signedIn.viewer, question, typed)
        : await placeOfReply(services, signedIn.viewer, question, commentId, typed);
    const kind = intent === 'answer' ? 'comment' : 'reply';
    return redirect(await landingAfter(services, signedIn, kind, posted), 303);
  } catch (error) {
    const { status, words } = wordsFor(error);
    return refuse(status, words);
  }
}

type Posted = { id: number; place: string };

async function placeOfAnswer(
  services: PageServices,
  viewer: Viewer,
  question: Question,
  body: string,
): Promise<Posted> {
  const { db } = services.connection;
  const id = await postOnce(
    () => findSameComment(db, viewer.userId, question.id, body),
    () => answerQuestion(services, viewer, { questionId: question.id, body }),
  );
  const { total } = await listComments(db, question.id, { size: 1 }, null);
  const page = Math.max(1, Math.ceil(total / threadPageSize));
  return { id, place: `${addressWith(question.canonicalUrl, { page })}#comment-${id}` };
}

async function placeOfReply(
  services: PageServices,
  viewer: Viewer,
  question: Question,
  commentId: number,
  body: string,
): Promise<Posted> {
  const { db } = services.connection;
  const id = await postOnce(
    () => findSameReply(db, viewer.userId, commentId, body),
    () => replyToComment(services, viewer, { commentId, body }),
  );
  const { total } = await listReplies(db, commentId, { size: 1 }, null);
  const page = Math.max(1, Math.ceil(total / repliesPageSize));
  return { id, place: `${addressWith(question.canonicalUrl, { answer: commentId, page })}#reply-${id}` };
}
