import { expect, it } from 'vitest';
import { catalogueFiles, loadCatalogues, sentencesOf } from '../testing/catalogues.ts';

// Sentences that the specification fixes word for word; each has plain words beside it.
const fixed = new Set([
  'Email login will be deprecated soon. Please link and verify your mobile number to continue accessing your account.',
]);

/** Words of offices and of programmers, each with the plain one. */
const forbidden: [RegExp, string][] = [
  [/\butili[sz]e/i, 'use'],
  [/\bcommence/i, 'start'],
  [/\bterminat/i, 'end'],
  [/\bprior to\b/i, 'before'],
  [/\bsubsequent/i, 'later'],
  [/\bin order to\b/i, 'to'],
  [/\bpursuant|\bhere(?:in|by|with|under)\b|\bthere(?:of|in|under)\b|\baforementioned\b/i, 'this, that'],
  [/\bin (?:respect|lieu|accordance)\b/i, 'for, instead, by'],
  [/\bregarding\b|\bwith regard\b/i, 'about'],
  [/\bobtain/i, 'get'],
  [/\bavail(?:ed|ing)?\b/i, 'get, use'],
  [/\bfurnish/i, 'give'],
  [/\brequisite|\bmandatory\b/i, 'needed'],
  [/\bbeneficiar/i, 'who gets it'],
  [/\bremit/i, 'pay, send'],
  [/\bfacilitat|\bassist(?:ance)?\b/i, 'help'],
  [/\bendeavou?r/i, 'try'],
  [/\bwhilst\b|\bamongst\b/i, 'while, among'],
  [/\bkindly\b|\bdo the needful\b|\brevert\b/i, 'please, answer'],
  [/\bsufficient\b/i, 'enough'],
  [/\bnumerous\b/i, 'many'],
  [/\bpurchase/i, 'buy'],
  [/\bdeprecat|\bobsolete\b/i, 'ends soon'],
  [/\bauthenticat(?:e|ed|ion)\b|\bcredential/i, 'sign in, code'],
  [/\bparameter|\bvalidation\b|\binvalid\b|\bpayload\b/i, 'say what is wrong'],
  [/\be\.g\.|\bi\.e\.|\betc\b|\bvia\b/i, 'such as, that is, and so on, by'],
  [/\bclick\b/i, 'tap, press, choose'],
  [/\bput aside\b|\btake out again\b|\bmay stay empty\b|\bnothing waits\b|\bspeaks against\b|\btempts?\b|\bhush/i, '…'],
  [/\bgive a name as well\b|\bwhat moderators did\b/i, 'make an account with your name, decisions by moderators'],
];

const allSentences = async () =>
  (
    await Promise.all(
      catalogueFiles.map(async (file) =>
        Object.entries((await loadCatalogues(file))!).flatMap(([name, words]) => [...sentencesOf(words, name)]),
      ),
    )
  ).flat();

it('says nothing in the words of an office', async () => {
  const found = (await allSentences()).flatMap(([path, sentence]) =>
    fixed.has(String(sentence))
      ? []
      : forbidden.flatMap(([word, plain]) => {
          const said = word.exec(String(sentence))?.[0];
          return said ? [`${path} says "${said}": better "${plain}"`] : [];
        }),
  );
  expect(found).toEqual([]);
});

const syllablesOf = (word: string) =>
  Math.max(
    1,
    word
      .toLowerCase()
      .replace(/(?:[^laeiouy]es|[^laeiouytd]ed|[^laeiouy]e)$/, '')
      .match(/[aeiouy]+/g)?.length ?? 1,
  );

/** Flesch-Kincaid: the school year in which a text can be read; the reading age is five years more. */
function readingAge(text: string): number {
  const sentences = text.split(/[.!?:;]+(?:\s|$)|\n+/).filter((part) => /[A-Za-z]/.test(part));
  const words = sentences.flatMap((sentence) => sentence.match(/[A-Za-z’']+/g) ?? []);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59 + 5;
}

it('can be read at eleven, file by file', async () => {
  const ages = await Promise.all(
    // Names of States cannot be plainer.
    catalogueFiles
      .filter((file) => !file.endsWith('/places.ts'))
      .map(async (file) => {
        const sentences = Object.entries((await loadCatalogues(file))!)
          .flatMap(([name, words]) => [...sentencesOf(words, name)])
          .flatMap(([, sentence]) => (typeof sentence === 'string' && !fixed.has(sentence) ? [sentence] : []))
          // Labels of one or two words are no sentences.
          .filter((sentence) => sentence.split(' ').length > 3);
        return { file, age: sentences.length === 0 ? 0 : readingAge(sentences.join('\n')) };
      }),
  );
  expect(ages.filter(({ age }) => age > 11)).toEqual([]);
});

it('has no sentence of more than 30 words', async () => {
  const long = (await allSentences()).flatMap(([path, sentence]) =>
    typeof sentence === 'string'
      ? sentence
          .split(/[.!?:;]\s/)
          .filter((part) => part.split(/\s+/).length > 30)
          .map((part) => `${path}: ${part}`)
      : [],
  );
  expect(long).toEqual([]);
});
