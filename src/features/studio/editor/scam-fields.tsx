import { scamFields as words } from '../../../messages/scam-fields.ts';
import { languageName } from '../../../ui/language-name.ts';
import { studioTranslation } from '../../../messages/studio-translation.ts';
import { dayInIndia, inIndia } from '../../../platform/process/indian-time.ts';
import { ListField, listOf, SelectField, TextField, useMayWrite, withField } from '../fields.tsx';
import { type FieldProps, idOf, textOf } from './detail-fields.tsx';
import { useEditor } from './editor-context.ts';
import { valueIn } from './piece-snapshot.ts';

// Front matter of a known scam: advice and wordings, each a list, and the words for readers of other languages.

type SentencesProps = {
  id: string;
  legend: string;
  /** Of the sentences, where it is not the original's. */
  lang?: string;
  nameOf(number: number): string;
  sentences: string[];
  change(next: string[]): void;
};

const Sentences = ({ id, legend, lang, nameOf, sentences, change }: SentencesProps) => (
  <ListField
    id={id}
    legend={legend}
    hint={words.adviceHint}
    items={sentences}
    fresh=""
    words={{ add: words.addAdvice, takeAway: (number) => words.takeAway(nameOf(number)) }}
    onChange={change}
  >
    {(sentence, set, at) => (
      <TextField label={nameOf(at + 1)} value={sentence} lang={lang} rows={2} isLine maxLength={300} onChange={set} />
    )}
  </ListField>
);

/** What to do, one sentence each. */
export function Advice({ name }: FieldProps) {
  const { saver } = useEditor();
  return (
    <Sentences
      id={idOf(name)}
      legend={words.advice}
      nameOf={words.adviceNumber}
      sentences={listOf(saver.value(name))}
      change={(next) => saver.change(name, next.length === 0 ? null : next)}
    />
  );
}

type Texts = { title?: string; advice?: string[]; body?: string; follows?: string };
type TextName = Exclude<keyof Texts, 'follows'>;

/** One text in another language, of today; an emptied one is taken away, and so is a language without texts. */
export function withText(
  all: Record<string, Texts>,
  language: string,
  { name, value }: { name: TextName; value: string | string[] },
): Record<string, Texts> | null {
  const own = withField(all[language] ?? {}, name, value.length === 0 ? null : value);
  const hasTexts = Object.keys(withField(own, 'follows', null)).length > 0;
  const whole = withField(all, language, hasTexts ? { ...own, follows: dayInIndia() } : null);
  return Object.keys(whole).length === 0 ? null : whole;
}

/** Another value each time, as the original and its translation may change on one day. */
const nowInIndia = () => inIndia(new Date()).toISOString().slice(0, 19);

/** Title, advice and text for readers of each other language of the site, beside the original's. */
export function ScamInOtherLanguages({ name }: FieldProps) {
  const { saver, props } = useEditor();
  const mayWrite = useMayWrite();
  const { base } = saver.read();
  const all = (saver.value(name) ?? {}) as Record<string, Texts>;
  const saved = (valueIn(base, name) ?? {}) as Record<string, Texts>;
  return props.otherLanguages.map((language) => {
    const texts = all[language] ?? {};
    const id = `${idOf(name)}-${language}`;
    const set = (field: TextName) => (value: string | string[]) =>
      saver.change(name, withText(all, language, { name: field, value }));
    const isHeld = textOf(texts.follows) !== textOf(saved[language]?.follows);
    const older = isHeld ? undefined : base.problems.find(({ path }) => path === `${name}.${language}`);
    return (
      <fieldset key={language} className="studio-sources" disabled={!mayWrite} aria-describedby={`${id}-hint`}>
        <legend>{words.inLanguage(languageName(language))}</legend>
        <span className="hint" id={`${id}-hint`}>
          {words.inLanguageHint}
        </span>
        {older && (
          // The original has changed since; the translation may be right all the same.
          <div className="call warn studio-newer">
            <p>{older.message}</p>
            {mayWrite && (
              <button
                type="button"
                className="btn"
                onClick={() => saver.change(name, { ...all, [language]: { ...texts, follows: nowInIndia() } })}
              >
                {studioTranslation.takeMark}
              </button>
            )}
          </div>
        )}
        <TextField
          label={words.titleIn(languageName(language))}
          value={texts.title}
          lang={language}
          maxLength={200}
          onChange={set('title')}
        />
        <TextField
          label={words.bodyIn(languageName(language))}
          value={texts.body}
          lang={language}
          rows={3}
          maxLength={2000}
          onChange={set('body')}
        />
        <Sentences
          id={`${id}-advice`}
          legend={words.adviceIn(languageName(language))}
          lang={language}
          nameOf={(number) => `${words.adviceIn(languageName(language))} (${number})`}
          sentences={listOf(texts.advice)}
          change={set('advice')}
        />
      </fieldset>
    );
  });
}

type Wording = { lang: string; text: string };
/** The messages as they go round, with placeholders. */
export function Wordings({ name }: FieldProps) {
  const { saver } = useEditor();
  return (
    <ListField<Wording>
      id={idOf(name)}
      legend={words.texts}
      hint={words.textsHint('{number}', '{link}', '{name}', '{amount}')}
      items={listOf(saver.value(name))}
      fresh={{ lang: 'en', text: '' }}
      words={{ add: words.addText, takeAway: (number) => words.takeAway(words.textNumber(number)) }}
      onChange={(next) => saver.change(name, next.length === 0 ? null : next)}
    >
      {({ lang, text }, set, at) => (
        <>
          <SelectField
            label={`${words.textNumber(at + 1)}: ${words.language}`}
            value={lang}
            options={[...new Set([...Object.keys(words.languages), lang])].map((one) => [
              one,
              words.languages[one] ?? one,
            ])}
            onChange={(next) => set({ lang: next, text })}
          />
          <TextField
            label={`${words.textNumber(at + 1)}: ${words.text}`}
            value={text}
            lang={lang}
            rows={4}
            maxLength={2000}
            onChange={(next) => set({ lang, text: next })}
          />
        </>
      )}
    </ListField>
  );
}
