import { studioArrange as words } from '../../../messages/studio-arrange.ts';
import { languageName } from '../../../ui/language-name.ts';
import type { Language } from '../../../messages/catalogue.ts';
import { MovableList } from './move-in-list.tsx';

export type Row = Record<string, unknown> & { translations?: Record<string, Record<string, string>> };

/** Fields of a row in the order in which they stand in its file; those that readers read have other languages, too. */
const columns = {
  helplines: { names: ['number', 'name', 'note'], translated: ['name', 'note'] },
  dates: { names: ['date', 'title', 'note', 'link'], translated: ['title', 'note'] },
} as const;
export type RailPart = keyof typeof columns;

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** With one field in another language; an empty one is taken away, and so is a language without fields. */
export function withWords(row: Row, language: string, name: string, text: string): Row {
  const { [language]: own = {}, ...others } = row.translations ?? {};
  const { [name]: _, ...rest } = own;
  const next = text === '' ? rest : { ...own, [name]: text };
  const translations = Object.keys(next).length === 0 ? others : { ...others, [language]: next };
  if (Object.keys(translations).length > 0) return { ...row, translations };
  const { translations: __, ...bare } = row;
  return bare;
}

type Props = {
  part: RailPart;
  rows: Row[];
  otherLanguages: Language[];
  mayWrite: boolean;
  onChange(rows: Row[]): void;
};

/** Helplines or dates, each a few lines, moved by buttons. */
export function ArrangeRail({ part, rows, otherLanguages, mayWrite, onChange }: Props) {
  const { names, translated } = columns[part];
  const nameOf = (row: Row, at: number) => textOf(row[part === 'dates' ? 'title' : 'name']) || String(at + 1);
  const set = (at: number, row: Row) => onChange(rows.map((one, index) => (index === at ? row : one)));
  return (
    <fieldset className="studio-sources" disabled={!mayWrite}>
      <legend>{words.rows[part]}</legend>
      <MovableList
        id={part}
        items={rows}
        keyOf={(_, at) => String(at)}
        nameOf={nameOf}
        mayWrite={mayWrite}
        onChange={onChange}
      >
        {(row, at) => (
          <>
            {names.map((name) => (
              <div className="field" key={name}>
                <label htmlFor={`${part}-${name}-${at}`}>{words.rows[name]}</label>
                <input
                  className="in"
                  id={`${part}-${name}-${at}`}
                  type={name === 'date' ? 'date' : 'text'}
                  value={textOf(row[name])}
                  onChange={({ target }) =>
                    set(at, { ...row, [name]: name === 'link' && target.value === '' ? null : target.value })
                  }
                />
              </div>
            ))}
            {otherLanguages.flatMap((language) =>
              translated.map((name) => (
                <div className="field" key={`${language}-${name}`}>
                  <label htmlFor={`${part}-${name}-${at}-${language}`}>
                    {words.inLanguage(words.rows[name]!, languageName(language))}
                  </label>
                  <input
                    className="in"
                    id={`${part}-${name}-${at}-${language}`}
                    lang={language}
                    value={row.translations?.[language]?.[name] ?? ''}
                    onChange={({ target }) => set(at, withWords(row, language, name, target.value))}
                  />
                </div>
              )),
            )}
          </>
        )}
      </MovableList>
      <button
        type="button"
        className="btn ghost"
        onClick={() =>
          onChange([...rows, Object.fromEntries(names.map((name) => [name, name === 'link' ? null : '']))])
        }
      >
        {words.add(part === 'dates' ? words.date : words.helpline)}
      </button>
    </fieldset>
  );
}
