import { useEffect, useId, useState } from 'react';
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
import { SideRowView } from './side-row.tsx';
import type { Side } from './side-rows.ts';
import { useSide } from './use-side.ts';

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
