import { useId } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { factIds, factOf, type FactId, wordsOf } from '../../schemes/facts.ts';
import { compareOf, comparisonsFor, withChoices, withCompare, withFact, type Compare } from './compare.ts';
import type { RowProblem } from './check-rows.ts';
import { joints, type Group, type Joint, type Sentence } from './rule-rows.ts';
import type { Marks } from '../../../ui/field.tsx';
import { Choices, NumberField } from './value-controls.tsx';
import { Options } from '../../../ui/options.tsx';

type Props<Of> = { row: Of; problems: RowProblem[]; problemId: string; mayWrite: boolean; onChange(row: Of): void };

type SelectProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  mayWrite: boolean;
  isFirst?: boolean;
  marks?: Marks;
  onChange(value: string): void;
};

export function Select({ label, value, options, mayWrite, isFirst = false, marks = {}, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...marks}
        className="in"
        id={id}
        value={value}
        disabled={!mayWrite}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in a row that was just added: typing goes on there
        autoFocus={isFirst || undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <Options of={options} />
      </select>
    </div>
  );
}

/** What a condition is about, how it is compared, and with what. */
export function SentenceControls({
  row,
  problems,
  problemId,
  mayWrite,
  isNew,
  onChange,
}: Props<Sentence> & { isNew: boolean }) {
  const isWrong = problems.some(({ field }) => field === 'value');
  const marks: Marks = isWrong ? { 'aria-invalid': true, 'aria-describedby': problemId } : {};
  return (
    <>
      <Select
        label={words.fact}
        value={row.fact}
        options={factIds.map((id) => [id, wordsOf(id).label] as const)}
        mayWrite={mayWrite}
        isFirst={isNew}
        onChange={(fact) => onChange(withFact(row, fact as FactId))}
      />
      {factOf(row.fact).type === 'boolean' ? (
        <YesNo row={row} mayWrite={mayWrite} onChange={onChange} />
      ) : (
        <Select
          label={words.how}
          value={compareOf(row)}
          options={comparisonsFor(row.fact).map((one) => [one, words.compare[one]] as const)}
          mayWrite={mayWrite}
          onChange={(compare) => onChange(withCompare(row, compare as Compare))}
        />
      )}
      <Values row={row} marks={marks} mayWrite={mayWrite} onChange={onChange} />
    </>
  );
}

function YesNo({ row, mayWrite, onChange }: { row: Sentence; mayWrite: boolean; onChange(row: Sentence): void }) {
  const say = words.sentences;
  return (
    <Select
      label={words.value}
      value={row.values.includes(true) !== row.isNegated ? 'yes' : 'no'}
      options={[
        ['yes', say.yes[row.fact] ?? words.yes],
        ['no', say.no[row.fact] ?? words.no],
      ]}
      mayWrite={mayWrite}
      onChange={(value) => onChange({ ...row, how: 'eq', values: [value === 'yes'], isNegated: false })}
    />
  );
}

type ValuesProps = { row: Sentence; marks: Marks; mayWrite: boolean; onChange(row: Sentence): void };

function Values({ row, marks, mayWrite, onChange }: ValuesProps) {
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
        mayWrite={mayWrite}
        onChange={(next) => onChange(withChoices(row, next))}
      />
    );
  const set = (at: number) => (value: number | null) =>
    onChange({ ...row, values: values.map((one, index) => (index === at ? value : one)) });
  const fields = how === 'between' || how === 'range' ? [words.lowest, words.highest] : [words.value];
  return (
    <div className="scheme-pair">
      {fields.map((label, at) => (
        <NumberField
          key={label}
          label={label}
          value={values[at]}
          marks={marks}
          mayWrite={mayWrite}
          onChange={set(at)}
        />
      ))}
    </div>
  );
}

export function GroupControls({ row, mayWrite, isNew, onChange }: Props<Group> & { isNew: boolean }) {
  return (
    <Select
      label={words.joint}
      value={row.joint}
      options={joints.map((joint) => [joint, words.joints[joint]] as const)}
      mayWrite={mayWrite}
      isFirst={isNew}
      onChange={(joint) => onChange({ ...row, joint: joint as Joint })}
    />
  );
}
