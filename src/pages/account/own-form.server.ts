import { redirect } from 'react-router';
import { giveFactorCode } from '../../features/studio/people/second-factor.server.ts';
import { studio } from '../../messages/studio.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { readCookies } from '../../platform/http/cookies.server.ts';
import { keyedHash } from '../../platform/guard/derived-key.server.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import {
  type FormArgs,
  type Loader,
  needsViewer,
  pageAction,
  personalLoader,
  type Sent,
  type Served,
  type VisitArgs,
} from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { sealUntil, unsealInTime } from '../../platform/guard/seal.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { addressWith } from '../../ui/pager.tsx';
import { type SignInModel, signInToPost } from '../community/sign-in-to-post.server.ts';
import { factorField, type FactorStep, sealedField } from './factor-step-view.tsx';
import { type OwnModel, writtenBy } from './own-view.tsx';

type SealedForm = { fields: [string, string][]; writer: string | null };
type Back<Result> = Sent &
  (
    | { step: 'signIn'; signIn: SignInModel }
    | { step: 'factor'; factor: FactorStep }
    | { step: 'another' }
    | { step: null; viewer: Viewer; result: Result }
  );
export type OwnArgs<Result extends Sent = Sent> = VisitArgs<Result> & { viewer: Viewer };
type Acting = FormArgs & { viewer: Viewer };

const use = 'form of an ended session';
/** As long as a guest's draft. */
const sealedMs = 30 * 60_000;
// A form takes 64 KB, and has to take the sealed fields again.
const mostBytes = 44 * 1024;
// Base64 of the fields, with what encryption adds.
const longestSealed = 2 * mostBytes;

const markOf = ({ authSecret }: Config, userId: string) => keyedHash(authSecret, 'writer of a form', userId);

/** A page for its signed-in viewer: also shows the sign-in and the returned fields of `ownAction`. */
export function ownLoader<Answer extends Pick<Served, 'model'>, Result extends Sent>(
  load: (args: OwnArgs<Result>) => Promise<Answer>,
): Loader<Answer['model']> {
  const loader: Loader<unknown> = personalLoader(async ({ sent, ...args }: VisitArgs<Back<Result>>) => {
    const path = args.url.pathname;
    if (sent?.step === 'signIn')
      return { model: { step: 'signIn', signIn: sent.signIn, path } satisfies OwnModel<unknown> };
    if (sent?.step === 'factor')
      return { model: { step: 'factor', factor: sent.factor, path } satisfies OwnModel<unknown> };
    if (sent?.step === 'another') return { model: { step: 'another', path } satisfies OwnModel<unknown> };
    // Signing in within the form changes the viewer during this very request.
    const viewer = needsViewer(sent?.viewer ?? args.viewer, args.url);
    const { model } = await load({ ...args, viewer, sent: sent?.result ?? null });
    const mark = markOf(args.services.config, viewer.userId);
    return { model: { step: null, mark, model } satisfies OwnModel<unknown> };
  });
  return loader;
}

type Form<Result> = {
  /** Fields that hold what a person types; a form with none of them leads to the sign-in page. */
  typed: readonly string[];
  /** The page with these fields filled in; nothing is saved. */
  comeBack(form: URLSearchParams): Result;
  act(args: Acting): Promise<Result | Response>;
  /** Whether the page asks this viewer for a second factor that their session, a new one perhaps, has not given. */
  lacksFactor?(services: PageServices, viewer: Viewer): Promise<boolean>;
};

/**
 * The forms of a page for its signed-in viewer. When the session has ended, the posted fields travel sealed through a
 * sign-in on the same page, and come back filled in for the same person only; the server stores none of them. A form
 * that was opened for somebody else is answered 409, and nothing is done.
 */
export function ownAction<Result extends Sent>({
  typed,
  comeBack,
  act,
  lacksFactor = () => Promise.resolve(false),
}: Form<Result>) {
  return pageAction<Back<Result>>(async (args) => {
    const { services, form, url, viewer: asker } = args;
    const { config, clock } = services;
    const writer = form.get(writtenBy);
    if (asker && writer && !form.has(sealedField) && writer !== markOf(config, asker.userId))
      return { status: 409, step: 'another' };
    const mustSeal = asker === null || (await lacksFactor(services, asker));
    const sealed = form.get(sealedField) ?? (mustSeal ? keep(args, typed) : null);
    if (asker && sealed === null) {
      const result = await act({ ...args, viewer: asker });
      return result instanceof Response ? result : back(asker, result);
    }
    // A kept form that is posted again by a reload finds its viewer signed in.
    const signedIn = asker
      ? { viewer: asker, isNew: false }
      : sealed === null
        ? { viewer: needsViewer(null, url), isNew: false }
        : await signInToPost({ ...args, form: carried(form, sealed) });
    const { viewer } = signedIn;
    if (!viewer) return { status: signedIn.status, step: 'signIn', signIn: signedIn.signIn };
    const opened = unsealInTime<SealedForm>({ authSecret: config.authSecret, use }, sealed, {
      now: clock(),
      longest: longestSealed,
    });
    const isSame = opened?.writer === null ? !signedIn.isNew : opened?.writer === markOf(config, viewer.userId);
    if (opened && isSame) {
      const factor = (await lacksFactor(services, viewer)) ? await askFactor(args, viewer, sealed!) : null;
      return factor ?? back(viewer, comeBack(new URLSearchParams(opened.fields)));
    }
    const here = url.pathname + url.search;
    return redirect(signedIn.isNew ? addressWith('/profile_built', { redirect: here }) : here, 303);
  });

  function back(viewer: Viewer, result: Result): Back<Result> {
    return { status: result.status ?? 200, retryAfterSeconds: result.retryAfterSeconds, step: null, viewer, result };
  }
}

/** Null once the code is right. */
async function askFactor(
  { services, form }: FormArgs,
  viewer: Viewer,
  sealed: string,
): Promise<(Sent & { step: 'factor'; factor: FactorStep }) | null> {
  const code = form.get(factorField);
  if (code === null) return { status: 401, step: 'factor', factor: { kept: sealed, problem: null } };
  try {
    await giveFactorCode(services, viewer, code.replaceAll(/\s/g, '').slice(0, 20));
    return null;
  } catch (error) {
    if (!isAppError(error) || ![400, 429].includes(error.status)) throw error;
    const problem = error.status === 400 ? studio.factor.wrong : error.message;
    const { status, retryAfterSeconds } = error;
    return { status, retryAfterSeconds, step: 'factor', factor: { kept: sealed, problem } };
  }
}

/** Null where nothing was typed, or more than any of these forms takes. */
function keep({ services: { config, clock }, cookie, form }: FormArgs, typed: readonly string[]): string | null {
  if (typed.every((name) => (form.get(name) ?? '').trim() === '')) return null;
  const fields = [...form];
  if (Buffer.byteLength(JSON.stringify(fields)) > mostBytes) return null;
  // Anybody can set the hint cookie: it can withhold the fields, and never hands them to somebody else.
  const hint = readCookies(cookie).get('user_id');
  const writer = form.get(writtenBy) || (hint ? markOf(config, hint) : null);
  return sealUntil(
    { authSecret: config.authSecret, use },
    { fields, writer } satisfies SealedForm,
    clock().getTime() + sealedMs,
  );
}

/**
 * What the sign-in reads and hands on: of the first post, whose fields may have the same names, the sealed text only.
 */
function carried(form: URLSearchParams, sealed: string): URLSearchParams {
  return form.has(sealedField) ? form : new URLSearchParams({ [sealedField]: sealed });
}
