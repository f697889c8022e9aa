import { isDeepStrictEqual } from 'node:util';
import type { Translations } from '../../database/tables/categories.ts';
import type { ScamTexts, StoredScamTexts } from '../../database/tables/scams.ts';

type Texts = Partial<StoredScamTexts>;
/** A known scam in the words of its original, with their translations. */
export type ScamWords<Translation = ScamTexts> = {
  title: string;
  about: string;
  advice: string[];
  translations: Translations<Translation>;
};

const original = ({ title, about, advice }: ScamWords) => [title, about, advice];
const texts = ({ title, body, advice }: Texts) => [title, body, advice];

/** Whether the original was changed after the day that the translation follows. */
export const isOlder = ({ originalChangedOn, follows = '' }: Texts): boolean =>
  originalChangedOn !== undefined && originalChangedOn > follows;

/**
 * The translations as they are stored: one whose texts stayed while the original's changed has that day beside it.
 * @param stored null for a new scam
 * @param today ISO date
 */
export function datedTranslations(
  stored: ScamWords<StoredScamTexts> | null,
  next: ScamWords,
  today: string,
): Translations<StoredScamTexts> {
  const isChanged = stored !== null && !isDeepStrictEqual(original(stored), original(next));
  const dated = ([language, own]: [string, Partial<ScamTexts>]) => {
    const before = stored?.translations[language as keyof ScamWords['translations']];
    const isSame = before !== undefined && isDeepStrictEqual(texts(before), texts(own));
    const day = isChanged ? today : before?.originalChangedOn;
    return [language, isSame && day !== undefined ? { ...own, originalChangedOn: day } : own];
  };
  return Object.fromEntries(Object.entries(next.translations).map(dated)) as Translations<StoredScamTexts>;
}
