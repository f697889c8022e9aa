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

/** Whether the original has been changed since, and nobody has said that the translation holds. */
export const isOlder = ({ originalChangedOn, follows = '', isBehind }: Texts): boolean =>
  isBehind ?? (originalChangedOn !== undefined && originalChangedOn > follows);

/**
 * The translations as they are stored: one whose texts stayed while the original's changed is behind, until another
 * `follows` of that day or later says that it holds. By changes, not by days: both may be of one day.
 * @param stored null for a new scam
 * @param today ISO date
 */
export function datedTranslations(
  stored: ScamWords<StoredScamTexts> | null,
  next: ScamWords,
  today: string,
): Translations<StoredScamTexts> {
  const isChanged = stored !== null && !isDeepStrictEqual(original(stored), original(next));
  const dated = ([language, own = {}]: [string, Partial<ScamTexts> | undefined]) => {
    const before = stored?.translations[language];
    const isSame = before !== undefined && isDeepStrictEqual(texts(before), texts(own));
    const day = isChanged ? today : before?.originalChangedOn;
    if (!isSame || day === undefined) return [language, own];
    const { follows = '' } = own;
    const isBehind = follows === before.follows ? isChanged || isOlder(before) : follows.slice(0, 10) < day;
    return [language, { ...own, originalChangedOn: day, isBehind }];
  };
  return Object.fromEntries(Object.entries(next.translations).map(dated)) as Translations<StoredScamTexts>;
}
