import { catalogue } from './catalogue.ts';

/** Sentences about languages: the switch, and pieces that are not in the page's language. */
export const languageWords = catalogue({
  /** Offers a page in this language to a reader of another one. */
  offer: { read: 'Read this page in English', close: 'Close' },
  /** Heading of the newest videos. */
  newest: 'Newest',
  missing: (here: string, there: string) => `We do not have this in ${here} yet. You can read it in ${there}.`,
  older: 'The original was changed after this translation was made. Some facts here may be old.',
  original: 'See the original',
});
