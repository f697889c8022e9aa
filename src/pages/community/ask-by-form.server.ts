import { redirect } from 'react-router';
import { askQuestion } from '../../features/communities/ask-question.server.ts';
import { createQuestionInput, postLimits } from '../../features/communities/communities.contract.ts';
import { insistOnPosting } from '../../features/communities/community-state.server.ts';
import { maskAsked } from '../../features/communities/hold-post.server.ts';
import { insistOnRenderable } from '../../features/communities/render-community-text.server.ts';
import { renderInTime } from '../../features/communities/render-in-time.server.ts';
import { findSameQuestion } from '../../features/communities/same-post.queries.server.ts';
import { states } from '../../features/schemes/facts.ts';
import { community as c } from '../../messages/community.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import type { FormArgs } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { wordsFor } from './act-on-question.server.ts';
import { linesOf, mask, type NumberKind, numbersIn, wishOf } from './check-words.ts';
import { numbersOf } from '../page-in.ts';
import { postOnce } from './post-once.server.ts';
import { landingAfter, type SignInModel, signInToPost } from './sign-in-to-post.server.ts';

type State = (typeof states)[number];
export type Typed = {
  title: string;
  body: string;
  categoryIds: number[];
  tagIds: number[];
  isAnonymous: boolean;
  state: State | undefined;
  district: string | undefined;
  tookHint: boolean;
};
export type AskErrors = { title?: string; body?: string; categories?: string; tags?: string; district?: string };
export type AskSent = {
  status?: number;
  typed: Typed;
  errors: AskErrors;
  problem: string | null;
  numbers: NumberKind[];
  isMasked: boolean;
  isChecked: boolean;
  /** Rendered preview of a valid text. */
  previewHtml: string | null;
  signIn: SignInModel | null;
};

/** Beside what was typed, where nothing is wrong and nothing was asked for. */
export const nothingSaid = {
  errors: {},
  problem: null,
  numbers: [],
  isMasked: false,
  isChecked: false,
  previewHtml: null,
  signIn: null,
} satisfies Partial<AskSent>;

/** Previews, masks numbers or posts, by the button pressed. Idempotent: the same form twice posts one question. */
export async function askByForm(args: FormArgs): Promise<AskSent | Response> {
  const { services, form } = args;
  const wish = wishOf(form);
  const plain: Typed = {
    title: linesOf(form.get('title')).replace(/\s+/g, ' ').trim(),
    body: linesOf(form.get('body')).trim(),
    categoryIds: numbersOf(form.getAll('category')),
    tagIds: numbersOf(form.getAll('tag')),
    isAnonymous: form.has('withoutName'),
    state: states.find((name) => name === form.get('state')),
    district: linesOf(form.get('district')).replace(/\s+/g, ' ').trim() || undefined,
    tookHint: form.get('tookHint') === 'yes',
  };
  const sent: AskSent = { ...nothingSaid, typed: plain };
  // Length is checked first: an over-long text is returned unprocessed, without masking, matching or rendering.
  const errors = errorsIn(plain, wish === 'mask');
  if (Object.keys(errors).length > 0) return { ...sent, status: 400, errors };
  if (wish === 'mask')
    return { ...sent, typed: { ...plain, title: mask(plain.title), body: mask(plain.body) }, isMasked: true };

  const typed = plain;
  const numbers = wish === 'anyway' ? [] : numbersIn(typed.title, typed.body);
  if (wish === 'check') return check(args, { ...sent, numbers });
  if (numbers.length > 0) return { ...sent, status: 400, numbers };

  try {
    if (!args.viewer) await insistOnPosting(services, null);
    const signedIn = args.viewer ? { viewer: args.viewer, isNew: false } : await signInToPost(args);
    if (!signedIn.viewer) return { ...sent, status: signedIn.status, signIn: signedIn.signIn };
    const masked = maskAsked(signedIn.viewer, services.clock(), { title: typed.title, body: typed.body });
    if (masked) return { ...sent, typed: { ...typed, ...masked }, isMasked: true };
    const id = await idOfAsked(services, signedIn.viewer, typed);
    const place = `${questionPath(typed.title, id)}#question`;
    return redirect(await landingAfter(services, signedIn, 'question', { id, place }), 303);
  } catch (error) {
    const { status, words } = wordsFor(error);
    return isOfBody(error) ? { ...sent, status, errors: { body: words } } : { ...sent, status, problem: words };
  }
}

const isOfBody = (error: unknown) => isAppError(error) && error.details?.[0]?.path === 'body';

/** Counts against the rate limit before rendering; a rendering error becomes a field error. */
async function check({ services, address }: FormArgs, sent: AskSent): Promise<AskSent> {
  await services.limits.searches(networkOf(address));
  try {
    return { ...sent, isChecked: true, previewHtml: await renderInTime(services, sent.typed.body) };
  } catch (problem) {
    if (!isOfBody(problem)) throw problem;
    return { ...sent, status: 400, errors: { body: (problem as Error).message } };
  }
}

/** @param onlyLengths a masked text may be below the minimum of words */
function errorsIn(typed: Typed, onlyLengths: boolean): AskErrors {
  const errors: AskErrors = {};
  const { error } = createQuestionInput.safeParse(typed);
  for (const {
    code,
    path: [field],
  } of error?.issues ?? []) {
    if (onlyLengths && code !== 'too_big') continue;
    if (field === 'title') errors.title = c.titleNeeded;
    if (field === 'body') errors.body = c.bodyLong;
    if (field === 'district') errors.district = typed.state ? c.districtOfState : c.stateFirst;
  }
  if (onlyLengths || errors.body !== undefined) return errors;
  if (typed.categoryIds.length > postLimits.categories) errors.categories = c.tooManyChosen;
  if (typed.tagIds.length > postLimits.tags) errors.tags = c.tooManyChosen;
  try {
    insistOnRenderable(typed.body);
  } catch (problem) {
    if (!isAppError(problem)) throw problem;
    errors.body = problem.message;
  }
  return errors;
}

function idOfAsked(services: PageServices, viewer: Viewer, input: Typed): Promise<number> {
  return postOnce(
    () => findSameQuestion(services.connection.db, viewer.userId, input),
    () => askQuestion(services, viewer, input),
  );
}
