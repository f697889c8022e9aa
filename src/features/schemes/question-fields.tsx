import { type ReactNode, type Ref, useId } from 'react';
import { finder as words } from '../../messages/finder.ts';
import { describedBy, FieldError } from '../../ui/field.tsx';
import { unitsOf } from './answer-units.ts';
import { fieldOf, noneValue } from './form-answers.ts';
import type { FactQuestion } from './schemes.contract.ts';

const longList = 16;
/** Options shown before the rest collapses; the last option is always shown. */
const mostInSight = 7;

/** Error message for an invalid answer. */
export function problemWith({ type, min, max, unit }: FactQuestion, isEmpty: boolean): string {
  if (isEmpty) return words.needed;
  if (type === 'number') return (unit === 'hectares' ? words.wrongNumber : words.wrongWhole)(min ?? 0, max ?? 0);
  return type === 'text' ? words.wrongText : words.wrongChoice;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** View model of a question, from a fact or from a call to action. */
export type QuestionModel = Pick<FactQuestion, 'question' | 'note' | 'options' | 'max'> & {
  id: string;
  type: FactQuestion['type'] | 'date';
  /** Latest date allowed, as 2026-11-21. */
  latest?: string;
  /** Facts only: hectares and rupees also accept other units. */
  unit?: FactQuestion['unit'];
  /** A textarea instead of a single line. */
  isLong?: boolean;
};
/** Stored answers are in the fact's own unit; a submitted form keeps the unit that was chosen. */
const unitOf = (id: string, values: string[]) =>
  values[1] ?? (values[0] !== undefined && unitsOf(id).includes('hectare') ? 'hectare' : unitsOf(id)[0]);

type Props = {
  question: QuestionModel;
  values: string[];
  problem: string | null;
  level?: 1 | 2;
  /** Of the question's own words, where it is not the frame's. */
  lang?: string | undefined;
  headingRef?: Ref<HTMLHeadingElement>;
};

/** One question of a form; rendered alike by the server and by the island. */
export function QuestionFields({
  question: { id, type, question, note, options, max, latest, isLong, unit },
  values,
  problem,
  level = 2,
  lang,
  headingRef,
}: Props) {
  const name = fieldOf(id);
  // Unique ids: the server's form stays in the document, hidden, while the island shows the same question.
  const own = useId();
  const Heading = level === 1 ? 'h1' : 'h2';
  const headed = (inside: ReactNode) => (
    <Heading className="asked" tabIndex={-1} ref={headingRef} lang={lang}>
      {inside}
    </Heading>
  );
  const described = describedBy({ id: own, hint: note, error: problem });
  const hints = (
    <>
      {note && (
        <span className="hint" id={`${own}-hint`} lang={lang}>
          {note}
        </span>
      )}
      {problem && <FieldError id={`${own}-error`}>{problem}</FieldError>}
    </>
  );
  // Focus only a question that came back invalid, so that its error is in view.
  const focus = problem === null ? {} : { autoFocus: true };
  const shared = {
    id: own,
    name,
    className: 'in',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described,
    defaultValue: values[0] ?? '',
    ...focus,
  } as const;
  const units = unit ? unitsOf(id) : [];
  const isSmall = max !== null && max < 1_000;
  if (type === 'number' || type === 'date' || type === 'text' || options.length > longList) {
    return (
      <div className="field">
        {headed(<label htmlFor={own}>{question}</label>)}
        {hints}
        {type === 'number' && (
          <span className="with-unit">
            <input
              {...shared}
              inputMode={isSmall ? 'numeric' : 'decimal'}
              autoComplete="off"
              maxLength={isSmall ? 6 : 20}
            />
            {units.length > 0 && (
              <select name={name} className="in" aria-label={words.unit} defaultValue={unitOf(id, values)}>
                {units.map((unit) => (
                  <option key={unit} value={unit}>
                    {words.units[unit as keyof typeof words.units]}
                  </option>
                ))}
              </select>
            )}
          </span>
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
              <option key={value} value={value} lang={lang}>
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
  const isFolded = picks.length > mostInSight;
  const inSight = isFolded ? [...picks.slice(0, mostInSight - 1), ...picks.slice(-1)] : picks;
  const folded = isFolded ? picks.slice(mostInSight - 1, -1) : [];
  const pick = ({ value, label }: (typeof picks)[number]) => (
    <label className="pick" key={value}>
      <input
        type={isMany ? 'checkbox' : 'radio'}
        name={name}
        value={value}
        defaultChecked={values.includes(value)}
        {...(value === picks[0]!.value ? { id: own, ...focus } : {})}
      />
      <span lang={options.some((option) => option.value === value) ? lang : undefined}>{capital(label)}</span>
    </label>
  );
  return (
    <fieldset aria-describedby={described} aria-invalid={problem ? true : undefined}>
      <legend>{headed(question)}</legend>
      {hints}
      <div className="picks duo">{inSight.map(pick)}</div>
      {folded.length > 0 && (
        <details className="more-picks" open={folded.some(({ value }) => values.includes(value)) || undefined}>
          <summary>{words.moreChoices(folded.length)}</summary>
          <div className="picks duo">{folded.map(pick)}</div>
        </details>
      )}
    </fieldset>
  );
}
