import { newsletter as words } from '../../messages/newsletter.ts';
import { stateName } from '../../messages/places.ts';
import { siteLanguages } from '../../platform/settings/site-languages.ts';
import { Labelled } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';
import { ownLanguageName } from '../../ui/language-name.ts';
import { Options } from '../../ui/options.tsx';
import { states } from '../schemes/facts.ts';

export type Chosen = { lang: string; state: string; categoryIds: number[] };
export type Subject = { id: number; name: string };

/** As a form has them; `categoryIds` are judged by the contract. */
export const chosenIn = (form: URLSearchParams): Chosen => ({
  lang: form.get('lang') ?? '',
  state: form.get('state') ?? '',
  categoryIds: form
    .getAll('category')
    .slice(0, 200)
    .map((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)),
});

export const Choices = ({ chosen, subjects }: { chosen: Chosen; subjects: Subject[] }) => (
  <>
    <Labelled id="lang" label={words.language}>
      <select className="in" id="lang" name="lang" defaultValue={chosen.lang}>
        {siteLanguages().map((one) => (
          <option key={one} value={one} lang={one}>
            {ownLanguageName(one)}
          </option>
        ))}
      </select>
    </Labelled>
    <Labelled id="state" label={words.state} hint={words.stateHint}>
      <select className="in" id="state" name="state" defaultValue={chosen.state} aria-describedby="state-hint">
        <option value="">{words.noState}</option>
        <Options of={states.map((name) => [name, stateName(name)])} />
      </select>
    </Labelled>
    <fieldset className="field" aria-describedby="subjects-hint">
      <legend>{words.subjects}</legend>
      <span className="hint" id="subjects-hint">
        {words.subjectsHint}
      </span>
      <div className="chips">
        {subjects.map(({ id, name }) => (
          <label key={id} className="chip">
            <input
              className="vh"
              type="checkbox"
              name="category"
              value={id}
              defaultChecked={chosen.categoryIds.includes(id)}
            />
            <span lang={langOf(name)}>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  </>
);
