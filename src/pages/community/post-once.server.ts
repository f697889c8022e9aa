import { isAppError } from '../../platform/errors.ts';

/**
 * A form that is sent again (a double tap, a reload, a phone that lost the answer) leads to what it has posted.
 * @param find the same words by the same person in the same place, if they are there already
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
    // Both taps came at once.
    const same = isAppError(error) && error.status === 409 ? await find() : null;
    if (same === null) throw error;
    return same;
  }
}
