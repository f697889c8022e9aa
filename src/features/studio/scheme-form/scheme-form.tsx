import { useState, useMemo } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import type { PieceSaver } from '../editor/piece-saver.ts';
import type { Snapshot } from '../editor/piece-snapshot.ts';
import type { StudioCalls } from '../editor/studio-calls.ts';
import { CasesPart } from './cases-part.tsx';
import { ProposalsPart } from './proposals-part.tsx';
import { RecordPart } from './record-part.tsx';
import { checkRows } from './check-rows.ts';
import { readRows, writeRows } from './rule-rows.ts';
import { RowList } from './row-list.tsx';

export type SchemeFormProps = {
  saver: PieceSaver;
  now: Snapshot;
  calls: StudioCalls;
  /** Null for who may not say that a condition is checked. */
  personName: string | null;
  mayWrite: boolean;
};
type RecordFields = Record<string, unknown>;

const isRecord = (value: unknown): value is RecordFields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The scheme of an article: its record, its rules, and the people that they are tried with. */
export function SchemeForm({ saver, now, calls, personName, mayWrite }: SchemeFormProps) {
  const record = saver.value('scheme');
  // What is missing in a record that was only just begun is no fault yet.
  const [wasThere] = useState(isRecord(record));
  if (!isRecord(record))
    return (
      <div className="stack">
        <p>{words.none}</p>
        {mayWrite && (
          <button
            type="button"
            className="btn ghost"
            onClick={() =>
              saver.change('scheme', { name: saver.value('title') ?? '', level: 'central', officialUrl: '' })
            }
          >
            {words.begin}
          </button>
        )}
      </div>
    );
  /** A field without a value is taken away, as a file would not have it. */
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = record;
    saver.change('scheme', value === undefined ? rest : { ...record, [name]: value });
  };
  const isTranslation = typeof saver.value('translationOf') === 'string';
  return (
    <div className="scheme-form">
      <RecordPart
        record={record}
        details={now.status.is === 'problem' ? now.status.details : []}
        isNew={!wasThere}
        isTranslation={isTranslation}
        mayWrite={mayWrite}
        set={set}
      />
      <RulesPart
        rules={record.rules}
        level={record.level}
        isTranslation={isTranslation}
        mayWrite={mayWrite}
        onChange={(rules) => set('rules', rules)}
      />
      {mayWrite && !isTranslation && now.base.id !== null && (
        <ProposalsPart
          calls={calls}
          id={now.base.id}
          revision={now.base.revision}
          personName={personName}
          rules={record.rules}
          alsoCheck={record.alsoCheck}
          onRules={(rules) => set('rules', rules)}
          onAlsoCheck={(points) => set('alsoCheck', points)}
        />
      )}
      <CasesPart
        cases={record.cases}
        rules={record.rules}
        mayWrite={mayWrite}
        onChange={(cases) => set('cases', cases)}
      />
      {mayWrite && (
        <details>
          <summary>{words.end}</summary>
          <div className="stack">
            <p>{words.endNote}</p>
            <button type="button" className="btn ghost" onClick={() => saver.change('scheme', null)}>
              {words.end}
            </button>
          </div>
        </details>
      )}
    </div>
  );
}

type Props = {
  rules: unknown;
  /** A scheme of a State may only be offered to its people. */
  level: unknown;
  /** Of the original, where the record has none of its own. */
  isTranslation: boolean;
  mayWrite: boolean;
  onChange(rules: Record<string, unknown> | undefined): void;
};

/** The rules of a scheme as sentences. */
function RulesPart({ rules, level, isTranslation, mayWrite, onChange }: Props) {
  const rows = useMemo(() => (rules === undefined ? [] : readRows(rules)), [rules]);
  const problems = useMemo(() => (rows ? checkRows(rows, rules) : []), [rows, rules]);
  const needsState =
    rows !== null && rows.length > 0 && level !== 'central' && !JSON.stringify(rules).includes('"fact":"state"');
  const whole = problems.filter(({ path }) => path.length === 1).map(({ message }) => message);
  return (
    <section className="stack" aria-labelledby="scheme-rules">
      <h2 id="scheme-rules">{words.rules}</h2>
      {rows === null ? (
        <p className="call note">{words.unreadable}</p>
      ) : (
        <>
          <p className="hint">
            {rows.length > 0 ? words.rulesNote : isTranslation ? words.rulesOfOriginal : words.noRules}
          </p>
          {[...whole, ...(needsState ? [words.wrong.state] : [])].map((message) => (
            <p key={message} className="err">
              {message}
            </p>
          ))}
          <RowList
            rows={rows}
            path={['all']}
            problems={problems}
            depth={0}
            label={words.rules}
            mayWrite={mayWrite}
            onChange={(next) => onChange(writeRows(next, rules))}
          />
        </>
      )}
    </section>
  );
}
