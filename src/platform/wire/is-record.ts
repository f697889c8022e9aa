/** Fields with names, as JSON or front matter has them: no list, no null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
