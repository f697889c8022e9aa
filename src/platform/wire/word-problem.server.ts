import { currentLanguage, sourceLanguage } from '../../messages/catalogue.ts';
import { fieldProblems } from '../../messages/field-problems.ts';
import { pieceProblems, ruleProblems, ruleWords, studioRefusals } from '../../messages/piece-problems.ts';
import { inLanguage } from '../http/request-context.server.ts';

type Sentence = string | ((...parts: string[]) => string);
type Pattern = { form: RegExp; words: Record<string, Sentence>; key: string; literal: number };

const problems = [fieldProblems, pieceProblems, ruleProblems, studioRefusals] as Record<string, Sentence>[];
const insides = [ruleWords] as unknown as Record<string, Sentence>[];

const mark = '\u0001';
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The English sentences as patterns, those with most words of their own first. */
function patternsOf(catalogues: Record<string, Sentence>[]): Pattern[] {
  return inLanguage(sourceLanguage, () =>
    catalogues
      .flatMap((words) =>
        Object.keys(words).map((key): Pattern => {
          const sentence = words[key]!;
          const text = typeof sentence === 'string' ? sentence : sentence(...Array<string>(sentence.length).fill(mark));
          const form = new RegExp(`^${text.split(mark).map(escaped).join('(.+)')}$`, 's');
          return { form, words, key, literal: text.replaceAll(mark, '').length };
        }),
      )
      .toSorted((one, other) => other.literal - one.literal),
  );
}

let known: { problems: Pattern[]; insides: Pattern[] } | undefined;
const patterns = () => (known ??= { problems: patternsOf(problems), insides: patternsOf(insides) });

function find(text: string, among: Pattern[]): string | null {
  for (const { form, words, key } of among) {
    const found = form.exec(text);
    if (!found) continue;
    const sentence = words[key]!;
    // A part may be a problem or a kind of answer itself: 'on 2026-04-01: no age meets it'.
    return typeof sentence === 'string' ? sentence : sentence(...found.slice(1).map(wordPart));
  }
  return null;
}

const wordPart = (part: string): string =>
  find(part, patterns().insides) ?? (part.includes(' ') ? (find(part, patterns().problems) ?? part) : part);

/**
 * A problem that was worded in English where it was found, in the current language; unchanged where it is no sentence
 * of the catalogues, or stands in this language already.
 */
export const wordProblem = (text: string): string =>
  currentLanguage() === sourceLanguage ? text : (find(text, patterns().problems) ?? text);
