// What could not be sent for lack of a network waits here until it can: for pages and for the service worker. IndexedDB,
// because the worker reads no local storage. Deleted at a sign-out, with the drafts (local-store.ts).

export const unsentKinds = ['question', 'answer', 'reply', 'message', 'complaint', 'follow', 'reaction'] as const;
export type UnsentKind = (typeof unsentKinds)[number];

export type Unsent = {
  id: string;
  /** User id; empty for what a guest wrote. */
  owner: string;
  /** Visit of a guest, who alone is shown it. */
  visit: string;
  /** Milliseconds since the epoch. */
  at: number;
  kind: UnsentKind;
  /** Of a wish: what it is about; a newer one takes its place. Empty for words. */
  about: string;
  /** Path and query to which it is posted, and of the page on which it was written. */
  address: string;
  page: string;
  /** Of a form: its fields, URL-encoded. Of a reaction: JSON. */
  body: string;
  /** `signIn`: the session has ended. `refused`: the same again would be refused again. */
  state: 'waits' | 'signIn' | 'refused';
};

/** Deleted by its name in local-store.ts. */
const databaseName = 'unsent';
const store = 'forms';
const mostEntries = 20;
const mostCharacters = 100_000;
const longestMs = 7 * 86_400_000;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'id' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB does not open.')));
  });
}

/** One transaction; `act` leaves its result in what it returns. Closed at once: a sign-out must not wait for it. */
async function within<Result>(act: (entries: IDBObjectStore, all: Unsent[]) => Result): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(store, 'readwrite');
      const entries = transaction.objectStore(store);
      const found = entries.getAll() as IDBRequest<Unsent[]>;
      let result: Result;
      found.addEventListener('success', () => {
        const isOld = ({ at }: Unsent) => Date.now() - at > longestMs;
        for (const { id } of found.result.filter(isOld)) entries.delete(id);
        result = act(
          entries,
          found.result.filter((each) => !isOld(each)),
        );
      });
      transaction.addEventListener('complete', () => resolve(result));
      for (const end of ['abort', 'error'])
        transaction.addEventListener(end, () => reject(transaction.error ?? new Error('Not stored.')));
    });
  } finally {
    database.close();
  }
}

const isHere = (address: unknown) => typeof address === 'string' && /^\/(?![/\\])/.test(address);

/** Oldest first; storage is not trusted to hold only addresses of this site. */
export const listUnsent = (): Promise<Unsent[]> =>
  within((_, all) =>
    all.filter(({ address, page }) => isHere(address) && isHere(page)).sort((one, other) => one.at - other.at),
  );

/** The same once more takes the place of the first. @returns false where there is no room */
export const addUnsent = (entry: Unsent): Promise<boolean> =>
  within((entries, all) => {
    const isSame = (each: Unsent) =>
      each.id === entry.id ||
      (each.owner === entry.owner &&
        ((entry.about !== '' && each.about === entry.about) ||
          (each.address === entry.address && each.body === entry.body)));
    const others = all.filter((each) => !isSame(each));
    const length = others.reduce((sum, { body }) => sum + body.length, entry.body.length);
    if (others.length >= mostEntries || length > mostCharacters) return false;
    for (const { id } of all.filter(isSame)) entries.delete(id);
    entries.put(entry);
    return true;
  });

export const removeUnsent = (isGone: (entry: Unsent) => boolean): Promise<void> =>
  within((entries, all) => {
    for (const { id } of all.filter(isGone)) entries.delete(id);
  });

/** Only of what is still there: a sign-out may have discarded it meanwhile. */
export const markUnsent = (id: string, state: Unsent['state']): Promise<void> =>
  within((entries, all) => {
    for (const entry of all) if (entry.id === id) entries.put({ ...entry, state });
  });
