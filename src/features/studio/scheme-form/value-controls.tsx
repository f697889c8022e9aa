import { useId, useState } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { factOf, type FactId, labelOfOption } from '../../schemes/facts.ts';
import { type Marks, marksOf } from '../../../ui/field.tsx';
import { Labelled } from '../labelled.tsx';
import { Options } from '../../../ui/options.tsx';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** The number of what was typed, without the commas of lakhs; null for no number. */
export function readNumber(typed: string): number | null {
  const bare = typed.replace(/[,\s₹%]/g, '');
  return /^\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : null;
}

/** Keeps what is being typed, such as '2.', beside the number that it says. */
export function NumberField({
  label,
  hint,
  value,
  marks,
  problem,
  mayWrite,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  value: unknown;
  marks: Marks;
  mayWrite: boolean;
  onChange(value: number | null): void;
}) {
  const id = useId();
  const shown = typeof value === 'number' ? String(value) : '';
  const [typed, setTyped] = useState(shown);
  const isTyped = readNumber(typed) === (typeof value === 'number' ? value : null);
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      <input
        {...(hint || problem ? marksOf({ id, hint, error: problem }) : marks)}
        className="in"
        id={id}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={isTyped ? typed : shown}
        readOnly={!mayWrite}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(readNumber(target.value));
        }}
      />
    </Labelled>
  );
}

type ChoiceProps = {
  fact: FactId;
  legend: string;
  values: readonly unknown[];
  marks: Marks;
  mayWrite: boolean;
  onChange(values: unknown[]): void;
};

const mostTicks = 16;

/** Several options of a fact: as ticks, or one after the other where the list is long. */
export function Choices(props: ChoiceProps) {
  const fact = factOf(props.fact);
  if (fact.type === 'number' || !('options' in fact)) return <TypedList {...props} />;
  return fact.options.length > mostTicks ? (
    <LongChoices {...props} options={fact.options} />
  ) : (
    <Ticks {...props} options={fact.options} />
  );
}

type WithOptions = ChoiceProps & { options: readonly string[] };

function Ticks({ fact, legend, values, options, marks, mayWrite, onChange }: WithOptions) {
  const own = useId();
  return (
    <fieldset className="studio-choices" disabled={!mayWrite} {...marks}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option} className="studio-tick" htmlFor={`${own}-${option}`}>
          <input
            id={`${own}-${option}`}
            type="checkbox"
            checked={values.includes(option)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, option] : values.filter((one) => one !== option))
            }
          />
          {capital(labelOfOption(fact, option))}
        </label>
      ))}
    </fieldset>
  );
}

function LongChoices({ fact, legend, values, options, marks, mayWrite, onChange }: WithOptions) {
  const id = useId();
  const label = (value: unknown) => labelOfOption(fact, String(value));
  return (
    <div className="field">
      <label htmlFor={id}>{legend}</label>
      {values.length > 0 && (
        <ul className="scheme-chosen">
          {values.map((value) => (
            <li key={String(value)}>
              <button
                type="button"
                className="chip"
                disabled={!mayWrite}
                aria-label={words.ofCondition(words.takeAway, label(value))}
                onClick={() => onChange(values.filter((one) => one !== value))}
              >
                {label(value)} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <select
        {...marks}
        className="in"
        id={id}
        value=""
        disabled={!mayWrite}
        onChange={({ target }) => target.value !== '' && onChange([...values, target.value])}
      >
        <option value="">{values.length > 0 ? words.oneMore : words.choose}</option>
        <Options of={options.filter((option) => !values.includes(option)).map((option) => [option, label(option)])} />
      </select>
    </div>
  );
}

/** Numbers or names, with commas between them. */
function TypedList({ fact, legend, values, marks, mayWrite, onChange }: ChoiceProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => values.join(', '));
  const isNumber = factOf(fact).type === 'number';
  return (
    <Labelled id={id} label={legend} hint={words.separated}>
      <input
        {...marks}
        className="in"
        id={id}
        value={typed}
        readOnly={!mayWrite}
        aria-describedby={[`${id}-hint`, marks['aria-describedby']].filter(Boolean).join(' ')}
        onChange={({ target }) => {
          setTyped(target.value);
          const parts = target.value.split(',').map((part) => part.trim());
          const given = parts.filter((part) => part !== '');
          onChange(isNumber ? given.map(readNumber) : given);
        }}
      />
    </Labelled>
  );
}
