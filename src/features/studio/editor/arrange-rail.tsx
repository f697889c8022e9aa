import { studioArrange as words } from '../../../messages/studio-arrange.ts';
import { languageName } from '../../../ui/language-name.ts';
import { listOf, TextField, useMayWrite } from '../fields.tsx';
import { textOf, type FieldProps } from './detail-fields.tsx';
import { useEditor } from './editor-context.ts';
import { type Translated, withWords } from './feed-sections.ts';
import { MovableList } from './move-in-list.tsx';

/** Fields of a row in the order in which they stand in its file; those that readers read have other languages, too. */
const columns = {
  helplines: { names: ['number', 'name', 'note'], translated: ['name', 'note'] },
  dates: { names: ['date', 'title', 'note', 'link'], translated: ['title', 'note'] },
} as const;

/** Helplines or dates, each a few lines, moved by buttons. */
export function ArrangeRail({ name }: FieldProps) {
  const { saver, props } = useEditor();
  const part = name as keyof typeof columns;
  const rows = listOf<Translated>(saver.value(name));
  const { names, translated } = columns[part];
  const onChange = (next: Translated[]) => saver.change(name, next);
  const set = (at: number, row: Translated) => onChange(rows.map((one, index) => (index === at ? row : one)));
  return (
    <fieldset className="studio-sources" disabled={!useMayWrite()}>
      <legend>{words.rows[part]}</legend>
      <MovableList
        id={part}
        items={rows}
        keyOf={(_, at) => String(at)}
        nameOf={(row, at) => textOf(row[part === 'dates' ? 'title' : 'name']) || String(at + 1)}
        onChange={onChange}
      >
        {(row, at) => (
          <>
            {names.map((column) => (
              <TextField
                key={column}
                label={words.rows[column]!}
                type={column === 'date' ? 'date' : 'text'}
                value={row[column]}
                onChange={(text) => set(at, { ...row, [column]: column === 'link' ? text || null : text })}
              />
            ))}
            {props.otherLanguages.flatMap((language) =>
              translated.map((column) => (
                <TextField
                  key={`${language}-${column}`}
                  label={words.inLanguage(words.rows[column]!, languageName(language))}
                  lang={language}
                  value={row.translations?.[language]?.[column]}
                  onChange={(text) => set(at, withWords(row, language, column, text))}
                />
              )),
            )}
          </>
        )}
      </MovableList>
      <button
        type="button"
        className="btn ghost"
        onClick={() =>
          onChange([...rows, Object.fromEntries(names.map((column) => [column, column === 'link' ? null : '']))])
        }
      >
        {words.add(part === 'dates' ? words.date : words.helpline)}
      </button>
    </fieldset>
  );
}
