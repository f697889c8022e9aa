import { formatDate, formatTime } from './format.ts';

/** '21 Nov 2026, 17:05', in Indian time. Apart from format.ts, which islands load. */
export function formatMoment(moment: string | Date): string {
  return `${formatDate(moment)}, ${formatTime(moment)}`;
}
