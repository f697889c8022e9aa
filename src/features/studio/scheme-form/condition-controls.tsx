import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { factIds, factOf, type FactId, wordsOf } from '../../schemes/facts.ts';
import { compareOf, comparisonsFor, withChoices, withCompare, withFact, type Compare } from './compare.ts';
import type { RowProblem } from './check-rows.ts';
import { joints, type Group, type Joint, type Sentence } from './rule-rows.ts';
import type { Marks } from '../../../ui/field.tsx';
import { SelectField } from '../fields.tsx';
import { Choices, NumberField } from './value-controls.tsx';

type Props<Of> = { row: Of; problems: RowProblem[]; problemId: string; onChange(row: Of): void };

/** What a condition is about, how it is compared, and with what. */
export function SentenceControls({ row, problems, problemId, isNew, onChange }: Props<Sentence> & { isNew: boolean }) {
  const isWrong = problems.some(({ field }) => field === 'value');
  const marks: Marks = isWrong ? { 'aria-invalid': true, 'aria-describedby': problemId } : {};
  return (
    <>
      <SelectField
        label={words.fact}
        value={row.fact}
        options={factIds.map((id) => [id, wordsOf(id).label])}
        isFirst={isNew}
        onChange={(fact) => onChange(withFact(row, fact as FactId))}
      />
      {factOf(row.fact).type === 'boolean' ? (
        <YesNo row={row} onChange={onChange} />
      ) : (
        <SelectField
          label={words.how}
          value={compareOf(row)}
          options={comparisonsFor(row.fact).map((one) => [one, words.compare[one]])}
          onChange={(compare) => onChange(withCompare(row, compare as Compare))}
        />
      )}
      <Values row={row} marks={marks} onChange={onChange} />
    </>
  );
}

function YesNo({ row, onChange }: { row: Sentence; onChange(row: Sentence): void }) {
  const sentences = words.sentences;
  return (
    <SelectField
      label={words.value}
      value={row.values.includes(true) !== row.isNegated ? 'yes' : 'no'}
      options={[
        ['yes', sentences.yes[row.fact] ?? words.yes],
        ['no', sentences.no[row.fact] ?? words.no],
      ]}
      onChange={(value) => onChange({ ...row, how: 'eq', values: [value === 'yes'], isNegated: false })}
    />
  );
}

type ValuesProps = { row: Sentence; marks: Marks; onChange(row: Sentence): void };

function Values({ row, marks, onChange }: ValuesProps) {
  const { fact, how, values } = row;
  const { type } = factOf(fact);
  if (type === 'boolean') return null;
  if (type !== 'number' || how === 'in')
    return (
      <Choices
        key={fact}
        fact={fact}
        legend={words.values}
        values={values}
        marks={marks}
        onChange={(next) => onChange(withChoices(row, next))}
      />
    );
  const set = (at: number) => (value: number | null) =>
    onChange({ ...row, values: values.map((one, index) => (index === at ? value : one)) });
  const fields = how === 'between' || how === 'range' ? [words.lowest, words.highest] : [words.value];
  return (
    <div className="scheme-pair">
      {fields.map((label, at) => (
        <NumberField key={label} label={label} value={values[at]} marks={marks} onChange={set(at)} />
      ))}
    </div>
  );
}

export function GroupControls({ row, isNew, onChange }: Props<Group> & { isNew: boolean }) {
  return (
    <SelectField
      label={words.joint}
      value={row.joint}
      options={joints.map((joint) => [joint, words.joints[joint]])}
      isFirst={isNew}
      onChange={(joint) => onChange({ ...row, joint: joint as Joint })}
    />
  );
}
