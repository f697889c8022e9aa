const indiaAheadOfUtc = 330 * 60_000;

/** A date whose UTC fields are those of the clock in India at a moment. */
export const inIndia = (moment: string | Date): Date => new Date(new Date(moment).getTime() + indiaAheadOfUtc);

/** Day in India at a moment, by default today: '2026-11-21'. It begins at 18:30 UTC of the day before. */
export const dayInIndia = (moment: string | Date = new Date()): string => inIndia(moment).toISOString().slice(0, 10);

/**
 * Parses a date and time such as `2026-11-22T06:00`; seconds and zone are optional (RFC 3339). Without a zone it is
 * Indian time (IST); a date alone means 06:00 IST.
 * @returns null where the text is malformed or the date is not in the calendar
 */
export function readMoment(text: string): Date | null {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[Tt ]((?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!match) return null;
  const day = new Date(`${match[1]}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== match[1]) return null;
  const date = new Date(`${match[1]}T${match[2] ?? '06:00'}${match[3]?.toUpperCase() ?? '+05:30'}`);
  return Number.isNaN(date.getTime()) ? null : date;
}
