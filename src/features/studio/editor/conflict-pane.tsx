import { useEffect, useRef } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { Changes } from './changes.tsx';
import { fieldText } from './field-text.ts';
import type { PieceSaver } from './piece-saver.ts';
import type { Conflict, Snapshot } from './piece-snapshot.ts';

/** Both texts, field by field, and the choice between them. */
export function ConflictPane({ saver, now, conflict }: { saver: PieceSaver; now: Snapshot; conflict: Conflict }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { theirs, name, base } = conflict;
  const theirValue = (field: string) => (field === 'body' ? theirs.body : theirs.fields[field]);
  const baseValue = (field: string) => (field === 'body' ? base?.body : base?.fields[field]);
  const changedByThem = base
    ? [...new Set([...Object.keys(theirs.fields), ...Object.keys(base.fields), 'body'])].filter(
        (field) => fieldText(theirValue(field)) !== fieldText(baseValue(field)),
      )
    : [];
  const fields = [...new Set([...Object.keys(now.changes), ...changedByThem])].filter((field) => field !== 'updatedAt');
  const mine = (field: string) => fieldText(field in now.changes ? now.changes[field] : baseValue(field));
  return (
    <section className="studio-conflict" aria-labelledby="conflict-heading">
      <h2 id="conflict-heading" ref={heading} tabIndex={-1}>
        {words.conflict.heading}
      </h2>
      <p>{words.conflict.note(words.by(name) || words.conflict.somebody, theirs.revision)}</p>
      {fields.map((field) => (
        <div key={field} className="stack">
          <h3>{words.conflict.field(words.fields[field] ?? field)}</h3>
          {mine(field) === fieldText(theirValue(field)) ? (
            <p className="soft">{words.conflict.same}</p>
          ) : (
            <>
              <p className="hint">{words.conflict.marks}</p>
              <Changes before={fieldText(theirValue(field))} after={mine(field)} />
              <div className="studio-both">
                <Whole title={words.conflict.yours} text={mine(field)} />
                <Whole title={words.conflict.theirs} text={fieldText(theirValue(field))} />
              </div>
            </>
          )}
        </div>
      ))}
      <div className="studio-row">
        {base && (
          <button type="button" className="btn" onClick={() => void saver.resolve('both')}>
            {words.conflict.both}
          </button>
        )}
        <button type="button" className="btn ghost" onClick={() => void saver.resolve('mine')}>
          {words.conflict.mine}
        </button>
        <button type="button" className="btn ghost" onClick={() => void saver.resolve('theirs')}>
          {words.conflict.their}
        </button>
      </div>
      {base && <p className="hint">{words.conflict.bothNote}</p>}
    </section>
  );
}

function Whole({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre>{text}</pre>
    </details>
  );
}
