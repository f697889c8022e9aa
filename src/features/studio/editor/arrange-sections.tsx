import { useState } from 'react';
import { studioArrange as words } from '../../../messages/studio-arrange.ts';
import { studioEditor } from '../../../messages/studio-editor.ts';
import { languageName } from '../../../ui/language-name.ts';
import { currentLanguage, type Language } from '../../../messages/catalogue.ts';
import { langOf } from '../../../ui/format.ts';
import { SearchStatus } from './search-status.tsx';
import { useLivePieces } from './use-live-pieces.ts';
import { holeIn, type Latest, repeatsIn, type Section, type Slot, titleIn, withTitle } from './feed-sections.ts';
import { MovableList } from './move-in-list.tsx';
import type { StudioCalls } from './studio-calls.ts';
import { Options } from '../../../ui/options.tsx';

type Titles = Record<string, string>;
type Props = {
  sections: Section[];
  /** Titles of live pieces by their slot, as 'article:pm-kisan'. */
  titles: Titles;
  calls: StudioCalls;
  otherLanguages: Language[];
  mayWrite: boolean;
  onChange(sections: Section[]): void;
};

/** The home page's parts and their pieces, arranged by thumb. */
export function ArrangeSections({ sections, titles: known, calls, otherLanguages, mayWrite, onChange }: Props) {
  const [found, setFound] = useState<Titles>({});
  const titles = { ...known, ...found };
  const repeats = repeatsIn(sections);
  const isThere = (slot: string) => sections.some(({ items }) => items?.includes(slot));
  const set = (at: number, section: Section) => onChange(sections.map((one, index) => (index === at ? section : one)));
  return (
    <>
      <MovableList
        id="section"
        items={sections}
        keyOf={(_, at) => String(at)}
        nameOf={nameOf}
        mayWrite={mayWrite}
        onChange={onChange}
      >
        {(section, at) => (
          <fieldset className="studio-sources" disabled={!mayWrite}>
            <legend lang={langOf(nameOf(section, at))}>{nameOf(section, at)}</legend>
            <Heading section={section} at={at} otherLanguages={otherLanguages} onChange={(next) => set(at, next)} />
            {section.items ? (
              <>
                <Pieces
                  id={`piece-${at}`}
                  items={section.items}
                  titles={titles}
                  isRepeated={(item) => repeats.has(`${at}:${item}`)}
                  mayWrite={mayWrite}
                  onChange={(items) => set(at, { ...section, items })}
                />
                <p className="hint">{holeNote(section)}</p>
                <ChoosePiece
                  id={`choose-${at}`}
                  calls={calls}
                  isThere={isThere}
                  onChoose={(slot, title) => {
                    setFound({ ...found, [slot]: title });
                    set(at, { ...section, items: [...section.items!, slot] });
                  }}
                />
              </>
            ) : (
              section.latest && (
                <>
                  <Newest
                    id={`newest-${at}`}
                    latest={section.latest}
                    onChange={(latest) => set(at, { ...section, latest })}
                  />
                  <button
                    type="button"
                    className="chip"
                    onClick={() => {
                      const { latest: _, ...rest } = section;
                      set(at, { ...rest, items: [] });
                    }}
                  >
                    {words.byHand}
                  </button>
                </>
              )
            )}
          </fieldset>
        )}
      </MovableList>
      {mayWrite && (
        <button
          type="button"
          className="btn ghost"
          onClick={() => onChange([...sections, { title: words.newSection, layout: 'CardMain', items: [] }])}
        >
          {words.addSection}
        </button>
      )}
    </>
  );
}

/** As the home page in the studio's language says it. */
const nameOf = (section: Section, at: number): string => titleIn(section, currentLanguage()) || words.section(at + 1);

const holeNote = (section: Section): string => {
  const row = holeIn(section);
  return row === null ? '' : words.hole(row);
};

type HeadingProps = { section: Section; at: number; otherLanguages: Language[]; onChange(next: Section): void };

function Heading({ section, at, otherLanguages, onChange }: HeadingProps) {
  return (
    <>
      <div className="field">
        <label htmlFor={`section-title-${at}`}>{words.sectionTitle}</label>
        <input
          className="in"
          id={`section-title-${at}`}
          value={section.title}
          maxLength={80}
          onChange={({ target }) => onChange({ ...section, title: target.value })}
        />
      </div>
      {otherLanguages.map((language) => (
        <div className="field" key={language}>
          <label htmlFor={`section-title-${at}-${language}`}>
            {words.inLanguage(words.sectionTitle, languageName(language))}
          </label>
          <input
            className="in"
            id={`section-title-${at}-${language}`}
            lang={language}
            value={section.translations?.[language]?.title ?? ''}
            maxLength={80}
            onChange={({ target }) => onChange(withTitle(section, language, target.value))}
          />
        </div>
      ))}
      <div className="field">
        <label htmlFor={`section-layout-${at}`}>{words.layout}</label>
        <select
          className="in"
          id={`section-layout-${at}`}
          value={section.layout}
          onChange={({ target }) => onChange({ ...section, layout: target.value })}
        >
          <Options of={Object.entries(words.layouts)} />
        </select>
      </div>
      <div className="field">
        <label htmlFor={`section-link-${at}`}>{words.sectionLink}</label>
        <span className="hint" id={`section-link-${at}-hint`}>
          {words.sectionLinkHint('category:scams, /videos')}
        </span>
        <input
          className="in"
          id={`section-link-${at}`}
          value={section.link ?? ''}
          autoCapitalize="none"
          aria-describedby={`section-link-${at}-hint`}
          onChange={({ target }) => {
            const { link: _, ...rest } = section;
            onChange(target.value === '' ? rest : { ...section, link: target.value.trim() });
          }}
        />
      </div>
    </>
  );
}

type PiecesProps = {
  id: string;
  items: Slot[];
  titles: Titles;
  isRepeated(item: number): boolean;
  mayWrite: boolean;
  onChange(items: Slot[]): void;
};

function Pieces({ id, items, titles, isRepeated, mayWrite, onChange }: PiecesProps) {
  const nameOf = (slot: Slot) =>
    typeof slot === 'string' ? (titles[slot] ?? slot) : words.newest(kindWords(slot.latest.kind));
  return (
    <MovableList
      id={id}
      items={items}
      keyOf={(slot, at) => (typeof slot === 'string' && !isRepeated(at) ? slot : `${at}`)}
      nameOf={nameOf}
      mayWrite={mayWrite}
      onChange={onChange}
    >
      {(slot, at) => (
        <>
          <span lang={langOf(nameOf(slot))}>{nameOf(slot)}</span>
          {isRepeated(at) && <p className="hint">{words.twice}</p>}
          {typeof slot === 'string' && !(slot in titles) && <p className="hint">{words.unknown}</p>}
        </>
      )}
    </MovableList>
  );
}

const kindWords = (kind: string): string =>
  ({ article: studioEditor.kinds.articles, video: studioEditor.kinds.videos, webstory: studioEditor.kinds.webstories })[
    kind
  ] ?? kind;

function Newest({ id, latest, onChange }: { id: string; latest: Latest; onChange(next: Latest): void }) {
  // Until the field is left, it may be empty or hold a number that is refused: the next digit may make it right.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="field">
      <p>{words.newest(kindWords(latest.kind))}</p>
      <label htmlFor={id}>{words.howMany}</label>
      <input
        className="in"
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={24}
        value={typed ?? latest.limit}
        onChange={({ target }) => {
          setTyped(target.value);
          const limit = Math.trunc(Number(target.value));
          if (limit >= 1 && limit <= 24) onChange({ ...latest, limit });
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}

const kinds = { articles: 'article', videos: 'video', webstories: 'webstory', categories: 'category' } as const;
type Kind = keyof typeof kinds;

type ChooseProps = {
  id: string;
  calls: StudioCalls;
  /** What is there already, as 'article:pm-kisan'. */
  isThere(slot: string): boolean;
  onChoose(slot: string, title: string): void;
};

/** Finds a live piece by words of its title. */
export function ChoosePiece({ id, calls, isThere, onChoose }: ChooseProps) {
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
