import { catalogue } from './catalogue.ts';

/** How dates and sentences are written. Tables, since phones without the locale's data would format in English. */
export const dates = catalogue({
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  /** Ends a sentence that is put together of parts. */
  fullStop: '.',
});
