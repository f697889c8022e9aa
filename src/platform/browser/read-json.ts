/** A failed read. `status` 0: no response. */
export class ReadError extends Error {
  // Declared only: fields of a class are a helper more for the browsers of the build target.
  declare readonly status: number;
  declare readonly retryAfterSeconds: number | undefined;

  constructor(status: number, retryAfterSeconds?: number) {
    super(`Answered ${status}`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Seconds that the server asks for; undefined where it names none, or a date. */
export const retryAfterOf = (response: Response): number | undefined =>
  Number(response.headers.get('retry-after')) || undefined;

/** A GET of our own API. @returns the response's JSON @throws ReadError */
export async function readJson<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) });
  if (!response.ok) throw new ReadError(response.status, retryAfterOf(response));
  return (await response.json()) as Answer;
}
