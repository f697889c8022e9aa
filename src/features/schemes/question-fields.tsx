import { type Ref, useId } from 'react';
import { finder as words } from '../../messages/schemes.ts';
import { describedBy, FieldError } from '../../ui/field.tsx';
import { fieldOf, noneValue } from './form-answers.ts';
import type { FactQuestion } from './schemes.contract.ts';

const longList = 16;

/** What is wrong with what was typed. */
export function problemWith({ id, type, min, max }: FactQuestion, isEmpty: boolean): string {
  if (isEmpty) return words.needed;
  if (type === 'number') return (id === 'landHectares' ? words.wrongNumber : words.wrongWhole)(min ?? 0, max ?? 0);
  return type === 'text' ? words.wrongText : words.wrongChoice;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a form needs to know of a question, be it of a fact or of a call to action. */
export type AskedQuestion = Pick<FactQuestion, 'question' | 'note' | 'options' | 'max'> & {
  id: string;
  type: FactQuestion['type'] | 'date';
  /** Of a date, as 2026-11-21. */
  latest?: string;
  /** Room for sentences. */
  isLong?: boolean;
};
type Props = {
  question: AskedQuestion;
  values: string[];
  problem: string | null;
  level?: 1 | 2;
  headingRef?: Ref<HTMLHeadingElement>;
};

/** One question, as a form asks it, with script and without. */
export function QuestionFields({
  question: { id, type, question, note, options, max, latest, isLong },
  values,
  problem,
  level = 2,
  headingRef,
}: Props) {
  const name = fieldOf(id);
  // The server's form is still there, hidden, while the device asks the same.
  const own = useId();
  const Heading = level === 1 ? 'h1' : 'h2';
  const heading = (
    <Heading className="asked" tabIndex={-1} ref={headingRef}>
      {question}
    </Heading>
  );
  const described = describedBy({ id: own, hint: note, error: problem });
  const told = (
    <>
      {note && (
        <span className="hint" id={`${own}-hint`}>
          {note}
        </span>
      )}
      {problem && <FieldError id={`${own}-error`}>{problem}</FieldError>}
    </>
  );
  // Only where the answer came back as wrong: what is wrong must not stay out of sight.
  const focus = { autoFocus: problem !== null || undefined };
  const shared = {
    id: own,
    name,
    className: 'in',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described,
    defaultValue: values[0] ?? '',
    ...focus,
  } as const;
  const isSmall = max !== null && max < 1_000;
  if (type === 'number' || type === 'date' || type === 'text' || options.length > longList) {
    return (
      <div className="field">
        <label htmlFor={own}>{heading}</label>
        {told}
        {type === 'number' && (
          <input
            {...shared}
            inputMode={isSmall ? 'numeric' : 'decimal'}
            autoComplete="off"
            maxLength={isSmall ? 6 : 20}
          />
        )}
        {type === 'date' && <input {...shared} type="date" min="1900-01-01" max={latest} autoComplete="bday" />}
        {type === 'text' &&
          (isLong ? (
            <textarea {...shared} maxLength={500} rows={3} />
          ) : (
            <input {...shared} inputMode="text" autoComplete="off" maxLength={80} />
          ))}
        {type === 'single' && (
          <select {...shared}>
            <option value="">{words.choose}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </div>
    );
  }
  const isMany = type === 'multiple';
  const picks =
    type === 'boolean'
      ? [
          { value: 'yes', label: words.yes },
          { value: 'no', label: words.no },
        ]
      : isMany
        ? [...options, { value: noneValue, label: words.noneOfThese }]
        : options;
  return (
    <fieldset aria-describedby={described} aria-invalid={problem ? true : undefined}>
      <legend>{heading}</legend>
      {told}
      <div className="picks duo">
        {picks.map(({ value, label }, index) => (
          <label className="pick" key={value}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={name}
              value={value}
              defaultChecked={values.includes(value)}
              {...(index === 0 ? { id: own, ...focus } : {})}
            />
            <span>{capital(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
