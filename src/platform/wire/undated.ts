/** Sentinel date of undated content: it sorts last in every order by time, and is never shown. */
export const undatedAt = new Date(0);

export const isUndated = (moment: Date): boolean => moment.getTime() === undatedAt.getTime();

/** ISO 8601 for the API; null for undated content. */
export const isoOrNull = (moment: Date): string | null => (isUndated(moment) ? null : moment.toISOString());
