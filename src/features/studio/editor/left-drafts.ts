import { leftDraftKeys, leftDraftPrefix as prefix } from '../../../platform/browser/left-draft-keys.ts';

// A page that is being left has no time for IndexedDB, which answers by events; local storage is written at once.

/** @param made the mark of the database that the page knew */
type Left = { made: string; kept: unknown };

export function leaveDraft(key: string, left: Left): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(left));
  } catch {
    /* full or forbidden: what was kept at the last pause is still there */
  }
}

/** Keys of all that was left, whoever left it. */
export const listLeft = (): string[] => leftDraftKeys().map((key) => key.slice(prefix.length));

export function readLeft(key: string): Left | null {
  try {
    const left = JSON.parse(localStorage.getItem(prefix + key) ?? 'null') as Partial<Left> | null;
    return typeof left?.made === 'string' ? { made: left.made, kept: left.kept } : null;
  } catch {
    return null;
  }
}

/** @param until what was left after this moment is newer than what the caller has written, and stays */
export function removeLeft(key: string, until: number): void {
  try {
    const { at = 0 } = (readLeft(key)?.kept ?? {}) as { at?: number };
    if (at <= until) localStorage.removeItem(prefix + key);
  } catch {
    /* forbidden, so nothing was left */
  }
}
