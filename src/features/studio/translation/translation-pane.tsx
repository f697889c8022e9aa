import { useEffect, useId, useState, useCallback, useRef } from 'react';
import type { Language } from '../../../messages/catalogue.ts';
import { languageName } from '../../../ui/language-name.ts';
import { studioEditor as editorWords } from '../../../messages/studio-editor.ts';
import { studioTranslation as words } from '../../../messages/studio-translation.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { langOf } from '../../../ui/format.ts';
import { fieldText } from '../editor/field-text.ts';
import type { PieceSaver } from '../editor/piece-saver.ts';
import type { Snapshot } from '../editor/piece-snapshot.ts';
import type { StudioCalls } from '../editor/studio-calls.ts';
import { isStructured } from './follow-fields.ts';
import { isOpen } from './row-states.ts';
import { Changes } from '../editor/changes.tsx';
import { type Side, type SideRow, blocksOfRow, bodyOf, pairsOf, sideOf, withWords } from './side-rows.ts';
import { shownText, storedText } from '../editor/keep-bytes.ts';
import type { Paragraphs } from './paragraphs.contract.ts';

type Props = {
  saver: PieceSaver;
  now: Snapshot;
  calls: StudioCalls;
  kind: string;
  /** Into which a piece may be translated. */
  languages: Language[];
  mayWrite: boolean;
};

/** The languages of a piece, and a translation beside its original. */
export function TranslationPane(props: Props) {
  const { state, reload, change, changeField, confirmRow, confirmField, confirmWhole } = useSide(props);
  const { now, saver, mayWrite } = props;
  return (
    <>
      <Versions {...props} />
      {state.is === 'loading' && <p role="status">{words.loading}</p>}
      {(state.is === 'failed' || state.is === 'unsaved') && (
        <div className="stack" role="status">
          <p>{state.is === 'failed' ? words.notLoaded : words.saveFirst}</p>
          <button type="button" className="btn" onClick={reload}>
            {words.tryAgain}
          </button>
        </div>
      )}
      {state.is === 'here' && state.side.told.original === null && <p className="soft">{words.noOriginal}</p>}
      {state.is === 'here' && state.side.told.original !== null && (
        <>
          <Both
            side={state.side}
            kind={props.kind}
            lang={String(saver.value('lang') ?? 'en')}
            mayWrite={mayWrite && now.conflict === null}
            onWords={change}
            onConfirm={(key, what) => void confirmRow(key, what)}
            fields={state.side.told.fields.map((field) => ({ ...field, words: fieldText(saver.value(field.name)) }))}
            onFieldWords={changeField}
            onFieldConfirm={(name) => void confirmField(name)}
          />
          <p role="status" className="err">
            {state.isRefused && words.notNoted}
          </p>
          {state.side.told.isOlder && (
            <div className="call warn studio-newer">
              <p>{words.isOlder}</p>
              {state.side.told.open === 0 && now.base.state === 'live' && mayWrite && (
                <button type="button" className="btn" onClick={() => void confirmWhole()}>
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

function Versions({ saver, now, calls, kind, languages }: Props) {
  const [versions, setVersions] = useState<Version[]>([]);
  const [isRefused, setRefused] = useState(false);
  const { id } = now.base;
  useEffect(() => {
    void calls
      .call<{ versions: Version[] }>(`/${kind}/${id}/translations`)
      .then((answer) => answer.ok && setVersions(answer.data.versions));
  }, [calls, kind, id]);
  const begin = async (lang: Language) => {
    const answer = await calls.call<{ id: number }>(`/${kind}/${id}/translations`, { method: 'POST', body: { lang } });
    if (answer.ok) location.assign(addressHere(`/studio/${kind}/${answer.data.id}#translation`));
    else setRefused(true);
  };
  if (versions.length === 0) return null;
  const others = languages.filter((lang) => versions.every((one) => one.lang !== lang));
  return (
    <section className="stack">
      <h2>{words.versions}</h2>
      <ul className="studio-versions">
        {versions.map((one) => (
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
          <button key={lang} type="button" className="btn ghost" onClick={() => void begin(lang)}>
            {words.begin(nameIn(lang))}
          </button>
        ))
      )}
      <p role="status" className="err">
        {isRefused && words.notBegun}
      </p>
    </section>
  );
}

type BothProps = {
  side: Side;
  kind: string;
  lang: string;
  mayWrite: boolean;
  onWords(key: string, text: string): void;
  onConfirm(key: string, what: 'right' | 'leftOut'): void;
  fields: FieldProps['field'][];
  onFieldWords(name: string, text: string): void;
  onFieldConfirm(name: string): void;
};

function Both(props: BothProps) {
  const { side, kind, lang, mayWrite, onWords, onConfirm } = props;
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const box = useId();
  const { original, open, isPartial } = side.told;
  const rows = side.rows.map((row, at) => ({ row, number: at + 1 }));
  return (
    <section className="stack">
      <h2>{words.heading}</h2>
      <p>
        <a href={addressHere(`/studio/${kind}/${original!.id}`)} lang={langOf(original!.title)}>
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
        {props.fields
          .filter(({ state }) => !onlyOpen || isOpen(state))
          .map((field) => (
            <FieldRowView
              key={field.name}
              {...{ field, mayWrite, lang, isWide }}
              onWords={(text) => props.onFieldWords(field.name, text)}
              onConfirm={() => props.onFieldConfirm(field.name)}
            />
          ))}
      </ul>
      <ol className="studio-side">
        {rows
          .filter(({ row }) => !onlyOpen || isOpen(row.state))
          .map(({ row, number }) => (
            <SideRowView
              key={row.key}
              {...{ row, mayWrite, lang, isWide }}
              labels={{ original: words.original(number), own: words.own(number) }}
              onWords={(text) => onWords(row.key, text)}
              onRight={() => onConfirm(row.key, 'right')}
              onLeaveOut={() => onConfirm(row.key, 'leftOut')}
            />
          ))}
      </ol>
    </section>
  );
}

type FieldProps = {
  field: Side['told']['fields'][number] & { words: string };
  mayWrite: boolean;
  lang: string;
  isWide: boolean;
  onWords(text: string): void;
  onConfirm(): void;
};

/** Title or summary: the texts above all paragraphs. Slides and the like are only shown. */
function FieldRowView({ field, onConfirm, ...others }: FieldProps) {
  const label = editorWords.fields[field.name] ?? field.name;
  return (
    <SideRowView
      row={field}
      labels={{ original: words.originalField(label), own: words.ownField(label) }}
      isLine
      isFixed={isStructured(field.name)}
      {...others}
      onRight={onConfirm}
      onLeaveOut={onConfirm}
    />
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
function SideRowView({
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
}: RowProps) {
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

type State = { is: 'loading' | 'failed' | 'unsaved' } | { is: 'here'; side: Side; isRefused: boolean };
type Needs = { saver: PieceSaver; now: Snapshot; calls: StudioCalls; kind: string; mayWrite: boolean };

/** Both texts, kept together with what the editor saves. */
function useSide({ saver, now, calls, kind, mayWrite }: Needs) {
  const [state, setState] = useState<State>({ is: 'loading' });
  const isTouched = useRef(false);
  const { id, revision } = now.base;
  const path = `/${kind}/${id}/paragraphs`;

  const load = useCallback(async (): Promise<State> => {
    if (saver.isChanged && !(await saver.save(true))) return { is: 'unsaved' };
    const answer = await calls.call<Paragraphs>(path);
    if (!answer.ok) return { is: 'failed' };
    return { is: 'here', side: sideOf(answer.data, shownText(saver.read().base.body)), isRefused: false };
  }, [saver, calls, path]);
  useEffect(() => void load().then(setState), [load]);
  // The field of the whole text is not controlled: it learns of rows when they are left.
  useEffect(() => () => void (isTouched.current && saver.showAgain()), [saver]);

  const say = useCallback(
    async (side: Side, said: { right?: number[]; leftOut?: number[]; rightFields?: string[] }) => {
      const { told } = side;
      const answer = await calls.call<Paragraphs>(path, {
        method: 'POST',
        body: {
          revision: saver.read().base.revision,
          originalRevision: told.original!.revision,
          pairs: pairsOf(side) ?? [],
          ...said,
        },
      });
      return (before: State): State => {
        if (before.is !== 'here') return before;
        if (!answer.ok) return { ...before, isRefused: true };
        // Typed meanwhile: the next save brings rows and text together.
        const isSame = bodyOf(before.side) === shownText(saver.read().base.body);
        return isSame
          ? { is: 'here', side: sideOf(answer.data, bodyOf(before.side)), isRefused: false }
          : { ...before, side: { ...before.side, told: answer.data }, isRefused: false };
      };
    },
    [calls, path, saver],
  );

  const side = state.is === 'here' ? state.side : null;
  const isSaved = now.status.is === 'clean' && now.conflict === null;
  useEffect(() => {
    if (!side || !isSaved || side.told.original === null || side.told.revision === revision) return;
    if (bodyOf(side) !== shownText(saver.read().base.body)) void load().then(setState);
    else if (mayWrite) void say(side, {}).then(setState);
  }, [side, isSaved, revision, mayWrite, load, say, saver]);

  const reload = () => {
    setState({ is: 'loading' });
    void load().then(setState);
  };
  const change = (key: string, words: string) => {
    if (!side) return;
    isTouched.current = true;
    const next = withWords(side, key, words);
    setState({ is: 'here', side: next, isRefused: false });
    saver.change('body', storedText(saver.read().base.body, bodyOf(next)));
  };
  const confirmRow = async (key: string, what: 'right' | 'leftOut') => {
    if (!side || (saver.isChanged && !(await saver.save(true)))) return;
    const row = side.rows.find((one) => one.key === key)!;
    setState(await say(side, what === 'right' ? { right: blocksOfRow(side, key) } : { leftOut: [row.original!] }));
  };
  const changeField = (name: string, words: string) => {
    isTouched.current = true;
    saver.change(name, words === '' && name !== 'title' ? null : words);
  };
  const confirmField = async (name: string) => {
    if (!side || (saver.isChanged && !(await saver.save(true)))) return;
    setState(await say(side, { rightFields: [name] }));
  };
  const confirmWhole = async () => {
    if (side) setState(await say(side, {}));
  };
  return { state, reload, change, changeField, confirmRow, confirmField, confirmWhole };
}
