/**
 * A moment as exports write it: ISO 8601, RFC 822, or milliseconds; a day alone begins in India, and a time without a
 * zone is UTC, as Hugo and Ghost mean it, in whatever zone this machine is. Null where it names no day between 1900 and
 * 2200.
 */
export function momentOf(value: unknown): Date | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null;
  const text = String(value);
  const [day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(text)?.slice(1) ?? [];
  const date = new Date(day === undefined ? value : time === undefined ? `${day}T00:00:00+05:30` : `${day}T${time}Z`);
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
