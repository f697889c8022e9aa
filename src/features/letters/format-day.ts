import { formatDate } from '../../ui/format.ts';
import type { Day } from './indian-days.ts';

/** '22 Nov 2026', in the language of the interface. */
export const formatDay = (day: Day): string => formatDate(`${day}T12:00:00+05:30`);
