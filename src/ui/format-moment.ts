import { formatDate } from './format.ts';

/** '21 Nov 2026, 17:05', in Indian time. Apart from format.ts, which islands load. */
export function formatMoment(moment: string | Date): string {
  const india = new Date(new Date(moment).getTime() + 330 * 60_000);
  return `${formatDate(moment)}, ${india.toISOString().slice(11, 16)}`;
}
