import type { ImportUndo } from '../../database/schema.ts';
import { importsDesk as words } from '../../messages/imports-desk.ts';
import { studioEditor } from '../../messages/studio-editor.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { formatDate, formatNumber, langOf } from '../../ui/format.ts';
import { Figures } from './studio-parts.tsx';
import type { ImportCounts } from './studio-imports-report.tsx';

export const importsPath = '/studio/imports';

export type ImportRunShown = {
  id: number;
  name: string;
  site: string;
  state: 'running' | 'finished' | 'stopped' | 'broken_off' | 'undoing' | 'undone';
  byName: string;
  startedAt: string;
  counts: ImportCounts;
  isUndoable: boolean;
};
/** What an undo would do: shown before it is asked for. */
export type UndoShown = { id: number; name: string; isOfDump: boolean; isOfFolder: boolean } & Pick<
  ImportUndo,
  'removed' | 'restored' | 'kept' | 'keptCount'
>;

export function RunItem({
  run: { id, name, site, state, byName, startedAt, counts, isUndoable },
}: {
  run: ImportRunShown;
}) {
  return (
    <li>
      <b lang={langOf(name)}>
        {name} · {site}
      </b>
      <span className="studio-meta">
        <span className="studio-state" data-state={state}>
          {words.state[state]}
        </span>
        <span>{words.byOn(studioEditor.by(byName), formatDate(startedAt))}</span>
        {Object.entries(counts).map(([what, count]) => (
          <span key={what}>
            {words.counts[what] ?? what}: {formatNumber(count)}
          </span>
        ))}
      </span>
      <span className="studio-row">
        <a className="chip" href={`${importsPath}?run=${id}#run`} aria-label={words.reportOf(name)}>
          {words.report}
        </a>
        {isUndoable && state !== 'running' && (
          <a className="chip" href={`${importsPath}?undo=${id}#undo`} aria-label={words.undoOf(name)}>
            {words.undo}
          </a>
        )}
      </span>
    </li>
  );
}

const addressOfKept = ({ kind = 'articles', id, title }: UndoShown['kept'][number]) =>
  kind === 'questions' ? questionPath(title, id) : `/studio/${kind}/${id}`;

export function UndoForm({
  id,
  name,
  isOfDump,
  isOfFolder,
  removed,
  restored,
  kept: given,
  keptCount = given.length,
}: UndoShown) {
  const kept = isOfDump ? given.map((piece) => ({ ...piece, kind: 'questions' as const })) : given;
  const shownKept = kept.slice(0, 100);
  const figures: [text: string, count: number][] = isOfDump
    ? [
        [words.undoPosts, removed],
        [words.undoKeptQuestions, keptCount],
      ]
    : [
        [words.undoRemoved, removed],
        [words.undoRestored, restored],
        [words.undoKept, keptCount],
      ];
  return (
    <section className="box stack" id="undo" aria-labelledby="undo-heading">
      <h2 id="undo-heading">{words.undoHeading(name)}</h2>
      <Figures of={figures} />
      {shownKept.length > 0 && (
        <ul className="studio-list">
          {shownKept.map((piece) => (
            <li key={`${piece.kind} ${piece.id}`}>
              <a href={addressOfKept(piece)} lang={langOf(piece.title)}>
                {piece.title || words.deletedQuestion(piece.id)}
              </a>
              <span className="studio-meta">
                {words.reasons[piece.reason]}
                {piece.later === null ? '' : ` (${piece.later})`}
              </span>
            </li>
          ))}
          {keptCount > shownKept.length && <li>{words.more(keptCount - shownKept.length)}</li>}
        </ul>
      )}
      <p className="soft">{isOfDump ? words.undoPostsNote : isOfFolder ? words.undoFolderNote : words.undoNote}</p>
      <form className="studio-row" method="post" action={importsPath}>
        <input type="hidden" name="run" value={id} />
        <button className="btn" name="go" value="undo">
          {words.undoSure}
        </button>
        <a className="link" href={importsPath}>
          {words.cancel}
        </a>
      </form>
    </section>
  );
}
