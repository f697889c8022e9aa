import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../platform/http/request-context.server.ts';
import { catalogueFiles, loadCatalogues, sentencesOf, translationOf, wholeLanguages } from '../testing/catalogues.ts';

/** English letters that stay in every language: examples of what is typed, and names of formats and headers. */
const staysLatin =
  /VM-HDFCBK-S|\w+@example\.\w+|application\/json|\.gz\b|multipart\/form-data|Idempotency-Key|\b(?:JSON|UTF-8|PDF|JPEG|PNG|SVG|WebP|AVIF|GIF|MP4|H\.264|AAC|WebM|WebVTT|SRT)\b|(?<=[\d⟧] )[kM]B\b/g;
/** In what writers and programmers read about a field: names of fields, values, formats and files. */
const namesOfFields =
  /\{.*\}|https:\/\/\S+|\d{4}-\d\d-\d\dT[\d:]+Z?|docs\/\S+|content\/media|\b(?:article|video|webstory|category):key\b|\((?:key|cursor|state|true, false(?:, null)?)\)|\ball: true\b|\b(?:[KkM]B|JPEG|PNG|WebP|AVIF|GIF|MP4|H\.264|WebM|WebVTT|https|phoneNo|emailId|ids|central|hi-Latn|en|hi|items|latest|single|multiple|fact|all|any|not|eq|in|gte|lte|between|age|familyIncome|reviewedOn|from)\b/g;

// The types of the parameters are gone at run time, so each is tried as each of these, with its trace in the sentence.
const kindsOfArgument = [
  (at: number) => ({ value: `⟦${at}⟧`, traces: [`⟦${at}⟧`] }),
  (at: number) => ({ value: 5003 + at, traces: [`5,00${3 + at}`, `500${3 + at}`] }),
  (at: number) => ({ value: `203${at}-05-17`, traces: [`203${at}`] }),
  (at: number) => ({ value: [`⟦${at}⟧`, '⟦last⟧'], traces: [`⟦${at}⟧`] }),
];

type Call = { given: unknown[]; traces: string[][] };
function callsOf(parameters: number): Call[] {
  let calls: Call[] = [{ given: [], traces: [] }];
  for (let at = 0; at < parameters; at++)
    calls = calls.flatMap((call) =>
      kindsOfArgument.map((kind) => {
        const { value, traces } = kind(at);
        return { given: [...call.given, value], traces: [...call.traces, traces] };
      }),
    );
  return calls;
}

/** Null where these arguments do not fit the function. */
function say(sentence: unknown, given: unknown[]): string | null {
  try {
    const said = (sentence as (...all: unknown[]) => unknown)(...given);
    if (typeof said === 'number' || Array.isArray(said)) return null;
    const text = JSON.stringify(said);
    return /NaN|undefined/.test(text) ? null : text;
  } catch {
    return null;
  }
}

const letters = (text: string, path: string) => {
  const rest = text.replace(staysLatin, '').replace(/⟦\w+⟧|\\n|"(subject|text)":/g, '');
  return /^(?:field|piece|rule|studio)\w*(?:Problems|Words|Refusals)\./.test(path)
    ? rest.replace(namesOfFields, '')
    : rest;
};

describe.each(wholeLanguages.slice(1))('the catalogues in %s', (language) => {
  it.each(catalogueFiles)('%s is translated whole, with the same placeholders', async (file) => {
    const source = (await loadCatalogues(file))!;
    const translation = (await loadCatalogues(translationOf(file, language))) ?? {};
    const problems: string[] = [];
    for (const [name, catalogue] of Object.entries(source)) {
      const english = sentencesOf(catalogue, name);
      const written = inLanguage(language, () => sentencesOf(translation[name], name));
      // In another language, a catalogue gives what was registered for it.
      const registered = inLanguage(language, () => sentencesOf(catalogue, name));
      expect([...registered.keys()].toSorted()).toEqual([...english.keys()].toSorted());
      for (const [path, sentence] of english) {
        const words = registered.get(path);
        if (words !== written.get(path)) problems.push(`${path} is not registered`);
        problems.push(...inLanguage(language, () => differences(path, sentence, words)));
      }
    }
    expect(problems).toEqual([]);
  });
});

it('no language takes back what it promises: nowhere does another language count instead', () => {
  const files = globSync(['src/messages/**/*.ts', 'content/**/*.md']).filter((file) => !file.endsWith('.test.ts'));
  const takenBack =
    /अंग्रेज़ी[^।]*(?:मानी जाएगी|माना जाएगा|मान्य)|ஆங்கில[^.]*செல்லும்|English[^.]*\b(?:prevails|is binding|counts)\b/;
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => takenBack.test(readFileSync(file, 'utf8')))).toEqual([]);
});

function differences(path: string, english: unknown, words: unknown): string[] {
  if (typeof english === 'string') {
    if (typeof words !== 'string' || (words === '' && english !== '')) return [`${path} is not a sentence`];
    return /[A-Za-z]/.test(letters(words, path)) ? [`${path} has English letters: ${words}`] : [];
  }
  const parameters = (english as () => unknown).length;
  if (typeof words !== 'function' || words.length !== parameters) return [`${path} has other parameters`];
  const problems = new Set<string>();
  for (const { given, traces } of callsOf(parameters)) {
    const said = say(english, given);
    if (said === null) continue;
    const translated = say(words, given);
    if (translated === null) problems.add(`${path} does not take ${JSON.stringify(given)}`);
    else {
      for (const some of traces)
        if (some.some((trace) => said.includes(trace)) && !some.some((trace) => translated.includes(trace)))
          problems.add(`${path} leaves out ${some[0]}: ${translated}`);
      if (/[A-Za-z]/.test(letters(translated, path))) problems.add(`${path} has English letters: ${translated}`);
    }
  }
  return [...problems];
}
