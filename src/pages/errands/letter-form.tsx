import { longestAnswers } from '../../features/letters/letters.contract.ts';
import { letterLanguages, type Question } from '../../features/letters/procedure.ts';
import { letters } from '../../messages/letters.ts';
import { describedBy, Field, FieldError, TextArea } from '../../ui/field.tsx';
import { translated } from '../../messages/catalogue.ts';
import styles from './letters.module.css';

export type Typed = Partial<Record<string, string>>;
type FieldProps = { question: Question; value: string; error: string | undefined; isFirstWrong: boolean };

/** Name of the field that says what a post is for. */
export const taskField = 'do';

type Choice = { id: string; legend: string; options: { value: string; label: string }[]; value: string };

function Choices({
  id,
  legend,
  options,
  value,
  error,
  isFirstWrong,
}: Choice & Pick<FieldProps, 'error' | 'isFirstWrong'>) {
  const chosen = options.some((option) => option.value === value) ? value : (options[0]?.value ?? '');
  return (
    <fieldset className="field" aria-describedby={describedBy({ id, error })}>
      <legend>{legend}</legend>
      {options.map((option, at) => (
        <label key={option.value} className="tick">
          <input
            type="radio"
            name={id}
            value={option.value}
            defaultChecked={option.value === chosen}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in a form that came back with an error
            autoFocus={(isFirstWrong && at === 0) || undefined}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

function LongField({
  question: { id, label, help, isRequired, most, autoComplete },
  value,
  error,
  isFirstWrong,
}: FieldProps) {
  return (
    <TextArea
      className={`in ${most ? styles.few : ''}`}
      id={id}
      name={id}
      label={translated(label)}
      hint={help && translated(help)}
      rows={most ? 3 : 6}
      maxLength={most?.characters ?? longestAnswers.long}
      required={isRequired}
      autoComplete={autoComplete ?? 'off'}
      defaultValue={value}
      error={error}
      isFirstWrong={isFirstWrong}
    />
  );
}

function TickField({ question: { id, label }, value, error }: FieldProps) {
  return (
    <div className="field">
      <label className="tick">
        <input type="checkbox" name={id} value="yes" defaultChecked={value === 'yes'} />
        <span>{translated(label)}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The values of earlier choices without which a question does not apply; letters.module.css hides it. */
export function neededFor({ onlyWith }: Question, questions: Question[]): string[] {
  if (!onlyWith) return [];
  const earlier = questions.find(({ id }) => id === onlyWith.question);
  return [...(earlier ? neededFor(earlier, questions) : []), ...onlyWith.oneOf];
}

function QuestionField(props: FieldProps) {
  const { question, value, error, isFirstWrong } = props;
  const { id, kind, label, help, isRequired, onlyWith, options, autoComplete } = question;
  if (kind === 'long') return <LongField {...props} />;
  if (kind === 'yes') return <TickField {...props} />;
  if (kind === 'choice')
    return (
      <Choices
        id={id}
        legend={translated(label)}
        options={(options ?? []).map((option) => ({ value: option.value, label: translated(option.label) }))}
        value={value}
        error={error}
        isFirstWrong={isFirstWrong}
      />
    );
  const isNumber = kind === 'amount' || kind === 'days' || kind === 'last-four';
  return (
    <Field
      id={id}
      name={id}
      type={kind === 'date' ? 'date' : 'text'}
      label={translated(label)}
      hint={help && translated(help)}
      defaultValue={value}
      error={error}
      isFirstWrong={isFirstWrong}
      required={isRequired && !onlyWith}
      maxLength={kind === 'last-four' ? 4 : isNumber ? 18 : kind === 'date' ? undefined : longestAnswers.line}
      inputMode={isNumber ? 'numeric' : undefined}
      autoComplete={autoComplete ?? 'off'}
    />
  );
}

type Props = {
  questions: Question[];
  typed: Typed;
  lang: string;
  errors: Typed;
  button: string;
};

/** A plain form that posts to its own page; all questions are on it, because it works without script. */
export function LetterForm({ questions, typed, lang, errors, button }: Props) {
  const firstWrong = questions.find(({ id }) => errors[id])?.id;
  return (
    <form className="form" method="post" noValidate>
      {questions.map((question) => (
        <div key={question.id} data-if={neededFor(question, questions).join(' ') || undefined}>
          <QuestionField
            question={question}
            value={typed[question.id] ?? ''}
            error={errors[question.id]}
            isFirstWrong={question.id === firstWrong}
          />
        </div>
      ))}
      <Choices
        id="lang"
        legend={letters.language}
        options={letterLanguages.map((value) => ({ value, label: letters.languages[value] }))}
        value={lang}
        error={undefined}
        isFirstWrong={false}
      />
      <button className="btn" name={taskField} value="write">
        {button}
      </button>
    </form>
  );
}
