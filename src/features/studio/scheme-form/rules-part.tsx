import { useMemo } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { checkRows } from './check-rows.ts';
import { readRows, writeRows } from './rule-rows.ts';
import { RowList } from './row-list.tsx';

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
export function RulesPart({ rules, level, isTranslation, mayWrite, onChange }: Props) {
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
