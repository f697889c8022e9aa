import { useId } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { factIds, factOf, type FactId, isAnswer, isFactId, labelOfOption, wordsOf } from '../../schemes/facts.ts';
import { SelectField, TextField, useMayWrite, withField } from '../fields.tsx';
import { type Marks, marksOf } from '../../../ui/field.tsx';
import { Chip, Choices, NumberField } from './value-controls.tsx';

type Answers = Record<string, unknown>;
type Props = { answers: Answers; rules: unknown; person: string; onChange(answers: Answers): void };

/** What a test person answers, fact by fact; the facts of the rules are offered first. */
export function AnswersField({ answers, rules, person, onChange }: Props) {
  const mayWrite = useMayWrite();
  const rulesText = JSON.stringify(rules) ?? '';
  const isUsed = (fact: FactId) => rulesText.includes(`"fact":"${fact}"`);
  const open = factIds.filter((fact) => !Object.hasOwn(answers, fact));
  const offered = [...open.filter(isUsed), ...open.filter((fact) => !isUsed(fact))];
  return (
    <fieldset className="studio-choices scheme-answers">
      <legend>{words.answers}</legend>
      {Object.entries(answers).map(([fact, answer]) => (
        <div key={fact} className="box stack">
          {isFactId(fact) ? (
            <AnswerField fact={fact} answer={answer} onChange={(next) => onChange({ ...answers, [fact]: next })} />
          ) : (
            <b>{fact}</b>
          )}
          {mayWrite && (
            <Chip
              act={words.takeAway}
              of={isFactId(fact) ? wordsOf(fact).label : fact}
              onClick={() => onChange(withField(answers, fact, null))}
            />
          )}
        </div>
      ))}
      {mayWrite && (
        <SelectField
          label={words.addAnswer}
          value=""
          aria-label={words.addAnswerTo(person)}
          options={offered.map((fact) => [fact, wordsOf(fact).label])}
          onChange={(fact) => isFactId(fact) && onChange({ ...answers, [fact]: first(fact) })}
        >
          <option value="">{words.choose}</option>
        </SelectField>
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

type AnswerProps = { fact: FactId; answer: unknown; onChange(answer: unknown): void };

function AnswerField({ fact: id, answer, onChange }: AnswerProps) {
  const own = useId();
  const mayWrite = useMayWrite();
  const { label } = wordsOf(id);
  const isWrong = answer !== null && !isAnswer(id, answer);
  const marks = marksOf({ id: own, error: isWrong ? words.answerWrong : null });
  return (
    <>
      {answer === null ? <b>{label}</b> : <Control {...{ id, label, answer, marks, onChange }} />}
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
  marks: Marks;
  onChange(answer: unknown): void;
};

function Control({ id, label, answer, marks, onChange }: ControlProps) {
  const fact = factOf(id);
  if (fact.type === 'number')
    return (
      // An empty number is no answer, and not null, which would say that nothing was answered.
      <NumberField label={label} value={answer} marks={marks} onChange={(value) => onChange(value ?? '')} />
    );
  if (fact.type === 'multiple')
    return (
      <>
        <Choices fact={id} legend={label} values={Array.isArray(answer) ? answer : []} {...{ marks, onChange }} />
        {Array.isArray(answer) && answer.length === 0 && <span className="hint">{words.noneOfThese}</span>}
      </>
    );
  if (fact.type === 'text') return <TextField label={label} value={answer} onChange={onChange} />;
  const options =
    fact.type === 'boolean'
      ? ([
          ['true', words.yes],
          ['false', words.no],
        ] as const)
      : fact.options.map((option) => [option, labelOfOption(id, option)] as const);
  return (
    <SelectField
      label={label}
      value={String(answer)}
      options={options}
      marks={marks}
      onChange={(value) => onChange(fact.type === 'boolean' ? value === 'true' : value)}
    />
  );
}
