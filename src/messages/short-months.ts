import { catalogue } from './catalogue.ts';

/** For the narrow boxes of due dates. */
export const short = catalogue({
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
});
