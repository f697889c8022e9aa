import { catalogue } from './catalogue.ts';

/** Sentences about languages: the switch, and pieces that are not in the page's language. */
export const languageWords = catalogue({
  /** Names of the languages, in this one. */
  names: { en: 'English', hi: 'Hindi', ta: 'Tamil' },
  /** Heading of the newest videos. */
  newest: 'Newest',
  missing: (here: string, there: string) => `We do not have this in ${here} yet. You can read it in ${there}.`,
  older: 'The original was changed after this translation was made. Some facts here may be old.',
  original: 'See the original',
});
