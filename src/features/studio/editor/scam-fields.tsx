import type { ReactNode } from 'react';
import { scamFields as words } from '../../../messages/scam-fields.ts';
import { Labelled, idOf, type FieldProps } from './detail-fields.tsx';

// Front matter of a known scam: advice and wordings, each a list.

const listOf = <Item,>(value: unknown) => (Array.isArray(value) ? (value as Item[]) : []);

type RowsProps = { legend: string; hint: string; id: string; mayWrite: boolean; add: string; onAdd: () => void };

function Rows({ legend, hint, id, mayWrite, add, onAdd, children }: RowsProps & { children: ReactNode }) {
  return (
    <fieldset className="studio-sources" disabled={!mayWrite} aria-describedby={`${id}-hint`}>
      <legend>{legend}</legend>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {children}
      <button type="button" className="btn ghost" onClick={onAdd}>
        {add}
      </button>
    </fieldset>
  );
}

/** What to do, one sentence each. */
export function Advice({ saver, name, mayWrite }: FieldProps) {
  const sentences = listOf<string>(saver.value(name));
  const change = (next: string[]) => saver.change(name, next.length === 0 ? null : next);
  return (
    <Rows
      legend={words.advice}
      hint={words.adviceHint}
      id={idOf(name)}
      mayWrite={mayWrite}
      add={words.addAdvice}
      onAdd={() => change([...sentences, ''])}
    >
      {sentences.map((sentence, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two empty sentences have nothing else to tell them apart
        <div key={at} className="box stack">
          <label htmlFor={`advice-${at}`}>{words.adviceNumber(at + 1)}</label>
          <textarea
            className="in studio-short"
            id={`advice-${at}`}
            rows={2}
            maxLength={300}
            value={sentence}
            onChange={({ target }) =>
              change(sentences.map((one, index) => (index === at ? target.value.replace(/\n/g, ' ') : one)))
            }
          />
          <button type="button" className="chip" onClick={() => change(sentences.filter((_, index) => index !== at))}>
            {words.takeAway(words.adviceNumber(at + 1))}
          </button>
        </div>
      ))}
    </Rows>
  );
}

type Wording = { lang: string; text: string };
const languagesOfWordings = [
  'en',
  'hi',
  'hi-Latn',
  'bn',
  'gu',
  'kn',
  'ml',
  'mr',
  'or',
  'pa',
  'ta',
  'te',
  'ur',
] as const;

/** The messages as they go round, with placeholders. */
export function Wordings({ saver, name, mayWrite }: FieldProps) {
  const texts = listOf<Wording>(saver.value(name));
  const change = (next: Wording[]) => saver.change(name, next.length === 0 ? null : next);
  const set = (at: number, part: Partial<Wording>) =>
    change(texts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <Rows
      legend={words.texts}
      hint={words.textsHint('{number}', '{link}', '{name}', '{amount}')}
      id={idOf(name)}
      mayWrite={mayWrite}
      add={words.addText}
      onAdd={() => change([...texts, { lang: 'en', text: '' }])}
    >
      {texts.map(({ lang, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two empty wordings have nothing else to tell them apart
        <div key={at} className="box stack">
          <label htmlFor={`wording-lang-${at}`}>{`${words.textNumber(at + 1)}: ${words.language}`}</label>
          <select
            className="in"
            id={`wording-lang-${at}`}
            value={lang}
            onChange={({ target }) => set(at, { lang: target.value })}
          >
            {[...new Set([...languagesOfWordings, lang])].map((one) => (
              <option key={one} value={one}>
                {words.languages[one] ?? one}
              </option>
            ))}
          </select>
          <label htmlFor={`wording-${at}`}>{`${words.textNumber(at + 1)}: ${words.text}`}</label>
          <textarea
            className="in studio-short"
            id={`wording-${at}`}
            lang={lang}
            rows={4}
            maxLength={2000}
            value={text}
            onChange={({ target }) => set(at, { text: target.value })}
          />
          <button type="button" className="chip" onClick={() => change(texts.filter((_, index) => index !== at))}>
            {words.takeAway(words.textNumber(at + 1))}
          </button>
        </div>
      ))}
    </Rows>
  );
}

/** A day of the scam, named by its own words. */
export function ScamDay({ saver, name, mayWrite }: FieldProps) {
  const value = saver.value(name);
  return (
    <Labelled name={name} hint={words.dayHints[name]}>
      <input
        className="in"
        id={idOf(name)}
        type="date"
        value={typeof value === 'string' ? value : ''}
        readOnly={!mayWrite}
        aria-describedby={words.dayHints[name] && `${idOf(name)}-hint`}
        onChange={({ target }) => saver.change(name, target.value === '' ? null : target.value)}
      />
    </Labelled>
  );
}
