import { readCookie } from '../http/read-cookie.ts';

// What this tab alone keeps, in its session storage: it survives Back, a reload, an expired session and a discarded tab.
// Gone with the tab, at the sign-out, and what a guest typed once the visit is over.

/** `owner`: user id, empty for a guest. `at`: ms since the epoch. */
type Stored = { owner: string; at: number; texts: Record<string, string> };

// Lifetime of a visit: later, somebody else may use this tab.
const visitMs = 30 * 60_000;

const ownerNow = () => readCookie('user_id') ?? '';

/**
 * A guest's words carry over into the sign-in they were written for; a user's are theirs alone, even signed out.
 * Answers about other people, and what a form answered, end for everybody: a helper's next visitor uses this tab.
 */
const endsWithVisit = (key: string, owner: string) => owner === '' || /^(?:finder|answer):/.test(key);
const isFor = (key: string, { owner, at }: Stored) =>
  (owner === '' || owner === ownerNow()) && (!endsWithVisit(key, owner) || Date.now() - at < visitMs);

/** Null where nothing is kept for whoever is here now. */
export function readTab(key: string): Record<string, string> | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Stored> | null;
    if (typeof value?.owner !== 'string' || typeof value.at !== 'number' || typeof value.texts !== 'object')
      return null;
    if (!isFor(key, value as Stored)) return null;
    return Object.fromEntries(
      Object.entries(value.texts ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return null;
  }
}

/** Of what is kept in this tab, for whomever. */
export function tabKeys(prefix: string): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** @param texts null to remove them */
export function writeTab(key: string, texts: Stored['texts'] | null): void {
  try {
    if (texts === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ owner: ownerNow(), at: Date.now(), texts } satisfies Stored));
  } catch {
    /* storage may be blocked in private windows */
  }
}
