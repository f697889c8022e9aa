import { useState } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import type { PieceSaver } from '../editor/piece-saver.ts';
import type { Snapshot } from '../editor/piece-snapshot.ts';
import type { StudioCalls } from '../editor/studio-calls.ts';
import { CasesPart } from './cases-part.tsx';
import { ProposalsPart } from './proposals-part.tsx';
import { RecordPart } from './record-part.tsx';
import { RulesPart } from './rules-part.tsx';

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
