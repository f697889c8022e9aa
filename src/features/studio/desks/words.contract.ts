import { z } from 'zod';
import type { WordUse } from '../../../database/tables/added-words.ts';
import { refusal } from '../../../platform/wire/problem.ts';
import { hasCharacters } from '../../../platform/text/visible-text.ts';
import { oneOf, safeText } from '../../../platform/wire/wire.ts';
import { conceptLanguages } from '../../message-check/concept-languages.ts';

// By name, so that a missing one does not compile.
const use = z.enum({ name: 'name', concept: 'concept' } satisfies { [Use in WordUse]: Use });
export const wordUses = use.options;

export const longestWord = 80;
/** Two letters join or stay apart by an invisible character in some scripts; others are refused. */
const odd = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u;
const text = safeText(longestWord, 2)
  .refine((one) => !odd.test(one), refusal('field.badCharacter'))
  .transform((one) => one.trim().toLowerCase().replace(/\s+/g, ' '))
  .refine((one) => hasCharacters(one, 2), refusal('studio.wordShort'));

export const wordsQuery = z.strictObject({ use, lang: z.enum(conceptLanguages).optional() });
export const wordInput = z.strictObject({
  use,
  target: safeText(100, 1).describe("As `GET /studio/words` lists it: 'letters,rti', or a concept."),
  text: text.describe('Of a concept: with * at its end, every word that begins so.'),
  lang: z.enum(conceptLanguages).optional().describe('Of a concept: in whose language it is. Else absent.'),
});
export type WordInput = z.output<typeof wordInput>;

const word = z.object({ id: z.int(), text: z.string(), lang: z.string().nullable(), at: z.string() });
export const oneWord = oneOf(word);
export const wordList = z.object({
  data: z.array(
    z.object({
      target: z.string(),
      title: z.string(),
      shipped: z.array(z.string()).describe('Names, or words of the language, in the source.'),
      words: z.array(word).describe('What editors have added, the oldest first.'),
    }),
  ),
});
