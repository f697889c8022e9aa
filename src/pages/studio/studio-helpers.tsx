import { redirect } from 'react-router';
import { helperFields } from '../../features/studio/people/helpers.contract.ts';
import { addHelper, endHelper, listHelpers } from '../../features/studio/people/helpers.server.ts';
import { countUpload } from '../../features/studio/media/count-upload.server.ts';
import { admins } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { refusalOf } from '../../platform/http/api.server.ts';
import type { Sent } from '../../platform/page/page-loader.server.ts';
import { type AppError, detailText, isAppError } from '../../platform/wire/errors.ts';
import { problem } from '../../platform/wire/problem.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import {
  helperTyped,
  type HelpersProblem,
  studioHelpersPath,
  StudioHelpersView,
  type StudioHelpersModel,
} from './studio-helpers-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere, owesFactor } from './studio-staff.server.ts';

type SentHere = Sent & { problem: HelpersProblem };

export const loader = ownLoader<SentHere>(async ({ services, url, viewer, sent }) => {
  const actor = await deskHere(services, viewer, url, admins);
  const page = pageIn(url);
  return {
    model: {
      nav: studioNavOf(actor),
      list: await listHelpers(services, { page, pageSize: 50 }),
      isSaved: url.searchParams.has('saved'),
      problem: sent?.problem ?? null,
    } satisfies StudioHelpersModel,
  };
});

const typedIn = (form: URLSearchParams) =>
  Object.fromEntries(helperTyped.map((name) => [name, (form.get(name) ?? '').trim().slice(0, 320)])) as Record<
    (typeof helperTyped)[number],
    string
  >;

const errorsOf = ({ details = [] }: AppError) =>
  Object.fromEntries(details.map((detail) => [detail.path, detailText(detail)]));

/** A new helper, and ending one. */
export const action = ownAction<SentHere>({
  typed: [...helperTyped],
  comeBack: (form) => ({ problem: { errors: {}, text: account.again.back, typed: typedIn(form) } }),
  lacksFactor: owesFactor,
  act: async ({ services, url, viewer, form }) => {
    const actor = await deskHere(services, viewer, url, admins);
    const ending = form.get('end');
    const typed = typedIn(form);
    try {
      if (ending !== null && /^[1-9]\d{0,8}$/.test(ending)) await endHelper(services, actor, Number(ending));
      else {
        const input = helperFields.safeParse(typed);
        const proof = Buffer.from(form.get('proof') ?? '', 'base64');
        if (!input.success || proof.length === 0) {
          // What depends on several fields is judged only once each is right.
          const errors = {
            ...(typed.person === '' && { person: wordProblem(problem('field.write')) }),
            ...(input.success ? {} : errorsOf(refusalOf(input.error))),
            ...(proof.length === 0 && { proof: words.helperProofNeeded }),
          };
          return { status: 400, problem: { errors, text: null, typed } };
        }
        await countUpload(services, viewer.userId, proof.length);
        await addHelper(services, actor, input.data, proof);
      }
      return redirect(`${studioHelpersPath}?saved`, 303);
    } catch (error) {
      if (!isAppError(error) || error.status >= 500 || error.status === 403) throw error;
      return {
        status: error.status,
        problem: { errors: errorsOf(error), text: error.details?.length ? null : error.message, typed },
      };
    }
  },
});

export default servedPage(ownView(StudioHelpersView), 'wrap studio');
