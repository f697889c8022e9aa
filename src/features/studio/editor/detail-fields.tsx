import { type ReactNode, useState } from 'react';
import { languages } from '../../../messages/languages-here.ts';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { studioMedia } from '../../../messages/studio-media.ts';
import { scamFields } from '../../../messages/scam-fields.ts';
import { langOf } from '../../../ui/format.ts';
import { ownLanguageName } from '../../../ui/language-name.ts';
import { Labelled as LabelledControl } from '../labelled.tsx';
import { type EditorProps, fieldOf } from './editor-props.ts';
import type { PieceSaver } from './piece-saver.ts';
import type { StudioCalls } from './studio-calls.ts';
import { Options } from '../../../ui/options.tsx';

// Front matter whose value is one line, a day, a choice or a short list.

export type FieldProps = { saver: PieceSaver; name: string; mayWrite: boolean; props: EditorProps; calls: StudioCalls };

const nameOf = (name: string) =>
  words.fields[name] ?? scamFields.fields[name] ?? (studioMedia.fields as Record<string, string>)[name] ?? name;
/** What a field is called in the editor. @param path of the field, or of a part of it */
export const labelOf = (path: string): string => nameOf(fieldOf(path));
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const idOf = (name: string) => `studio-field-${name}`;

/** What the studio says of the value that it has: of another one it says something once that is saved. */
export function problemOf(saver: PieceSaver, name: string): string | undefined {
  const { base, changes } = saver.read();
  return name in changes ? undefined : base.problems.find(({ path }) => fieldOf(path) === name)?.message;
}

/** The same of one item of a list, or of a part of it. */
function problemsOfItem(saver: PieceSaver, name: string, at: number): string[] {
  const { base, changes } = saver.read();
  if (name in changes) return [];
  return base.problems
    .filter(({ path }) => path === `${name}.${at}` || path.startsWith(`${name}.${at}.`))
    .map(({ message }) => message);
}

type LabelledProps = { name: string; hint?: string | undefined; problem?: string | undefined; children: ReactNode };

export const Labelled = ({ name, ...field }: LabelledProps) => (
  <LabelledControl id={idOf(name)} label={labelOf(name)} {...field} />
);

const hintOf = (name: string): string | undefined => (words.hints as Record<string, string>)[name];
/** An emptied field is taken away, as a file would simply not have it. */
const orNone = (text: string) => (text === '' ? null : text);

export function Line({ saver, name, mayWrite }: FieldProps) {
  const value = textOf(saver.value(name));
  const problem = problemOf(saver, name);
  const described = [hintOf(name) && `${idOf(name)}-hint`, problem && `${idOf(name)}-error`].filter(Boolean);
  const common = {
    className: 'in',
    id: idOf(name),
    value,
    readOnly: !mayWrite,
    'aria-describedby': described.join(' ') || undefined,
  };
  return (
    <Labelled name={name} hint={hintOf(name)} problem={problem}>
      {['metaDescription', 'description', 'bio'].includes(name) ? (
        <textarea
          {...common}
          className="in studio-short"
          rows={3}
          onChange={({ target }) => saver.change(name, orNone(target.value.replace(/\n/g, ' ')))}
        />
      ) : (
        <input {...common} onChange={({ target }) => saver.change(name, orNone(target.value))} />
      )}
    </Labelled>
  );
}

export function Day({ saver, name, mayWrite, hint }: FieldProps & { hint?: string | undefined }) {
  return (
    <Labelled name={name} hint={hint}>
      <input
        className="in"
        id={idOf(name)}
        type="date"
        value={textOf(saver.value(name))}
        readOnly={!mayWrite}
        aria-describedby={hint && `${idOf(name)}-hint`}
        onChange={({ target }) => saver.change(name, orNone(target.value))}
      />
    </Labelled>
  );
}

/** Indian time, as in the files; a time written with another zone stays as it was written. */
export function Moment({ saver, name, mayWrite }: FieldProps) {
  const text = textOf(saver.value(name));
  const [, day, time = '06:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:\+05:30)?)?$/.exec(text) ?? [];
  const isOther = text !== '' && day === undefined;
  return (
    <Labelled name={name} hint={hintOf(name)}>
      <input
        className="in"
        id={idOf(name)}
        type={isOther ? 'text' : 'datetime-local'}
        value={isOther || text === '' ? text : `${day}T${time}`}
        readOnly={!mayWrite}
        aria-describedby={`${idOf(name)}-hint`}
        onChange={({ target }) => saver.change(name, orNone(target.value))}
      />
    </Labelled>
  );
}

export function Language({ saver, name, mayWrite, props }: FieldProps) {
  return (
    <Labelled name={name}>
      <select
        className="in"
        id={idOf(name)}
        value={textOf(saver.value(name)) || (props.startLang ?? 'en')}
        disabled={!mayWrite}
        onChange={({ target }) => saver.change(name, target.value)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {ownLanguageName(language)}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function Author({ saver, name, mayWrite, props }: FieldProps) {
  const value = textOf(saver.value(name));
  const isKnown = value === '' || props.authors.some(({ key }) => key === value);
  return (
    <Labelled name={name}>
      <select
        className="in"
        id={idOf(name)}
        value={value}
        disabled={!mayWrite}
        onChange={({ target }) => saver.change(name, orNone(target.value))}
      >
        <option value="">{words.hints.none}</option>
        {!isKnown && <option value={value}>{value}</option>}
        <Options of={props.authors.map(({ key, name: person }) => [key, person])} />
      </select>
    </Labelled>
  );
}

export function Categories({ saver, name, mayWrite, props }: FieldProps) {
  const value = saver.value(name);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <fieldset className="studio-choices" disabled={!mayWrite}>
      <legend>{labelOf(name)}</legend>
      {props.categories.map(({ key, name: category }) => (
        <label key={key} className="studio-tick" htmlFor={`category-${key}`}>
          <input
            id={`category-${key}`}
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={({ target }) => {
              // The first one is the main category: a new one comes last.
              const next = target.checked ? [...chosen, key] : chosen.filter((one) => one !== key);
              saver.change(name, next.length === 0 ? null : next);
            }}
          />
          {category}
        </label>
      ))}
    </fieldset>
  );
}

export function Tags({ saver, name, mayWrite }: FieldProps) {
  const value = saver.value(name);
  // What is typed, with the comma that was just typed.
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join(', ') : ''));
  return (
    <Labelled name={name} hint={hintOf(name)}>
      <input
        className="in"
        id={idOf(name)}
        value={text}
        readOnly={!mayWrite}
        aria-describedby={`${idOf(name)}-hint`}
        onChange={({ target }) => {
          setText(target.value);
          const tags = target.value
            .split(',')
            .map((tag) => tag.trim())
            .filter((tag) => tag !== '');
          saver.change(name, tags.length === 0 ? null : [...new Set(tags)]);
        }}
      />
    </Labelled>
  );
}

export function Figure({ saver, name, mayWrite }: FieldProps) {
  const { value = '', note = '' } = (saver.value(name) ?? {}) as { value?: string; note?: string };
  const change = (next: { value: string; note: string }) =>
    saver.change(name, next.value === '' && next.note === '' ? null : next);
  return (
    <fieldset className="studio-choices" disabled={!mayWrite}>
      <legend>{labelOf(name)}</legend>
      <label htmlFor={`${name}-value`}>{words.hints.figureValue}</label>
      <input
        className="in"
        id={`${name}-value`}
        value={value}
        maxLength={10}
        onChange={({ target }) => change({ value: target.value, note })}
      />
      <label htmlFor={`${name}-note`}>{words.hints.figureNote}</label>
      <input
        className="in"
        id={`${name}-note`}
        value={note}
        maxLength={40}
        onChange={({ target }) => change({ value, note: target.value })}
      />
    </fieldset>
  );
}

type Source = { title: string; url: string; readOn?: string };

export function Sources({ saver, name, mayWrite }: FieldProps) {
  const value = saver.value(name);
  const sources = Array.isArray(value) ? (value as Source[]) : [];
  const change = (next: Source[]) => saver.change(name, next.length === 0 ? null : next);
  const set = (at: number, part: Partial<Source>) =>
    change(sources.map((source, index) => (index === at ? { ...source, ...part } : source)));
  const setRead = (at: number, day: string) => {
    const { readOn: _, ...source } = sources[at]!;
    change(sources.map((other, index) => (index !== at ? other : day === '' ? source : { ...source, readOn: day })));
  };
  return (
    <fieldset className="studio-sources" disabled={!mayWrite}>
      <legend>{labelOf(name)}</legend>
      {sources.map((source, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two empty sources have nothing else to tell them apart
        <div key={at} className="box stack">
          <label htmlFor={`source-title-${at}`}>{`${words.source(at + 1)}: ${words.sourceTitle}`}</label>
          <input
            className="in"
            id={`source-title-${at}`}
            value={source.title}
            maxLength={300}
            onChange={({ target }) => set(at, { title: target.value })}
          />
          <label htmlFor={`source-url-${at}`}>{`${words.source(at + 1)}: ${words.sourceUrl}`}</label>
          <input
            className="in"
            id={`source-url-${at}`}
            type="url"
            inputMode="url"
            value={source.url}
            maxLength={2000}
            onChange={({ target }) => set(at, { url: target.value.trim() })}
          />
          <label htmlFor={`source-read-${at}`}>{`${words.source(at + 1)}: ${words.sourceRead}`}</label>
          <input
            className="in"
            id={`source-read-${at}`}
            type="date"
            value={source.readOn ?? ''}
            onChange={({ target }) => setRead(at, target.value)}
          />
          {problemsOfItem(saver, name, at).map((problem) => (
            <span key={problem} className="err" lang={langOf(problem)}>
              {problem}
            </span>
          ))}
          <button type="button" className="chip" onClick={() => change(sources.filter((__, index) => index !== at))}>
            {words.takeAway(words.source(at + 1))}
          </button>
        </div>
      ))}
      <button type="button" className="btn ghost" onClick={() => change([...sources, { title: '', url: '' }])}>
        {words.addSource}
      </button>
    </fieldset>
  );
}
