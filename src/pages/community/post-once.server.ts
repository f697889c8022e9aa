import { isAppError } from '../../platform/wire/errors.ts';

/**
 * Makes a form idempotent (double tap, reload, lost response): a repeat leads to the existing post.
 * @param find an identical text by the same user in the same place
 */
export async function postOnce(
  find: () => Promise<number | null>,
  post: () => Promise<{ id: number }>,
): Promise<number> {
  const before = await find();
  if (before !== null) return before;
  try {
    return (await post()).id;
  } catch (error) {
    // Concurrent submits: the one refused as a duplicate (409) finds the other's post.
    const same = isAppError(error) && error.status === 409 ? await find() : null;
    if (same === null) throw error;
    return same;
  }
}
