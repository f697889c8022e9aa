import { useId } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { factIds, factOf, type FactId, isAnswer, isFactId, labelOfOption, wordsOf } from '../../schemes/facts.ts';
import { Select } from './condition-controls.tsx';
import { TextField } from './more-controls.tsx';
import { type Marks, marksOf } from '../../../ui/field.tsx';
import { Choices, NumberField } from './value-controls.tsx';
import { Options } from '../../../ui/options.tsx';

type Answers = Record<string, unknown>;
type Props = { answers: Answers; rules: unknown; person: string; mayWrite: boolean; onChange(answers: Answers): void };

/** What a test person answers, fact by fact; the facts of the rules are offered first. */
export function AnswersField({ answers, rules, person, mayWrite, onChange }: Props) {
  const id = useId();
  const asked = JSON.stringify(rules) ?? '';
  const isAsked = (fact: FactId) => asked.includes(`"fact":"${fact}"`);
  const open = factIds.filter((fact) => !Object.hasOwn(answers, fact));
  const offered = [...open.filter(isAsked), ...open.filter((fact) => !isAsked(fact))];
  const without = (fact: string) => Object.fromEntries(Object.entries(answers).filter(([name]) => name !== fact));
  return (
    <fieldset className="studio-choices scheme-answers">
      <legend>{words.answers}</legend>
      {Object.entries(answers).map(([fact, answer]) => (
        <div key={fact} className="box stack">
          {isFactId(fact) ? (
            <AnswerField
              fact={fact}
              answer={answer}
              mayWrite={mayWrite}
              onChange={(next) => onChange({ ...answers, [fact]: next })}
            />
          ) : (
            <b>{fact}</b>
          )}
          {mayWrite && (
            <button
              type="button"
              className="chip"
              aria-label={words.ofCondition(words.takeAway, isFactId(fact) ? wordsOf(fact).label : fact)}
              onClick={() => onChange(without(fact))}
            >
              {words.takeAway}
            </button>
          )}
        </div>
      ))}
      {mayWrite && (
        <div className="field">
          <label htmlFor={id}>{words.addAnswer}</label>
          <select
            className="in"
            id={id}
            value=""
            aria-label={words.addAnswerTo(person)}
            onChange={({ target }) =>
              isFactId(target.value) && onChange({ ...answers, [target.value]: first(target.value) })
            }
          >
            <option value="">{words.choose}</option>
            <Options of={offered.map((fact) => [fact, wordsOf(fact).label])} />
          </select>
        </div>
      )}
    </fieldset>
  );
}

/** What a new answer begins with: something that can be kept as it is, except where only the editor knows it. */
function first(id: FactId): unknown {
  const fact = factOf(id);
  if (fact.type === 'boolean') return true;
  if (fact.type === 'multiple') return [];
  if (fact.type === 'single') return fact.options[0];
  return fact.type === 'number' ? fact.min : '';
}

type AnswerProps = { fact: FactId; answer: unknown; mayWrite: boolean; onChange(answer: unknown): void };

function AnswerField({ fact: id, answer, mayWrite, onChange }: AnswerProps) {
  const own = useId();
  const { label } = wordsOf(id);
  const isWrong = answer !== null && !isAnswer(id, answer);
  const marks = marksOf({ id: own, error: isWrong ? words.answerWrong : null });
  return (
    <>
      {answer === null ? <b>{label}</b> : <Control {...{ id, label, answer, mayWrite, marks, onChange }} />}
      <label className="studio-tick" htmlFor={`${own}-none`}>
        <input
          id={`${own}-none`}
          type="checkbox"
          checked={answer === null}
          disabled={!mayWrite}
          onChange={({ target }) => onChange(target.checked ? null : first(id))}
        />
        <span>
          <span className="vh">{label}: </span>
          {words.notAnswered}
        </span>
      </label>
      {isWrong && (
        <span className="err" id={`${own}-error`}>
          {words.answerWrong}
        </span>
      )}
    </>
  );
}

type ControlProps = {
  id: FactId;
  label: string;
  answer: unknown;
  mayWrite: boolean;
  marks: Marks;
  onChange(answer: unknown): void;
};

function Control({ id, label, answer, mayWrite, marks, onChange }: ControlProps) {
  const fact = factOf(id);
  if (fact.type === 'number')
    return (
      // An empty number is no answer, and not null, which would say that nothing was answered.
      <NumberField
        label={label}
        value={answer}
        marks={marks}
        mayWrite={mayWrite}
        onChange={(value) => onChange(value ?? '')}
      />
    );
  if (fact.type === 'multiple')
    return (
      <>
        <Choices
          fact={id}
          legend={label}
          values={Array.isArray(answer) ? answer : []}
          {...{ marks, mayWrite, onChange }}
        />
        {Array.isArray(answer) && answer.length === 0 && <span className="hint">{words.noneOfThese}</span>}
      </>
    );
  if (fact.type === 'text') return <TextField label={label} value={answer} mayWrite={mayWrite} onChange={onChange} />;
  const options =
    fact.type === 'boolean'
      ? ([
          ['true', words.yes],
          ['false', words.no],
        ] as const)
      : fact.options.map((option) => [option, labelOfOption(id, option)] as const);
  return (
    <Select
      label={label}
      value={String(answer)}
      options={options}
      mayWrite={mayWrite}
      marks={marks}
      onChange={(value) => onChange(fact.type === 'boolean' ? value === 'true' : value)}
    />
  );
}
