import type { ReactNode } from 'react';
import { scamFields as words } from '../../../messages/scam-fields.ts';
import { languageName } from '../../../ui/language-name.ts';
import { studioTranslation } from '../../../messages/studio-translation.ts';
import { dayInIndia, inIndia } from '../../../platform/process/indian-time.ts';
import { Day, idOf, textOf, type FieldProps } from './detail-fields.tsx';
import { valueIn } from './piece-snapshot.ts';
import { Options } from '../../../ui/options.tsx';

// Front matter of a known scam: advice and wordings, each a list, and the words for readers of other languages.

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

type SentencesProps = {
  id: string;
  legend: string;
  /** Of the sentences, where it is not the original's. */
  lang?: string;
  nameOf(number: number): string;
  sentences: string[];
  mayWrite: boolean;
  change(next: string[]): void;
};

function Sentences({ id, legend, lang, nameOf, sentences, mayWrite, change }: SentencesProps) {
  return (
    <Rows
      legend={legend}
      hint={words.adviceHint}
      id={id}
      mayWrite={mayWrite}
      add={words.addAdvice}
      onAdd={() => change([...sentences, ''])}
    >
      {sentences.map((sentence, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two empty sentences have nothing else to tell them apart
        <div key={at} className="box stack">
          <label htmlFor={`${id}-${at}`}>{nameOf(at + 1)}</label>
          <textarea
            className="in studio-short"
            id={`${id}-${at}`}
            lang={lang}
            rows={2}
            maxLength={300}
            value={sentence}
            onChange={({ target }) =>
              change(sentences.map((one, index) => (index === at ? target.value.replace(/\n/g, ' ') : one)))
            }
          />
          <button type="button" className="chip" onClick={() => change(sentences.filter((_, index) => index !== at))}>
            {words.takeAway(nameOf(at + 1))}
          </button>
        </div>
      ))}
    </Rows>
  );
}

/** What to do, one sentence each. */
export const Advice = ({ saver, name, mayWrite }: FieldProps) => (
  <Sentences
    id={idOf(name)}
    legend={words.advice}
    nameOf={words.adviceNumber}
    sentences={listOf(saver.value(name))}
    mayWrite={mayWrite}
    change={(next) => saver.change(name, next.length === 0 ? null : next)}
  />
);

type Texts = { title?: string; advice?: string[]; body?: string; follows?: string };
type TextName = Exclude<keyof Texts, 'follows'>;

/** One text in another language, of today; an emptied one is taken away, and so is a language without texts. */
export function withText(
  all: Record<string, Texts>,
  language: string,
  { name, value }: { name: TextName; value: string | string[] },
): Record<string, Texts> | null {
  const { [language]: own = {}, ...others } = all;
  const { [name]: _, ...rest } = own;
  const next: Texts = { ...(value.length === 0 ? rest : { ...own, [name]: value }), follows: dayInIndia() };
  const hasTexts = Object.keys(next).length > 1;
  const whole = hasTexts ? { ...all, [language]: next } : others;
  return Object.keys(whole).length === 0 ? null : whole;
}

/** Another value each time, as the original and its translation may change on one day. */
const nowInIndia = () => inIndia(new Date()).toISOString().slice(0, 19);

type HoldsProps = Pick<FieldProps, 'saver' | 'mayWrite'> & { path: string; isHeld: boolean; onHolds: () => void };

/** That the original has changed since, and a way to say that the translation is right all the same. */
function OlderScam({ saver, mayWrite, path, isHeld, onHolds }: HoldsProps) {
  const older = saver.read().base.problems.find((problem) => problem.path === path);
  if (!older || isHeld) return null;
  return (
    <div className="call warn studio-newer">
      <p>{older.message}</p>
      {mayWrite && (
        <button type="button" className="btn" onClick={onHolds}>
          {studioTranslation.takeMark}
        </button>
      )}
    </div>
  );
}

/** Title, advice and text for readers of each other language of the site, beside the original's. */
export function ScamInOtherLanguages({ saver, name, mayWrite, props }: FieldProps) {
  const all = (saver.value(name) ?? {}) as Record<string, Texts>;
  const saved = (valueIn(saver.read().base, name) ?? {}) as Record<string, Texts>;
  return props.otherLanguages.map((language) => {
    const texts = all[language] ?? {};
    const id = `${idOf(name)}-${language}`;
    const set = (field: TextName, value: string | string[]) =>
      saver.change(name, withText(all, language, { name: field, value }));
    return (
      <fieldset key={language} className="studio-sources" disabled={!mayWrite} aria-describedby={`${id}-hint`}>
        <legend>{words.inLanguage(languageName(language))}</legend>
        <span className="hint" id={`${id}-hint`}>
          {words.inLanguageHint}
        </span>
        <OlderScam
          saver={saver}
          mayWrite={mayWrite}
          path={`${name}.${language}`}
          isHeld={textOf(texts.follows) !== textOf(saved[language]?.follows)}
          onHolds={() => saver.change(name, { ...all, [language]: { ...texts, follows: nowInIndia() } })}
        />
        <label htmlFor={`${id}-title`}>{words.titleIn(languageName(language))}</label>
        <input
          className="in"
          id={`${id}-title`}
          lang={language}
          maxLength={200}
          value={textOf(texts.title)}
          onChange={({ target }) => set('title', target.value)}
        />
        <label htmlFor={`${id}-body`}>{words.bodyIn(languageName(language))}</label>
        <textarea
          className="in studio-short"
          id={`${id}-body`}
          lang={language}
          rows={3}
          maxLength={2000}
          value={textOf(texts.body)}
          onChange={({ target }) => set('body', target.value)}
        />
        <Sentences
          id={`${id}-advice`}
          legend={words.adviceIn(languageName(language))}
          lang={language}
          nameOf={(number) => `${words.adviceIn(languageName(language))} (${number})`}
          sentences={listOf(texts.advice)}
          mayWrite={mayWrite}
          change={(next) => set('advice', next)}
        />
      </fieldset>
    );
  });
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
            <Options
              of={[...new Set([...languagesOfWordings, lang])].map((one) => [one, words.languages[one] ?? one])}
            />
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
export const ScamDay = (props: FieldProps) => <Day {...props} hint={words.dayHints[props.name]} />;
