import type { MediaLoss, ReportName, ReportPart } from '../../database/schema.ts';
import { importsDesk as words } from '../../messages/imports-desk.ts';
import { langOf } from '../../ui/format.ts';
import { Figures } from './studio-parts.tsx';

export type ImportCounts = Record<string, number>;

/** What an import, or its dry run, has found: figures, and each loss by name. */
export function ImportFindings({ counts, report }: { counts: ImportCounts; report: ReportPart[] }) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      {shown.length === 0 && report.length === 0 && <p className="soft">{words.nothing}</p>}
      <Figures of={shown.map(([what, count]) => [words.counts[what] ?? what, count])} />
      {(['conflict', 'lost', 'media', 'noted', 'skipped', 'draft'] as const).map((kind) => {
        const parts = report.filter((part) => part.kind === kind);
        if (parts.length === 0) return null;
        return (
          <details key={kind} open={kind === 'conflict' || kind === 'lost' || kind === 'media'}>
            <summary>{kind === 'media' ? words.counts.media : words.parts[kind]}</summary>
            <ul className="studio-list">
              {parts.map(({ reason, names, more }) => (
                <li key={reason + textOf(names[0])}>
                  {kind === 'media' ? words.media[reason as MediaLoss] : <span lang="en">{reason}</span>}
                  <ul className="studio-uses">
                    {names.map((name, index) => (
                      // oxlint-disable-next-line react/no-array-index-key -- names may repeat
                      <li key={index} lang={langOf(textOf(name))}>
                        <Name name={name} />
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

const textOf = (name: ReportName | undefined) => (typeof name === 'object' ? name.title : (name ?? ''));

function Name({ name }: { name: ReportName }) {
  if (typeof name === 'string') return name;
  const { title, id, about } = name;
  return (
    <>
      {id === undefined ? title : <a href={`/studio/articles/${id}`}>{title}</a>}
      {about !== undefined && (
        <>
          {': '}
          <code lang="zxx">{about}</code>
        </>
      )}
    </>
  );
}
