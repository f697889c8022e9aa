import type { Fields } from './editor-props.ts';

/** What was typed and is not in the studio yet. `changes` are relative to the revision `base`; null takes a field away. */
export type Kept = {
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
};

export type DeviceDrafts = {
  read(key: string): Promise<Kept | null>;
  /** @returns whether it is kept: private windows and full phones keep nothing */
  write(kept: Kept): Promise<boolean>;
  remove(key: string): Promise<void>;
  list(person: string): Promise<Kept[]>;
};

/** Deleted at sign-out: see platform/local-store.ts. */
export const databaseName = 'studio';
const store = 'drafts';

export const keyOf = (person: string, kind: string, piece: number | string) => `${person} ${kind} ${piece}`;

// IndexedDB and not local storage: it is on the disk when the transaction ends, and an ended session leaves it alone.
function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'key' }));
    request.addEventListener('success', () => {
      // Otherwise a sign-out in another tab would wait for this one.
      request.result.addEventListener('versionchange', () => request.result.close());
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB does not open.')));
  });
}

async function within<Result>(mode: IDBTransactionMode, act: (drafts: IDBObjectStore) => IDBRequest<Result>) {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(store));
      transaction.addEventListener('complete', () => resolve(request.result));
      for (const end of ['abort', 'error'])
        transaction.addEventListener(end, () => reject(transaction.error ?? new Error('The draft was not kept.')));
    });
  } finally {
    database.close();
  }
}

const isKept = (value: unknown): value is Kept => {
  const { key, person, kind, changes, base } = (value ?? {}) as Partial<Kept>;
  return [key, person, kind].every((text) => typeof text === 'string') && typeof base === 'number' && !!changes;
};

/** Texts of this browser, until they are in the studio. */
export const deviceDrafts: DeviceDrafts = {
  async read(key) {
    try {
      const found: unknown = await within('readonly', (drafts) => drafts.get(key));
      return isKept(found) ? found : null;
    } catch {
      return null;
    }
  },
  async write(kept) {
    try {
      await within('readwrite', (drafts) => drafts.put(kept));
      return true;
    } catch {
      return false;
    }
  },
  async remove(key) {
    try {
      await within('readwrite', (drafts) => drafts.delete(key));
    } catch {
      /* nothing can be kept here, so there is nothing to remove */
    }
  },
  async list(person) {
    try {
      const all: unknown[] = await within('readonly', (drafts) => drafts.getAll());
      return all.filter(isKept).filter((kept) => kept.person === person);
    } catch {
      return [];
    }
  },
};
