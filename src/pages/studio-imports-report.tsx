import type { ReportPart } from '../database/schema.ts';
import { importsDesk as words } from '../messages/imports-desk.ts';
import { formatNumber, langOf } from '../ui/format.ts';

export type ImportCounts = Record<string, number>;

/** What an import, or its dry run, has found: figures, and each loss by name. */
export function ImportFindings({ counts, report }: { counts: ImportCounts; report: ReportPart[] }) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      {shown.length === 0 && report.length === 0 && <p className="soft">{words.nothing}</p>}
      <dl className="studio-figures">
        {shown.map(([what, count]) => (
          <div key={what}>
            <dt>{words.counts[what] ?? what}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {(['conflict', 'lost', 'noted', 'skipped', 'draft'] as const).map((kind) => {
        const parts = report.filter((part) => part.kind === kind);
        if (parts.length === 0) return null;
        return (
          <details key={kind} open={kind === 'conflict' || kind === 'lost'}>
            <summary>{words.parts[kind]}</summary>
            <ul className="studio-list">
              {parts.map(({ reason, names, more }) => (
                <li key={`${reason} ${names[0]}`}>
                  <span lang="en">{reason}</span>
                  <ul className="studio-uses">
                    {names.map((name, index) => (
                      // oxlint-disable-next-line react/no-array-index-key -- names may repeat
                      <li key={index} lang={langOf(name)}>
                        {name}
                      </li>
                    ))}
                    {more > 0 && <li>{words.more(more)}</li>}
                  </ul>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </>
  );
}
