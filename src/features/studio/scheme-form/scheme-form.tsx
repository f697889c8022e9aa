import { useState, useMemo } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useMayWrite } from '../fields.tsx';
import { CasesPart } from './cases-part.tsx';
import { ProposalsPart } from './proposals-part.tsx';
import { RecordPart } from './record-part.tsx';
import { checkRows } from './check-rows.ts';
import { readRows, writeRows } from './rule-rows.ts';
import { RowList } from './row-list.tsx';
import { isRecord } from '../../../platform/wire/is-record.ts';

/** The scheme of an article: its record, its rules, and the people that they are tried with. */
export function SchemeForm() {
  const { saver, now } = useEditor();
  const mayWrite = useMayWrite();
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
        set={set}
      />
      <RulesPart
        rules={record.rules}
        level={record.level}
        isTranslation={isTranslation}
        onChange={(rules) => set('rules', rules)}
      />
      {mayWrite && !isTranslation && now.base.id !== null && (
        <ProposalsPart
          id={now.base.id}
          rules={record.rules}
          alsoCheck={record.alsoCheck}
          onRules={(rules) => set('rules', rules)}
          onAlsoCheck={(points) => set('alsoCheck', points)}
        />
      )}
      <CasesPart cases={record.cases} rules={record.rules} onChange={(cases) => set('cases', cases)} />
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
  onChange(rules: Record<string, unknown> | undefined): void;
};

/** The rules of a scheme as sentences. */
function RulesPart({ rules, level, isTranslation, onChange }: Props) {
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
            onChange={(next) => onChange(writeRows(next, rules))}
          />
        </>
      )}
    </section>
  );
}
