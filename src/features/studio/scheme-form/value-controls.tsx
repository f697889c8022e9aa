import { useId, useState } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { factOf, type FactId, labelOfOption } from '../../schemes/facts.ts';
import type { Marks } from '../../../ui/field.tsx';
import { SelectField, TextField, Ticks, useMayWrite } from '../fields.tsx';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** The number of what was typed, without the commas of lakhs; null for no number. */
export function readNumber(typed: string): number | null {
  const bare = typed.replace(/[,\s₹%]/g, '');
  return /^\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : null;
}

type NumberProps = {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  value: unknown;
  marks?: Marks;
  onChange(value: number | null): void;
};

/** Keeps what is being typed, such as '2.', beside the number that it says. */
export function NumberField({ value, marks, onChange, ...field }: NumberProps) {
  const shown = typeof value === 'number' ? String(value) : '';
  const [typed, setTyped] = useState(shown);
  const isTyped = readNumber(typed) === (typeof value === 'number' ? value : null);
  return (
    <TextField
      {...field}
      {...(field.hint || field.problem ? {} : marks)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={isTyped ? typed : shown}
      onChange={(text) => {
        setTyped(text);
        onChange(readNumber(text));
      }}
    />
  );
}

type ChoiceProps = {
  fact: FactId;
  legend: string;
  values: readonly unknown[];
  marks: Marks;
  onChange(values: unknown[]): void;
};

const mostTicks = 16;

/** Several options of a fact: as ticks, or one after the other where the list is long. */
export function Choices(props: ChoiceProps) {
  const fact = factOf(props.fact);
  if (fact.type === 'number' || !('options' in fact)) return <TypedList {...props} />;
  if (fact.options.length > mostTicks) return <LongChoices {...props} options={fact.options} />;
  const { legend, values, marks, onChange } = props;
  const options = fact.options.map((option) => [option, capital(labelOfOption(props.fact, option))] as const);
  return <Ticks {...{ ...marks, legend, options, values, onChange }} />;
}

type WithOptions = ChoiceProps & { options: readonly string[] };

function LongChoices({ fact, legend, values, options, marks, onChange }: WithOptions) {
  const mayWrite = useMayWrite();
  const label = (value: unknown) => labelOfOption(fact, String(value));
  return (
    <>
      {values.length > 0 && (
        <ul className="scheme-chosen" aria-label={legend}>
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
      <SelectField
        label={legend}
        marks={marks}
        value=""
        options={options.filter((option) => !values.includes(option)).map((option) => [option, label(option)])}
        onChange={(value) => value !== '' && onChange([...values, value])}
      >
        <option value="">{values.length > 0 ? words.oneMore : words.choose}</option>
      </SelectField>
    </>
  );
}

/** Numbers or names, with commas between them. */
function TypedList({ fact, legend, values, marks, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState(() => values.join(', '));
  const isNumber = factOf(fact).type === 'number';
  const id = useId();
  const change = (text: string) => {
    setTyped(text);
    const given = text.split(',').flatMap((part) => part.trim() || []);
    onChange(isNumber ? given.map(readNumber) : given);
  };
  return (
    <TextField
      id={id}
      label={legend}
      hint={words.separated}
      {...marks}
      aria-describedby={[`${id}-hint`, marks['aria-describedby']].filter(Boolean).join(' ')}
      value={typed}
      onChange={change}
    />
  );
}

/** An act on one thing of several. @param of names the thing, for those who cannot see where the button stands */
export const Chip = ({ act, of, onClick }: { act: string; of: string; onClick(): void }) => (
  <button type="button" className="chip" aria-label={words.ofCondition(act, of)} onClick={onClick}>
    {act}
  </button>
);
