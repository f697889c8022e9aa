import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Language } from '../../../messages/catalogue.ts';
import { languageName } from '../../../ui/language-name.ts';
import { studioEditor as editorWords } from '../../../messages/studio-editor.ts';
import { studioTranslation as words } from '../../../messages/studio-translation.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { langOf } from '../../../ui/format.ts';
import { fieldText } from '../editor/field-text.ts';
import { useEditor } from '../editor/editor-context.ts';
import { MayWrite, useMayWrite } from '../fields.tsx';
import { isStructured } from './follow-fields.ts';
import { Changes } from '../editor/changes.tsx';
import { type Side, type SideRow, blocksOfRow, bodyOf, pairsOf, sideOf, withWords } from './side-rows.ts';
import { shownText, storedText } from '../editor/line-ends.ts';
import type { Paragraphs } from './paragraphs.contract.ts';
import { isOpen, type TranslationState } from './translation-state.ts';

/** The languages of a piece, and a translation beside its original. */
export function TranslationPane({ languages }: { languages: Language[] }) {
  const { now } = useEditor();
  const mayWrite = useMayWrite();
  const { side, isFailed, isRefused, reload, change, changeField, confirm } = useSide();
  return (
    <>
      <Versions languages={languages} />
      {side === undefined && !isFailed && <p role="status">{words.loading}</p>}
      {(isFailed || side === null) && (
        <div className="stack" role="status">
          <p>{isFailed ? words.notLoaded : words.saveFirst}</p>
          <button type="button" className="btn" onClick={reload}>
            {words.tryAgain}
          </button>
        </div>
      )}
      {side?.told.original === null && <p className="soft">{words.noOriginal}</p>}
      {side && side.told.original !== null && (
        <>
          <MayWrite value={mayWrite && now.conflict === null}>
            <Both side={side} onWords={change} onFieldWords={changeField} onConfirm={confirm} />
          </MayWrite>
          <p role="status" className="err">
            {isRefused && words.notNoted}
          </p>
          {side.told.isOlder && (
            <div className="call warn studio-newer">
              <p>{words.isOlder}</p>
              {side.told.open === 0 && now.base.state === 'live' && mayWrite && (
                <button type="button" className="btn" onClick={() => confirm({})}>
                  {words.takeMark}
                </button>
              )}
            </div>
          )}
        </>
      )}
    </>
  );
}

type Version = { id: number; lang: string | null };
const nameIn = (lang: string | null) => (lang === null ? '' : languageName(lang));

function Versions({ languages }: { languages: Language[] }) {
  const { saver, now, calls, props } = useEditor();
  const { kind } = props;
  const { id } = now.base;
  const path = `/${kind}/${id}/translations`;
  const { data } = useQuery({
    queryKey: [path],
    queryFn: () => calls.load<{ versions: Version[] }>(path),
  });
  const begin = useMutation({
    mutationFn: (lang: Language) => calls.load<{ id: number }>(path, { method: 'POST', body: { lang } }),
    onSuccess: (begun) => location.assign(addressHere(`/studio/${kind}/${begun.id}#translation`)),
  });
  if (!data?.versions.length) return null;
  const others = languages.filter((lang) => data.versions.every((one) => one.lang !== lang));
  return (
    <section className="stack">
      <h2>{words.versions}</h2>
      <ul className="studio-versions">
        {data.versions.map((one) => (
          <li key={one.id}>
            {one.id === id ? (
              <span>
                {nameIn(one.lang)} ({words.thisOne})
              </span>
            ) : (
              <a href={addressHere(`/studio/${kind}/${one.id}`)}>{nameIn(one.lang)}</a>
            )}
          </li>
        ))}
      </ul>
      {fieldText(saver.value('title')).trim() === '' ? (
        <p className="soft">{words.titleFirst}</p>
      ) : (
        others.map((lang) => (
          <button key={lang} type="button" className="btn ghost" onClick={() => begin.mutate(lang)}>
            {words.begin(nameIn(lang))}
          </button>
        ))
      )}
      <p role="status" className="err">
        {begin.isError && words.notBegun}
      </p>
    </section>
  );
}

type BothProps = {
  side: Side;
  onWords(key: string, text: string): void;
  onFieldWords(name: string, text: string): void;
  onConfirm(marks: Said): void;
};

function Both({ side, onWords, onFieldWords, onConfirm }: BothProps) {
  const { saver, props } = useEditor();
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const box = useId();
  const { original, open, isPartial } = side.told;
  const isShown = ({ state }: { state: TranslationState }) => !onlyOpen || isOpen(state);
  const lang = String(saver.value('lang') ?? 'en');
  return (
    <section className="stack">
      <h2>{words.heading}</h2>
      <p>
        <a href={addressHere(`/studio/${props.kind}/${original!.id}`)} lang={langOf(original!.title)}>
          {words.seeOriginal(original!.title)}
        </a>
      </p>
      {!original!.isLive && <p className="call note">{words.isDraft}</p>}
      <p role="status">
        <b>{open === 0 ? words.noneOpen : words.open(open)}</b>
      </p>
      {isPartial && <p className="call note">{words.isPartial}</p>}
      <p className="studio-check">
        <input type="checkbox" id={box} checked={onlyOpen} onChange={({ target }) => setOnlyOpen(target.checked)} />{' '}
        <label htmlFor={box}>{words.onlyOpen}</label>
      </p>
      <ul className="studio-side">
        {/* Title or summary: the texts above all paragraphs. Slides and the like are only shown. */}
        {side.told.fields.filter(isShown).map(({ name, ...field }) => {
          const label = editorWords.fields[name] ?? name;
          const confirm = () => onConfirm({ rightFields: [name] });
          return (
            <SideRowView
              key={name}
              {...{ lang, isWide }}
              row={{ ...field, words: fieldText(saver.value(name)) }}
              labels={{ original: words.originalField(label), own: words.ownField(label) }}
              isLine
              isFixed={isStructured(name)}
              onWords={(text) => onFieldWords(name, text)}
              onRight={confirm}
              onLeaveOut={confirm}
            />
          );
        })}
      </ul>
      <ol className="studio-side">
        {side.rows.map(
          (row, at) =>
            isShown(row) && (
              <SideRowView
                key={row.key}
                {...{ row, lang, isWide }}
                labels={{ original: words.original(at + 1), own: words.own(at + 1) }}
                onWords={(text) => onWords(row.key, text)}
                onRight={() => onConfirm({ right: blocksOfRow(side, row.key) })}
                onLeaveOut={() => onConfirm({ leftOut: [row.original!] })}
              />
            ),
        )}
      </ol>
    </section>
  );
}

type RowProps = {
  row: Pick<SideRow, 'state' | 'text' | 'before' | 'words'>;
  /** What both texts are called. */
  labels: { original: string; own: string };
  /** One line: no paragraph, but a title. */
  isLine?: boolean;
  /** No text: it is changed among the details. */
  isFixed?: boolean;
  /** Of the translation. */
  lang: string;
  /** Wide enough for both: nothing is folded. */
  isWide: boolean;
  onWords(text: string): void;
  onRight(): void;
  onLeaveOut(): void;
};

/** One paragraph or field: the original above or beside, what changed in it, and the translation. */
function SideRowView({
  row,
  labels,
  isLine = false,
  isFixed = false,
  lang,
  isWide,
  onWords,
  onRight,
  onLeaveOut,
}: RowProps) {
  const mayWrite = useMayWrite();
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
              <Act words={words.right} of={labels.own} onClick={onRight} />
            )}
            {state === 'missing' && !hasWords && (
              <Act words={words.leaveOut} of={labels.original} onClick={onLeaveOut} />
            )}
            {state === 'gone' && (
              <>
                <Act words={words.takeAway} of={labels.own} onClick={() => onWords('')} />
                <Act words={words.keep} of={labels.own} onClick={onRight} />
              </>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

const Act = ({ words: text, of, onClick }: { words: string; of: string; onClick(): void }) => (
  <button type="button" className="btn ghost" onClick={onClick}>
    {text}
    <span className="vh">: {of}</span>
  </button>
);

type Said = { right?: number[]; leftOut?: number[]; rightFields?: string[] };

/** Both texts, kept together with what the editor saves. */
function useSide() {
  const { saver, now, calls, props } = useEditor();
  const mayWrite = useMayWrite();
  const queries = useQueryClient();
  const isTouched = useRef(false);
  const { id, revision } = now.base;
  const path = `/${props.kind}/${id}/paragraphs`;
  const body = () => shownText(saver.read().base.body);

  const isInStudio = async () => !saver.isChanged || (await saver.save(true));
  const {
    data: side,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [path],
    // Null: the studio did not take the changes, and paragraphs are told of what it has.
    queryFn: async () => ((await isInStudio()) ? sideOf(await calls.load<Paragraphs>(path), body()) : null),
    // What is typed into its rows is kept here: it is read again only when this pane says so.
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });
  const keep = useCallback(
    (next: (before: Side) => Side) => queries.setQueryData<Side | null>([path], (before) => before && next(before)),
    [queries, path],
  );
  const {
    mutate: mark,
    isError: isRefused,
    reset,
  } = useMutation({
    mutationFn: ({ of, said }: { of: Side; said: Said }) =>
      calls.load<Paragraphs>(path, {
        method: 'POST',
        body: {
          revision: saver.read().base.revision,
          originalRevision: of.told.original!.revision,
          pairs: pairsOf(of) ?? [],
          ...said,
        },
      }),
    // Typed meanwhile: the next save brings rows and text together.
    onSuccess: (told) =>
      keep((before) => (bodyOf(before) === body() ? sideOf(told, bodyOf(before)) : { ...before, told })),
  });
  // The field of the whole text is not controlled: it learns of rows when they are left.
  useEffect(() => () => void (isTouched.current && saver.showAgain()), [saver]);

  const isSaved = now.status.is === 'clean' && now.conflict === null;
  useEffect(() => {
    if (!side || !isSaved || side.told.original === null || side.told.revision === revision) return;
    if (bodyOf(side) !== shownText(saver.read().base.body)) void refetch();
    else if (mayWrite) mark({ of: side, said: {} });
  }, [side, isSaved, revision, mayWrite, refetch, mark, saver]);

  return {
    side: isError || (side === null && isFetching) ? undefined : side,
    isFailed: isError && !isFetching,
    isRefused,
    reload: () => void refetch(),
    change: (key: string, text: string) => {
      isTouched.current = true;
      reset();
      const next = withWords(side!, key, text);
      keep(() => next);
      saver.change('body', storedText(saver.read().base.body, bodyOf(next)));
    },
    changeField: (name: string, text: string) => {
      isTouched.current = true;
      saver.change(name, text === '' && name !== 'title' ? null : text);
    },
    confirm: (marks: Said) => void isInStudio().then((isIn) => isIn && mark({ of: side!, said: marks })),
  };
}
