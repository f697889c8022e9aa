import { currentLanguage, type Language } from '../../messages/catalogue.ts';
import { helplineList } from './helpline-list.ts';

/** What a helpline is for. The first six are dangers: they are shown before anything else. */
export const helplineSubjects = [
  'emergency',
  'violence',
  'suicide',
  'child',
  'fraud',
  'accident',
  'fire',
  'women',
  'harassment',
  'mind',
  'elder',
  'health',
  'legal-aid',
  'labour',
  'rent',
  'consumer',
  'shopping',
  'bank',
  'loan',
  'insurance',
  'provident-fund',
  'pension',
  'tax',
  'aadhaar',
  'ration',
  'farming',
  'voter',
  'passport',
  'rail',
  'road',
  'electricity',
  'gas',
  'jobs',
] as const;
export type HelplineSubject = (typeof helplineSubjects)[number];

type HelplineWords = { name: string; note: string };
export type Helpline = {
  /** Digits to dial, as in `tel:`. */ number: string;
  words: { en: HelplineWords; hi: HelplineWords; ta: HelplineWords; [language: Language]: HelplineWords };
  /** Indian time, each day unless the note says otherwise; null where the office does not state them. */
  hours: { from: string; to: string } | null;
  /** 'local' is the language of the caller's State; null where the office does not state its languages. */
  spoken: (Language | 'local')[] | null;
  subjects: HelplineSubject[];
  /** The official page that prints the number. */ source: string;
  /** The day (YYYY-MM-DD) on which number and source were last compared. */ checkedOn: string;
};

/** A helpline in the words of one language. */
export type NamedHelpline = { number: string; name: string; note: string };

const named = ({ number, words }: Helpline, language: Language): NamedHelpline => ({
  number,
  ...(words[language] ?? words.en),
});

/**
 * The helplines of a subject, the most fitting first: those that name it earliest among their subjects, in the order of
 * the list. Never empty. `language`: of the words; by default the request's. Runs in the browser too.
 */
export function helplinesFor(subject: HelplineSubject, language: Language = currentLanguage()): NamedHelpline[] {
  return helplineList
    .filter(({ subjects }) => subjects.includes(subject))
    .sort((a, b) => a.subjects.indexOf(subject) - b.subjects.indexOf(subject))
    .map((helpline) => named(helpline, language));
}

/** For display: a toll-free number in its groups, '1800 180 1551'; short codes unchanged. */
export const groupedNumber = (number: string): string => number.replace(/^(1[89]00)(\d{3})(\d{4})$/, '$1 $2 $3');

export const helplineAnchor = (number: string): string => `helpline-${number}`;
/** Where readers find it among all others. */
export const helplineAddress = (number: string): string => `/helplines#${helplineAnchor(number)}`;

/** One helpline by its number; null for a number that is not in the list. */
export function findHelpline(number: string, language: Language = currentLanguage()): NamedHelpline | null {
  const helpline = helplineList.find((each) => each.number === number);
  return helpline ? named(helpline, language) : null;
}
