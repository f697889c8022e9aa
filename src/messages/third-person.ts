import { catalogue } from './catalogue.ts';

/** A whole word. Not by looking behind, which Safari before 16.4 cannot read. */
export const word = (from: string, to: string): [RegExp, string] => [
  new RegExp(`(^|[^\\p{L}\\p{M}])${from}(?![\\p{L}\\p{M}])`, 'gu'),
  `$1${to}`,
];

/** Applies these in this order. Verbs stay as they are in English and Hindi: 'they' and 'वे' take those of 'you' and 'आप'. */
export const replaceWords = (text: string, changes: [RegExp, string][]): string =>
  changes.reduce((said, [from, to]) => said.replace(from, to), text);

const changes: [RegExp, string][] = [
  [/^me$/g, 'this person'],
  [/\bI am\b/g, 'they are'],
  [/\b(?:I|we)\b/g, 'they'],
  [/\bmy\b/g, 'their'],
  [/\b(with|fit|for) (?:you|us)\b/g, '$1 them'],
  [/\bYou yourself\b/g, 'They themselves'],
  [/\byourself\b/g, 'themselves'],
  [/\byours\b/g, 'theirs'],
  [/\bYour\b/g, 'Their'],
  [/\byour\b/g, 'their'],
  [/\byou\b/g, 'they'],
];

/** Somebody of the family. `noun`: 'your mother', or a name. `gender`: as answered, null until then. */
export type Spoken = { noun: string; gender: 'woman' | 'man' | null };

/** Stands for the noun while pronouns are replaced: 'आपकी माँ' must not become 'उनकी माँ'. */
export const nounMark = '\uE000';

const of = (text: string) => replaceWords(text, changes);

const pronouns = {
  woman: { they: 'she', them: 'her', their: 'her', theirs: 'hers', themselves: 'herself' },
  man: { they: 'he', them: 'him', their: 'his', theirs: 'his', themselves: 'himself' },
};
const irregular: Record<string, string> = { are: 'is', have: 'has', do: 'does', study: 'studies' };
const singular = (verb: string) => irregular[verb] ?? `${verb}s`;
const like = (text: string, word: string) =>
  /^[A-Z]/.test(text) ? word.charAt(0).toUpperCase() + word.slice(1) : word;

/** 'They' with the verbs of 'she' or 'he'. */
function withGender(text: string, gender: 'woman' | 'man'): string {
  const words = pronouns[gender];
  return text
    .replace(
      /\b(did )?(they(?: themselves)?) (\w+)/gi,
      (whole, past: string | undefined, they: string, verb: string) => (past ? whole : `${they} ${singular(verb)}`),
    )
    .replace(/\b(they|them|their|theirs|themselves)\b/gi, (word) =>
      like(word, words[word.toLowerCase() as keyof typeof words]),
    );
}

/** The first 'you' of a question, with its verb. */
const firstMention = /\b(?:(are|do|have) )?you(r)?\b( have\b)?/i;
const named = (text: string) =>
  text.replace(firstMention, (_, verb?: string, genitive?: string, after?: string) =>
    [verb && `${like(verb, singular(verb.toLowerCase()))} `, nounMark, genitive && '’s', after && ' has']
      .filter(Boolean)
      .join(''),
  );

export const thirdPerson = catalogue({
  /** A question to a reader, or an answer, turned to a question about somebody else. */
  of,
  /** The same of somebody of the family: by the noun where first mentioned in a question, then 'she' or 'he'. */
  about(text: string, noun: string, gender: Spoken['gender'], isQuestion: boolean): string {
    const they = of(isQuestion ? named(text) : text).replace(/^this person$/, nounMark);
    return (gender ? withGender(they, gender) : they).replace(nounMark, noun);
  },
  nouns: {
    PARENT: { woman: 'your mother', man: 'your father' },
    SPOUSE: { woman: 'your wife', man: 'your husband' },
  },
});
