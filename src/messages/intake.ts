import { formatDate } from '../ui/format.ts';
import { catalogue } from './catalogue.ts';

// Separate from finder.ts: the saved list loads these, too.

/** Whether a scheme takes applications: until which day it is open or paused, from or since which not. */
export const intake = catalogue({
  open: (day?: string) => (day ? `Takes applications until ${formatDate(day)}` : 'Takes applications'),
  paused: (day?: string) => (day ? `Paused until ${formatDate(day)}` : 'Paused: no applications are taken now'),
  seasonal: (day?: string) =>
    day ? `Opens at certain times of the year: next on ${formatDate(day)}` : 'Opens only at certain times of the year',
  past: (day: string) => `This was known until ${formatDate(day)}: ask the office whether applications are taken now`,
  closed: (day?: string) => (day ? `Closed since ${formatDate(day)}` : 'Closed: no applications are taken'),
});
