type Thrown = { name?: unknown; message?: unknown; stack?: unknown; code?: unknown; query?: unknown; cause?: unknown };

const clip = (text: string) => text.slice(0, 1_000);

/**
 * The part of an error that is safe to log: its kind and location, never a value. Drizzle's message repeats every query
 * parameter, and the database's own message quotes them; both may hold personal data.
 */
export function describeError(thrown: unknown): Record<string, unknown> {
  if (typeof thrown !== 'object' || thrown === null) return { type: typeof thrown };
  const { name, message, stack, code, query, cause } = thrown as Thrown;
  const isOfDatabase = typeof query === 'string' || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code));
  return {
    type: typeof name === 'string' ? name : 'Error',
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof query === 'string' ? { query: clip(query) } : {}),
    ...(isOfDatabase || typeof message !== 'string' ? {} : { message: clip(message) }),
    ...(typeof stack === 'string'
      ? {
          stack: stack
            .split('\n')
            .filter((line) => /^\s+at /.test(line))
            .slice(0, 12)
            .join('\n'),
        }
      : {}),
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}
