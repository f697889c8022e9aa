import { readHint } from '../../sessions/client/hint-cookies.ts';
import type { Fields } from './editor-props.ts';
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
const listLeft = (): string[] => leftDraftKeys().map((key) => key.slice(prefix.length));

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

/**
 * What was typed and is not in the studio yet. `changes` are relative to the revision `base`; null takes a field away.
 */
export type DeviceDraft = {
  /** person, kind, and the piece's id or the name of a new one */
  key: string;
  person: string;
  kind: string;
  id: number | null;
  local: string;
  base: number;
  changes: Fields;
  title: string;
  at: number;
  /** A new piece that was sent without an answer: the same again must not begin a second one. */
  begun: Fields | null;
  /** Changes that were sent from `base` without an answer: the newer revision may be this person's own. */
  unanswered?: Fields[];
};

export type DeviceDrafts = {
  read(key: string): Promise<DeviceDraft | null>;
  /** @returns whether it is kept: private windows, full phones and ended sign-ins keep nothing */
  write(stored: DeviceDraft): Promise<boolean>;
  /** Keeps it before this call returns, for a page that may be gone any moment. */
  leave(stored: DeviceDraft): void;
  remove(key: string): Promise<void>;
  /** What waits for this person; forgets where pieces of days ago were begun. */
  list(): Promise<DeviceDraft[]>;
};

/** Deleted at sign-out: see `forgetStoredDrafts` in platform/browser/local-store.ts. */
const databaseName = 'studio';
const store = 'drafts';
/** Holds one random value, made with the database: another one means that it was deleted meanwhile. */
const marks = 'marks';
const mark = 'made';

export const keyOf = (person: string, kind: string, piece: number | string) => `${person} ${kind} ${piece}`;

/** A new piece leaves its id under its first name: a tab may still open the address that it had then. */
const isMoved = ({ key, person, kind, id }: DeviceDraft) => id !== null && key !== keyOf(person, kind, id);
const movedForMs = 24 * 3_600_000;

const erased = () => new Error('Somebody has signed out in this browser since.');

const isDraft = (value: unknown): value is DeviceDraft => {
  const { key, person, kind, changes, base } = (value ?? {}) as Partial<DeviceDraft>;
  return [key, person, kind].every((text) => typeof text === 'string') && typeof base === 'number' && !!changes;
};

/**
 * Texts of this person in this browser, until they are in the studio. After a sign-out in any tab nothing is read or
 * written any more, whoever signs in next; after an expired session everything is as before.
 */
export function deviceDraftsOf(person: string): DeviceDrafts {
  let known: string | null = null;
  let isOver = false;

  // IndexedDB and not local storage: it is on the disk when the transaction ends, and an ended session leaves it alone.
  function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(databaseName, 2);
      request.addEventListener('upgradeneeded', ({ oldVersion }) => {
        // Aborting also takes the empty database away again.
        if (oldVersion === 0 && known !== null) return request.transaction!.abort();
        if (oldVersion < 1) request.result.createObjectStore(store, { keyPath: 'key' });
        request.result.createObjectStore(marks).put(crypto.randomUUID(), mark);
      });
      request.addEventListener('success', () => {
        // Otherwise a sign-out in another tab would wait for this one.
        request.result.addEventListener('versionchange', () => request.result.close());
        resolve(request.result);
      });
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB does not open.')));
    });
  }

  async function within<Result>(mode: IDBTransactionMode, act: (drafts: IDBObjectStore) => IDBRequest<Result>) {
    // The page may be older than a sign-out that came before the first look.
    if (isOver || (known === null && readHint('user_id') !== person)) throw erased();
    const database = await open();
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction([store, marks], mode, { durability: 'strict' });
        let request: IDBRequest<Result> | undefined;
        const found = transaction.objectStore(marks).get(mark) as IDBRequest<string>;
        found.addEventListener('success', () => {
          known ??= found.result;
          isOver = known !== found.result;
          if (isOver) transaction.abort();
          else request = act(transaction.objectStore(store));
        });
        transaction.addEventListener('complete', () => resolve(request!.result));
        for (const end of ['abort', 'error'])
          transaction.addEventListener(end, () => reject(transaction.error ?? erased()));
      });
    } finally {
      database.close();
    }
  }

  /** @param stored in the database; what a page left since its last pause is newer */
  function newerOf(stored: DeviceDraft | null, key: string): DeviceDraft | null {
    const left = readLeft(key);
    if (left?.made !== known || !isDraft(left?.kept)) return stored;
    return stored && stored.at > left.kept.at ? stored : left.kept;
  }

  async function remove(key: string): Promise<void> {
    const since = Date.now();
    try {
      await within('readwrite', (drafts) => drafts.delete(key));
    } catch {
      /* nothing can be kept here, so there is nothing to remove */
    }
    removeLeft(key, since);
  }

  return {
    remove,
    async read(key) {
      try {
        const found: unknown = await within('readonly', (drafts) => drafts.get(key));
        return newerOf(isDraft(found) ? found : null, key);
      } catch {
        return null;
      }
    },
    leave(stored) {
      // Whether somebody has signed out since is in IndexedDB: `read` compares the mark.
      if (!isOver && known !== null && readHint('user_id') === person)
        leaveDraft(stored.key, { made: known, kept: stored });
    },
    async write(stored) {
      try {
        await within('readwrite', (drafts) => drafts.put(stored));
        removeLeft(stored.key, stored.at);
        return true;
      } catch {
        return false;
      }
    },
    async list() {
      try {
        const all: unknown[] = await within('readonly', (drafts) => drafts.getAll());
        const stored = new Map(all.filter(isDraft).map((one) => [one.key, one]));
        for (const key of listLeft()) {
          const newer = newerOf(stored.get(key) ?? null, key);
          if (newer) stored.set(key, newer);
        }
        const own = [...stored.values()].filter((one) => one.person === person);
        for (const { key, at } of own.filter(isMoved)) if (Date.now() - at > movedForMs) await remove(key);
        return own.filter((one) => !isMoved(one));
      } catch {
        return [];
      }
    },
  };
}
