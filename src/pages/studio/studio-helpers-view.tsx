import type { Helper } from '../../features/studio/people/helpers.contract.ts';
import { states } from '../../features/schemes/facts.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { stateName } from '../../messages/places.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { Field, Labelled } from '../../ui/field.tsx';
import { formatDate, langOf } from '../../ui/format.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Told } from '../account/gate.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { Done, DeskHead, type StudioNavModel } from './studio-parts.tsx';
import { Options } from '../../ui/options.tsx';

export const studioHelpersPath = '/studio/helpers';
export const helperTyped = ['person', 'field', 'state', 'until'] as const;
type Name = (typeof helperTyped)[number];

/** A form that came back; `text`: what is wrong with no field of its own. */
export type HelpersProblem = {
  errors: Partial<Record<Name | 'proof', string>>;
  text: string | null;
  typed: Record<Name, string>;
};
export type StudioHelpersModel = {
  nav: StudioNavModel;
  list: Listing<Helper>;
  isSaved: boolean;
  problem: HelpersProblem | null;
};

/** Members who are marked for a field; for admins. */
export function StudioHelpersView({ nav, list, isSaved, problem }: StudioHelpersModel) {
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
      {problem?.text && <Told tone="warn" title={problem.text} />}
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
            {isCurrent && (
              <form method="post">
                <WrittenBy />
                <button
                  className="chip"
                  name="end"
                  value={id}
                  aria-label={`${words.helperEnd}: ${user.displayName}, ${about}`}
                >
                  {words.helperEnd}
                </button>
              </form>
            )}
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
