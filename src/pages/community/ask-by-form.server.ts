import { redirect } from 'react-router';
import { askQuestion } from '../../features/communities/ask-question.server.ts';
import { createQuestionInput, postLimits } from '../../features/communities/communities.contract.ts';
import { renderCommunityText } from '../../features/communities/render-community-text.server.ts';
import { findSameQuestion } from '../../features/communities/same-post.queries.server.ts';
import { community as c } from '../../messages/community.ts';
import { isAppError } from '../../platform/errors.ts';
import { questionPath } from '../../platform/ids.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { wordsFor } from './act-on-question.server.ts';
import { linesOf, mask, type NumberKind, numbersIn, wishOf } from './check-words.ts';
import { postOnce } from './post-once.server.ts';
import { type SignInModel, signInToPost } from './sign-in-to-post.server.ts';

export type Typed = { title: string; body: string; categoryIds: number[]; tagIds: number[] };
export type AskErrors = { title?: string; body?: string; categories?: string; tags?: string };
export type AskSent = {
  status?: number;
  typed: Typed;
  errors: AskErrors;
  problem: string | null;
  numbers: NumberKind[];
  isMasked: boolean;
  isChecked: boolean;
  signIn: SignInModel | null;
};

type Args = {
  services: PageServices;
  viewer: Viewer | null;
  form: URLSearchParams;
  address: string;
  userAgent: string;
  setCookies(lines: string[]): void;
};

const idsOf = (form: URLSearchParams, name: string) => [
  ...new Set(
    form
      .getAll(name)
      .filter((text) => /^[1-9]\d{0,8}$/.test(text))
      .map(Number),
  ),
];

/** Looks, hides numbers or posts, as the button says. Twice the same form is one question. */
export async function askByForm(args: Args): Promise<AskSent | Response> {
  const { services, form } = args;
  const wish = wishOf(form);
  const plain: Typed = {
    title: linesOf(form.get('title')).replace(/\s+/g, ' ').trim(),
    body: linesOf(form.get('body')).trim(),
    categoryIds: idsOf(form, 'category'),
    tagIds: idsOf(form, 'tag'),
  };
  const typed = wish === 'mask' ? { ...plain, title: mask(plain.title), body: mask(plain.body) } : plain;
  const sent: AskSent = {
    typed,
    errors: {},
    problem: null,
    numbers: [],
    isMasked: wish === 'mask',
    isChecked: wish === 'check',
    signIn: null,
  };
  if (wish === 'mask') return sent;

  const errors = errorsIn(typed);
  if (Object.keys(errors).length > 0) return { ...sent, status: 400, errors };
  const numbers = wish === 'anyway' ? [] : numbersIn(typed.title, typed.body);
  if (wish === 'check') return { ...sent, numbers };
  if (numbers.length > 0) return { ...sent, status: 400, numbers };

  const signedIn = args.viewer ? { viewer: args.viewer } : await signInToPost(args);
  if (!signedIn.viewer) return { ...sent, status: signedIn.status, signIn: signedIn.signIn };
  try {
    return redirect(`${await addressOfAsked(services, signedIn.viewer, typed)}#question`, 303);
  } catch (error) {
    const { status, words } = wordsFor(error);
    return { ...sent, status, problem: words };
  }
}

function errorsIn(typed: Typed): AskErrors {
  const errors: AskErrors = {};
  const { error } = createQuestionInput.safeParse(typed);
  for (const {
    path: [field],
  } of error?.issues ?? []) {
    if (field === 'title') errors.title = c.titleNeeded;
    if (field === 'body') errors.body = c.bodyLong;
  }
  if (typed.categoryIds.length > postLimits.categories) errors.categories = c.tooManyChosen;
  if (typed.tagIds.length > postLimits.tags) errors.tags = c.tooManyChosen;
  try {
    renderCommunityText(typed.body);
  } catch (problem) {
    if (!isAppError(problem)) throw problem;
    errors.body = problem.message;
  }
  return errors;
}

async function addressOfAsked(services: PageServices, viewer: Viewer, input: Typed): Promise<string> {
  const id = await postOnce(
    () => findSameQuestion(services.connection.db, viewer.userId, input),
    () => askQuestion(services, viewer, input),
  );
  return questionPath(input.title, id);
}
