import { useState } from 'react';
import { languages } from '../../../messages/languages-here.ts';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { studioMedia } from '../../../messages/studio-media.ts';
import { scamFields } from '../../../messages/scam-fields.ts';
import { langOf } from '../../../ui/format.ts';
import { ownLanguageName } from '../../../ui/language-name.ts';
import { ListField, listOf, SelectField, TextField, Ticks, useMayWrite, withField } from '../fields.tsx';
import { useEditor } from './editor-context.ts';
import { fieldOf } from './editor-props.ts';
import { MediaSelect } from './media-select.tsx';

// Front matter whose value is one line, a day, a choice or a short list.

export type FieldProps = { name: string };

const nameOf = (name: string) =>
  words.fields[name] ?? scamFields.fields[name] ?? (studioMedia.fields as Record<string, string>)[name] ?? name;
/** What a field is called in the editor. @param path of the field, or of a part of it */
export const labelOf = (path: string): string => nameOf(fieldOf(path));
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const idOf = (name: string) => `studio-field-${name}`;

const hintOf = (name: string): string | undefined =>
  [words.hints, scamFields.dayHints, studioMedia.fieldHints as Record<string, string>].find((hints) => name in hints)?.[
    name as 'title'
  ];

/** What a control of a field takes. An emptied field is taken away, as a file would simply not have it. */
export function useField(name: string) {
  const { saver } = useEditor();
  const { base, changes } = saver.read();
  // The studio says something of the value that it has: of another one once that is saved.
  const found = name in changes ? undefined : base.problems.find(({ path }) => fieldOf(path) === name);
  return {
    id: idOf(name),
    label: labelOf(name),
    hint: hintOf(name),
    problem: found?.message,
    value: textOf(saver.value(name)),
    onChange: (text: string) => saver.change(name, text === '' ? null : text),
  };
}

export const Line = ({ name }: FieldProps) => (
  <TextField
    {...useField(name)}
    rows={['metaDescription', 'description', 'bio', 'summary'].includes(name) ? 3 : undefined}
    isLine
  />
);
export const Day = ({ name }: FieldProps) => <TextField {...useField(name)} type="date" />;

/** Indian time, as in the files; a time written with another zone stays as it was written. */
export function Moment({ name }: FieldProps) {
  const field = useField(name);
  const [, day, time = '06:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:\+05:30)?)?$/.exec(field.value) ?? [];
  if (field.value !== '' && day === undefined) return <TextField {...field} />;
  return <TextField {...field} type="datetime-local" value={day && `${day}T${time}`} />;
}

export function Language({ name }: FieldProps) {
  const field = useField(name);
  const { startLang = 'en' } = useEditor().props;
  return (
    <SelectField {...field} value={field.value || startLang}>
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {ownLanguageName(language)}
        </option>
      ))}
    </SelectField>
  );
}

export function Author({ name }: FieldProps) {
  const field = useField(name);
  const { authors } = useEditor().props;
  const isKnown = field.value === '' || authors.some(({ key }) => key === field.value);
  return (
    <SelectField {...field} options={authors.map(({ key, name: person }) => [key, person])}>
      <option value="">{words.hints.none}</option>
      {!isKnown && <option value={field.value}>{field.value}</option>}
    </SelectField>
  );
}

/** The first one is the main category. */
export function Categories({ name }: FieldProps) {
  const { saver, props } = useEditor();
  return (
    <Ticks
      legend={labelOf(name)}
      options={props.categories.map(({ key, name: category }) => [key, category])}
      values={listOf(saver.value(name))}
      onChange={(next) => saver.change(name, next.length === 0 ? null : next)}
    />
  );
}

export function Tags({ name }: FieldProps) {
  const { saver } = useEditor();
  // What is typed, with the comma that was just typed.
  const [text, setText] = useState(() => listOf(saver.value(name)).join(', '));
  const change = (typed: string) => {
    setText(typed);
    const tags = typed.split(',').flatMap((tag) => tag.trim() || []);
    saver.change(name, tags.length === 0 ? null : [...new Set(tags)]);
  };
  return <TextField {...useField(name)} value={text} onChange={change} />;
}

export function Figure({ name }: FieldProps) {
  const { saver } = useEditor();
  const { value = '', note = '' } = (saver.value(name) ?? {}) as { value?: string; note?: string };
  const change = (next: { value: string; note: string }) =>
    saver.change(name, next.value === '' && next.note === '' ? null : next);
  return (
    <fieldset className="studio-choices" disabled={!useMayWrite()}>
      <legend>{labelOf(name)}</legend>
      <TextField
        label={words.hints.figureValue}
        value={value}
        maxLength={10}
        onChange={(text) => change({ value: text, note })}
      />
      <TextField
        label={words.hints.figureNote}
        value={note}
        maxLength={40}
        onChange={(text) => change({ value, note: text })}
      />
    </fieldset>
  );
}

type Source = { title: string; url: string; readOn?: string };

export function Sources({ name }: FieldProps) {
  const { saver } = useEditor();
  const { base, changes } = saver.read();
  const problemsOf = (at: number) =>
    name in changes
      ? []
      : base.problems.filter(({ path }) => path === `${name}.${at}` || path.startsWith(`${name}.${at}.`));
  return (
    <ListField<Source>
      id={idOf(name)}
      legend={labelOf(name)}
      items={listOf(saver.value(name))}
      fresh={{ title: '', url: '' }}
      words={{ add: words.addSource, takeAway: (number) => words.takeAway(words.source(number)) }}
      onChange={(sources) => saver.change(name, sources.length === 0 ? null : sources)}
    >
      {(source, set, at) => {
        const label = (part: string) => `${words.source(at + 1)}: ${part}`;
        return (
          <>
            <TextField
              label={label(words.sourceTitle)}
              value={source.title}
              maxLength={300}
              onChange={(title) => set({ ...source, title })}
            />
            <TextField
              label={label(words.sourceUrl)}
              value={source.url}
              type="url"
              inputMode="url"
              maxLength={2000}
              onChange={(url) => set({ ...source, url: url.trim() })}
            />
            <TextField
              label={label(words.sourceRead)}
              value={source.readOn}
              type="date"
              onChange={(day) => set(withField(source, 'readOn', day))}
            />
            {problemsOf(at).map(({ message }) => (
              <span key={message} className="err" lang={langOf(message)}>
                {message}
              </span>
            ))}
          </>
        );
      }}
    </ListField>
  );
}

const mediaKinds = { video: 'video', captions: 'captions', poster: 'picture' } as const;

export const Media = ({ name }: FieldProps) => (
  <MediaSelect {...useField(name)} kind={mediaKinds[name as keyof typeof mediaKinds]} />
);
