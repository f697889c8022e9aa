import { useId, useState } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import type { RulePath } from '../../schemes/rules.ts';
import type { RowProblem } from './check-rows.ts';
import { useMayWrite, TextField, withField } from '../fields.tsx';
import { freshSentence } from './compare.ts';
import { GroupControls, SentenceControls } from './condition-controls.tsx';
import { describeRow } from './row-sentence.ts';
import {
  type Group,
  isOpenRow,
  membersPath,
  type Row,
  type Sentence,
  withoutReview,
  basisFields,
} from './rule-rows.ts';
import { useRows } from './use-rows.ts';
import { Chip } from './value-controls.tsx';

type ListProps = {
  rows: Row[];
  path: RulePath;
  problems: RowProblem[];
  /** Groups above this list. */
  depth: number;
  /** Names the list. */
  label: string;
  onChange(rows: Row[]): void;
};

const isAt = ({ path }: RowProblem, own: RulePath) =>
  path.length === own.length && path.every((part, at) => part === own[at]);
const emptyGroup = (): Group => ({ kind: 'group', joint: 'any', rows: [], basis: {} });

/** Conditions as sentences, each of which opens into its controls. */
export function RowList({ rows, path, problems, depth, label, onChange }: ListProps) {
  const mayWrite = useMayWrite();
  const { keys, added, addButton, set, add, remove, move } = useRows(rows, onChange);
  return (
    <div className="scheme-list">
      {rows.length > 0 && (
        <ol className="scheme-rows" aria-label={label}>
          {rows.map((row, at) => (
            <RowItem
              key={keys[at]}
              row={row}
              path={[...path, at]}
              problems={problems}
              depth={depth}
              isNew={added === at}
              onChange={(next) => set(at, next)}
              onRemove={() => remove(at)}
              onUp={at > 0 ? () => move(at, at - 1) : undefined}
              onDown={at < rows.length - 1 ? () => move(at, at + 1) : undefined}
            />
          ))}
        </ol>
      )}
      {mayWrite && (
        <div className="studio-row" role="group" aria-label={words.addTo(label)}>
          <button type="button" className="btn ghost" ref={addButton} onClick={() => add(freshSentence('age'))}>
            {words.addCondition}
          </button>
          {depth < 2 && (
            <button type="button" className="btn ghost" onClick={() => add(emptyGroup())}>
              {words.addGroup}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

type ItemProps = Omit<ListProps, 'rows' | 'label' | 'onChange'> & {
  row: Row;
  isNew: boolean;
  onChange(row: Row): void;
  onRemove(): void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

function RowItem({ row, path, problems, depth, isNew, onChange, onRemove, onUp, onDown }: ItemProps) {
  const own = useId();
  const mayWrite = useMayWrite();
  const [isOpen, setIsOpen] = useState(isNew || isOpenRow(row));
  const mine = problems.filter((problem) => isAt(problem, path));
  const sentence = describeRow(row);
  const acts = [
    [words.up, onUp],
    [words.down, onDown],
    [words.takeAway, onRemove],
  ] as const;
  const change = (next: Sentence | Group) => onChange(row.kind === 'kept' ? next : withoutReview(row, next));
  return (
    <li data-wrong={mine.some(({ isWarning }) => !isWarning) || undefined}>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <span>{sentence}</span>
        </summary>
        {isOpen && (
          <div className="form">
            {row.kind === 'kept' && <p className="hint">{words.kept}</p>}
            {row.kind === 'sentence' && (
              <SentenceControls row={row} problems={mine} problemId={own} isNew={isNew} onChange={change} />
            )}
            {row.kind === 'group' && (
              <GroupControls row={row} problems={mine} problemId={own} isNew={isNew} onChange={change} />
            )}
            {row.kind !== 'kept' && <BecauseField row={row} onChange={onChange} />}
            {row.kind !== 'kept' && depth === 0 && <BasisFields row={row} problems={mine} onChange={onChange} />}
            {mayWrite && (
              <div className="studio-row">
                {acts.map(([name, act]) => act && <Chip key={name} act={name} of={sentence} onClick={act} />)}
              </div>
            )}
          </div>
        )}
      </details>
      {mine.length > 0 && (
        <ul className="scheme-problems" id={own}>
          {mine.map(({ message, isWarning }) => (
            <li key={message} className={isWarning ? 'hint' : 'err'}>
              {message}
            </li>
          ))}
        </ul>
      )}
      {row.kind === 'group' && (
        <RowList
          rows={row.rows}
          path={[...path, ...membersPath(row)]}
          problems={problems}
          depth={depth + 1}
          label={sentence}
          onChange={(rows) => change({ ...row, rows })}
        />
      )}
    </li>
  );
}

type Props<Of> = { row: Of; problems: RowProblem[]; onChange(row: Of): void };

function BecauseField<Of extends Sentence | Group>({ row, onChange }: Omit<Props<Of>, 'problems'>) {
  return (
    <TextField
      label={words.because}
      hint={words.becauseHint}
      value={row.because}
      rows={2}
      isLine
      maxLength={300}
      onChange={(text) => onChange(withField(row, 'because', text))}
    />
  );
}

/** From when to when it holds, the words of the law, and who checked it when. */
function BasisFields<Of extends Sentence | Group>({ row, problems, onChange }: Props<Of>) {
  const isWrong = basisFields.some((name) => problems.some(({ field }) => field === name));
  return (
    <details open={isWrong || undefined}>
      <summary>{words.basis}</summary>
      <div className="form">
        <p className="hint">{words.basisNote}</p>
        {basisFields.map((name) => (
          <TextField
            key={name}
            label={words.basisFields[name]}
            value={row.basis[name]}
            type={name === 'from' || name === 'until' || name === 'reviewedOn' ? 'date' : 'text'}
            rows={name === 'quote' || name === 'source' ? 2 : undefined}
            isLine
            maxLength={name === 'reviewedBy' ? 120 : 2_000}
            problem={problems.find(({ field }) => field === name)?.message}
            onChange={(text) => onChange({ ...row, basis: withField(row.basis, name, text) })}
          />
        ))}
      </div>
    </details>
  );
}
