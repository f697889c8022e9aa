import { useState } from 'react';
import { studioArrange as words } from '../../../messages/studio-arrange.ts';
import { studioEditor } from '../../../messages/studio-editor.ts';
import { languageName } from '../../../ui/language-name.ts';
import { currentLanguage } from '../../../messages/catalogue.ts';
import { langOf } from '../../../ui/format.ts';
import { listOf, SelectField, TextField, useMayWrite, withField } from '../fields.tsx';
import type { FieldProps } from './detail-fields.tsx';
import { useEditor } from './editor-context.ts';
import { SearchStatus, useLivePieces } from './live-pieces.tsx';
import { holeIn, type Latest, repeatsIn, type Section, type Slot, titleIn, withWords } from './feed-sections.ts';
import { MovableList } from './move-in-list.tsx';

type Titles = Record<string, string>;

/** The home page's parts and their pieces, arranged by thumb. */
export function ArrangeSections({ name }: FieldProps) {
  const { saver, props } = useEditor();
  const mayWrite = useMayWrite();
  const sections = listOf<Section>(saver.value(name));
  const onChange = (next: Section[]) => saver.change(name, next);
  const [found, setFound] = useState<Titles>({});
  const titles = { ...props.titles, ...found };
  const repeats = repeatsIn(sections);
  const isThere = (slot: string) => sections.some(({ items }) => items?.includes(slot));
  const set = (at: number, section: Section) => onChange(sections.map((one, index) => (index === at ? section : one)));
  return (
    <>
      <MovableList id="section" items={sections} keyOf={(_, at) => String(at)} nameOf={nameOf} onChange={onChange}>
        {(section, at) => (
          <fieldset className="studio-sources" disabled={!mayWrite}>
            <legend lang={langOf(nameOf(section, at))}>{nameOf(section, at)}</legend>
            <Heading section={section} onChange={(next) => set(at, next)} />
            {section.items ? (
              <>
                <Pieces
                  id={`piece-${at}`}
                  items={section.items}
                  titles={titles}
                  isRepeated={(item) => repeats.has(`${at}:${item}`)}
                  onChange={(items) => set(at, { ...section, items })}
                />
                <p className="hint">{holeNote(section)}</p>
                <ChoosePiece
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
                  <Newest latest={section.latest} onChange={(latest) => set(at, { ...section, latest })} />
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

function Heading({ section, onChange }: { section: Section; onChange(next: Section): void }) {
  const { otherLanguages } = useEditor().props;
  return (
    <>
      <TextField
        label={words.sectionTitle}
        value={section.title}
        maxLength={80}
        onChange={(title) => onChange({ ...section, title })}
      />
      {otherLanguages.map((language) => (
        <TextField
          key={language}
          label={words.inLanguage(words.sectionTitle, languageName(language))}
          lang={language}
          value={section.translations?.[language]?.title}
          maxLength={80}
          onChange={(title) => onChange(withWords(section, language, 'title', title))}
        />
      ))}
      <SelectField
        label={words.layout}
        value={section.layout}
        options={Object.entries(words.layouts)}
        onChange={(layout) => onChange({ ...section, layout })}
      />
      <TextField
        label={words.sectionLink}
        hint={words.sectionLinkHint('category:scams, /videos')}
        value={section.link}
        autoCapitalize="none"
        onChange={(link) => onChange(withField(section, 'link', link.trim()))}
      />
    </>
  );
}

type PiecesProps = {
  id: string;
  items: Slot[];
  titles: Titles;
  isRepeated(item: number): boolean;
  onChange(items: Slot[]): void;
};

function Pieces({ id, items, titles, isRepeated, onChange }: PiecesProps) {
  const nameOf = (slot: Slot) =>
    typeof slot === 'string' ? (titles[slot] ?? slot) : words.newest(kindWords(slot.latest.kind));
  return (
    <MovableList
      id={id}
      items={items}
      keyOf={(slot, at) => (typeof slot === 'string' && !isRepeated(at) ? slot : `${at}`)}
      nameOf={nameOf}
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

function Newest({ latest, onChange }: { latest: Latest; onChange(next: Latest): void }) {
  // Until the field is left, it may be empty or hold a number that is refused: the next digit may make it right.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    const limit = Math.trunc(Number(text));
    if (limit >= 1 && limit <= 24) onChange({ ...latest, limit });
  };
  return (
    <>
      <p>{words.newest(kindWords(latest.kind))}</p>
      <TextField
        label={words.howMany}
        type="number"
        inputMode="numeric"
        min={1}
        max={24}
        value={typed ?? latest.limit}
        onChange={change}
        onBlur={() => setTyped(null)}
      />
    </>
  );
}

const kinds = { articles: 'article', videos: 'video', webstories: 'webstory', categories: 'category' } as const;
type Kind = keyof typeof kinds;

type ChooseProps = {
  /** What is there already, as 'article:pm-kisan'. */
  isThere(slot: string): boolean;
  onChoose(slot: string, title: string): void;
};

/** Finds a live piece by words of its title. */
export function ChoosePiece({ isThere, onChoose }: ChooseProps) {
  const [kind, setKind] = useState<Kind>('articles');
  const [text, setText] = useState('');
  const found = useLivePieces(kind, text);
  return (
    <details className="studio-choose">
      <summary>{words.addPiece}</summary>
      <SelectField
        label={words.pieceKind}
        value={kind}
        options={(Object.keys(kinds) as Kind[]).map((one) => [one, studioEditor.kinds[one]])}
        onChange={(next) => setKind(next as Kind)}
      />
      <TextField label={studioEditor.relatedSearch} type="search" autoComplete="off" value={text} onChange={setText} />
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
