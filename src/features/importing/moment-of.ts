/**
 * A moment as exports write it: ISO 8601, RFC 822, or milliseconds; a day alone begins in India. Null where it names no
 * day between 1900 and 2200.
 */
export function momentOf(value: unknown): Date | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null;
  const text = String(value);
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00+05:30` : value);
  const year = date.getUTCFullYear();
  return Number.isNaN(date.getTime()) || year < 1900 || year > 2200 || isBeyondItsMonth(text) ? null : date;
}

/** Date rolls 31 June over into July. The same text on the 15th names the month whatever its format and zone. */
function isBeyondItsMonth(text: string): boolean {
  const day = /(?<![\d:.+])(?:29|30|31)(?![\d:])/;
  const written = day.exec(text)?.[0];
  if (written === undefined) return false;
  const middle = new Date(text.replace(day, '15'));
  return Number(written) > new Date(Date.UTC(middle.getUTCFullYear(), middle.getUTCMonth() + 1, 0)).getUTCDate();
}
