import { useState } from 'react';
import { studioArrange as words } from '../../../messages/studio-arrange.ts';
import { studioEditor } from '../../../messages/studio-editor.ts';
import { langOf } from '../../../ui/format.ts';
import type { StudioCalls } from './studio-calls.ts';
import { SearchStatus } from './search-status.tsx';
import { useLivePieces } from './use-live-pieces.ts';
import { Options } from '../../../ui/options.tsx';

const kinds = { articles: 'article', videos: 'video', webstories: 'webstory', categories: 'category' } as const;
type Kind = keyof typeof kinds;

type Props = {
  id: string;
  calls: StudioCalls;
  /** What is there already, as 'article:pm-kisan'. */
  isThere(slot: string): boolean;
  onChoose(slot: string, title: string): void;
};

/** Finds a live piece by words of its title. */
export function ChoosePiece({ id, calls, isThere, onChoose }: Props) {
  const [kind, setKind] = useState<Kind>('articles');
  const [text, setText] = useState('');
  const found = useLivePieces(calls, kind, text);
  return (
    <details className="studio-choose">
      <summary>{words.addPiece}</summary>
      <div className="field">
        <label htmlFor={`${id}-kind`}>{words.pieceKind}</label>
        <select className="in" id={`${id}-kind`} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          <Options of={(Object.keys(kinds) as Kind[]).map((one) => [one, studioEditor.kinds[one]])} />
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-words`}>{studioEditor.relatedSearch}</label>
        <input
          className="in"
          id={`${id}-words`}
          type="search"
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <SearchStatus found={found} />
      {Array.isArray(found) && (
        <ul className="studio-list">
          {found.map(({ id: piece, key, title }) => {
            const slot = `${kinds[kind]}:${key}`;
            const isHere = isThere(slot);
            return (
              <li key={piece}>
                <button
                  type="button"
                  className="link"
                  lang={langOf(title)}
                  disabled={isHere}
                  onClick={() => onChoose(slot, title)}
                >
                  {title}
                </button>
                {isHere && <p className="hint">{words.isThere}</p>}
              </li>
            );
          })}
        </ul>
      )}
    </details>
  );
}
