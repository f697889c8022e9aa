import { studioTranslation as words } from '../../../messages/studio-translation.ts';
import { langOf } from '../../../ui/format.ts';
import { Changes } from '../editor/changes.tsx';
import { isOpen } from './row-states.ts';
import type { SideRow } from './side-rows.ts';

type Props = {
  row: Pick<SideRow, 'state' | 'text' | 'before' | 'words'>;
  /** What both texts are called. */
  labels: { original: string; own: string };
  /** One line: no paragraph, but a title. */
  isLine?: boolean;
  /** No text: it is changed among the details. */
  isFixed?: boolean;
  mayWrite: boolean;
  /** Of the translation. */
  lang: string;
  /** Wide enough for both: nothing is folded. */
  isWide: boolean;
  onWords(text: string): void;
  onRight(): void;
  onLeaveOut(): void;
};

/** One paragraph or field: the original above or beside, what changed in it, and the translation. */
export function SideRowView({
  row,
  labels,
  isLine = false,
  isFixed = false,
  mayWrite,
  lang,
  isWide,
  onWords,
  onRight,
  onLeaveOut,
}: Props) {
  const { state, text, before } = row;
  const hasWords = row.words.trim() !== '';
  return (
    <li className="studio-side-row" data-row-state={state}>
      <details open={isWide || isOpen(state)}>
        <summary>
          {labels.original} <span className="studio-side-state">{words.states[state]}</span>
        </summary>
        {state === 'changed' && <p className="hint">{words.marks}</p>}
        {state === 'changed' || state === 'gone' ? (
          <Changes before={before ?? ''} after={text ?? ''} />
        ) : (
          text !== null && (
            <p className="studio-side-text" lang={langOf(text)}>
              {text}
            </p>
          )
        )}
      </details>
      <div className="studio-side-own">
        {state !== 'left_out' || hasWords ? (
          <textarea
            className="in"
            aria-label={labels.own}
            lang={lang}
            rows={Math.min(14, Math.max(isLine ? 1 : 3, Math.ceil((row.words || text || '').length / 60)))}
            value={row.words}
            readOnly={!mayWrite || isFixed}
            onChange={({ target }) => onWords(isLine ? target.value.replace(/\n/g, ' ') : target.value)}
          />
        ) : null}
        {isFixed && <p className="hint">{words.isFixed}</p>}
        {mayWrite && (
          <div className="studio-row">
            {(state === 'changed' || (isLine && state === 'missing' && hasWords)) && (
              <button type="button" className="btn ghost" onClick={onRight}>
                {words.right}
                <span className="vh">: {labels.own}</span>
              </button>
            )}
            {state === 'missing' && !hasWords && (
              <button type="button" className="btn ghost" onClick={onLeaveOut}>
                {words.leaveOut}
                <span className="vh">: {labels.original}</span>
              </button>
            )}
            {state === 'gone' && (
              <>
                <button type="button" className="btn ghost" onClick={() => onWords('')}>
                  {words.takeAway}
                  <span className="vh">: {labels.own}</span>
                </button>
                <button type="button" className="btn ghost" onClick={onRight}>
                  {words.keep}
                  <span className="vh">: {labels.own}</span>
                </button>
              </>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
