import { redirect } from 'react-router';
import { helperFields } from '../../features/studio/people/helpers.contract.ts';
import { addHelper, endHelper, listHelpers } from '../../features/studio/people/helpers.server.ts';
import { countUpload } from '../../features/studio/media/count-upload.server.ts';
import { admins } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { refusalOf } from '../../platform/http/api.server.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { type AppError, detailText, isAppError } from '../../platform/wire/errors.ts';
import { problem } from '../../platform/wire/problem.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';
import { WrittenBy } from '../account/own-view.tsx';
import { numberIn, pageIn } from '../page-in.ts';
import { states } from '../../features/schemes/facts.ts';
import { stateName } from '../../messages/places.ts';
import { Field, Labelled } from '../../ui/field.tsx';
import { formatDate, langOf } from '../../ui/format.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from '../account/gate.tsx';
import { deskPage, Done, DeskHead, End } from './studio-parts.tsx';
import { Options } from '../../ui/options.tsx';
import { deskAction, type DeskArgs, deskLoader } from './studio-staff.server.ts';

const studioHelpersPath = '/studio/helpers';
const helperTyped = ['person', 'field', 'state', 'until'] as const;
type Name = (typeof helperTyped)[number];

/** A form that came back; `text`: what is wrong with no field of its own. */
type HelpersProblem = {
  errors: Partial<Record<Name | 'proof', string>>;
  text: string | null;
  typed: Record<Name, string>;
};

type SentHere = Sent & { problem: HelpersProblem };

export const loader = deskLoader(admins, async ({ services, url, sent }: DeskArgs<SentHere>) => ({
  list: await listHelpers(services, { page: pageIn(url), pageSize: 50 }),
  isSaved: url.searchParams.has('saved'),
  problem: sent?.problem ?? null,
}));

type Model = ModelOf<typeof loader>;

const typedIn = (form: URLSearchParams) =>
  Object.fromEntries(helperTyped.map((name) => [name, (form.get(name) ?? '').trim().slice(0, 320)])) as Record<
    (typeof helperTyped)[number],
    string
  >;

const errorsOf = ({ details = [] }: AppError) =>
  Object.fromEntries(details.map((detail) => [detail.path, detailText(detail)]));

/** A new helper, and ending one. */
export const action = deskAction<SentHere>(admins, {
  typed: [...helperTyped],
  comeBack: (form) => ({ problem: { errors: {}, text: account.again.back, typed: typedIn(form) } }),
  async act({ services, viewer, actor, form }) {
    const ending = numberIn(form.get('end'));
    const typed = typedIn(form);
    try {
      if (ending !== null) await endHelper(services, actor, ending);
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

/** Members who are marked for a field; for admins. */
function StudioHelpersView({ nav, list, isSaved, problem }: Model) {
  const { errors, typed } = problem ?? { errors: {} as HelpersProblem['errors'], typed: null };
  const field = (name: Name) => ({
    id: `helper-${name}`,
    name,
    defaultValue: typed?.[name],
    error: errors[name],
    isFirstWrong: Object.keys(errors)[0] === name,
  });
  return (
    <>
      <DeskHead nav={nav} path={studioHelpersPath} title={words.helpers} />
      <p className="soft">{words.helpersNote}</p>
      {problem?.text && <Notice tone="warn" title={problem.text} />}
      {isSaved && !problem && <Done>{words.helperSaved}</Done>}
      <ul className="studio-list">
        {list.data.map(({ id, user, field: about, state, until, isCurrent }) => (
          <li key={id}>
            <b lang={langOf(user.displayName)}>{user.displayName}</b>
            <span className="studio-meta">
              <span lang={langOf(about)}>{about}</span>
              <span>{state === null ? words.helperAllIndia : stateName(state)}</span>
              <span>{isCurrent ? words.until(formatDate(until)) : words.helperOver}</span>
            </span>
            <a href={`/api/helpers/${id}/proof`}>{words.helperSeeProof(user.displayName)}</a>
            {isCurrent && <End name="end" value={id} text={words.helperEnd} of={`${user.displayName}, ${about}`} />}
          </li>
        ))}
      </ul>
      <Pager {...list} hrefOf={(page) => addressWith(studioHelpersPath, { page })} />
      <section>
        <SectionHead title={words.helperNew} />
        <form className="form" method="post" encType="multipart/form-data" noValidate>
          <WrittenBy />
          <Field {...field('person')} label={words.helperPerson} autoComplete="off" maxLength={320} />
          <Field {...field('field')} label={words.helperField} hint={words.helperFieldHint} maxLength={80} />
          <Labelled id="helper-state" label={words.helperState} error={errors.state}>
            <select className="in" id="helper-state" name="state" defaultValue={typed?.state ?? ''}>
              <option value="">{words.helperAllIndia}</option>
              <Options of={states.map((name) => [name, stateName(name)])} />
            </select>
          </Labelled>
          <Field {...field('until')} label={words.helperUntil} type="date" />
          <Field
            id="helper-proof"
            name="proof"
            type="file"
            accept="image/*,application/pdf"
            label={words.helperProof}
            hint={words.helperProofHint}
            error={errors.proof}
          />
          <button className="btn">{words.helperAdd}</button>
        </form>
      </section>
    </>
  );
}

export default deskPage(StudioHelpersView);
