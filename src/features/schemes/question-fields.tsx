import type { Ref } from 'react';
import { finder as words } from '../../messages/schemes.ts';
import { describedBy, FieldError } from '../../ui/field.tsx';
import type { FactId } from './facts.ts';
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

type Props = { question: FactQuestion; values: string[]; problem: string | null; headingRef?: Ref<HTMLHeadingElement> };

/** One question of 'find my schemes', as a form asks it, with script and without. */
export function QuestionFields({ question: { id, type, question, note, options, max }, values, problem, headingRef }: Props) {
  const name = fieldOf(id as FactId);
  const heading = <h2 className="asked" tabIndex={-1} ref={headingRef}>{question}</h2>;
  const described = describedBy({ id: 'answer', hint: note, error: problem });
  const told = <>{note && <span className="hint" id="answer-hint">{note}</span>}{problem && <FieldError id="answer-error">{problem}</FieldError>}</>;
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the answer came back as wrong
  const shared = { id: 'answer', name, className: 'in', 'aria-invalid': problem ? true : undefined, 'aria-describedby': described, autoFocus: problem !== null || undefined } as const;
  if (type === 'number' || type === 'text' || options.length > longList) {
    return (
      <div className="field">
        <label htmlFor="answer">{heading}</label>
        {told}
        {type === 'single' ? (
          <select {...shared} defaultValue={values[0] ?? ''}>
            <option value="">{words.choose}</option>
            {options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </select>
        ) : <input {...shared} inputMode={type === 'text' ? 'text' : id === 'landHectares' ? 'decimal' : 'numeric'} autoComplete="off" defaultValue={values[0] ?? ''} maxLength={type === 'text' ? 80 : max !== null && max < 1_000 ? 6 : 20} />}
      </div>
    );
  }
  const isMany = type === 'multiple';
  const picks = type === 'boolean' ? [{ value: 'yes', label: words.yes }, { value: 'no', label: words.no }] : isMany ? [...options, { value: noneValue, label: words.noneOfThese }] : options;
  return (
    <fieldset aria-describedby={described} aria-invalid={problem ? true : undefined}>
      <legend>{heading}</legend>
      {told}
      <div className="picks duo">
        {picks.map(({ value, label }, index) => (
          <label className="pick" key={value}>
            <input type={isMany ? 'checkbox' : 'radio'} name={name} value={value} id={index === 0 ? 'answer' : undefined} defaultChecked={values.includes(value)} />
            <span>{capital(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
