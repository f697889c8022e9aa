import { visitNow } from '../http/read-cookie.ts';
import { leftDraftKeys } from './left-draft-keys.ts';

// This browser's local storage. Its content is untrusted: each value is validated on reading, and an invalid one
// removed.

/**
 * One value of local storage. `read` returns the same reference until the value changes, as useSyncExternalStore needs.
 */
export type LocalStore<Value> = {
  readonly key: string;
  read(): Value;
  /** @returns false where the storage refused it, so that the value lasts as long as the page */
  write(value: Value): boolean;
  remove(): void;
  /** Notifies of changes in this tab and in others. */
  subscribe(listener: () => void): () => void;
};

type Shape<Value> = { fallback: Value; parse(text: string): Value | undefined; format(value: Value): string };

const largest = 256 * 1024;
const changed = 'nagrik:store';

// Fallback for private windows and full storage, where writes throw: the value then lasts as long as the page.
const inMemory = new Map<string, string>();

function getText(key: string): string | null {
  const text = inMemory.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function setText(key: string, text: string | null): boolean {
  inMemory.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== null) inMemory.set(key, text);
    return false;
  }
}

const announce = (key: string | null) => dispatchEvent(new CustomEvent(changed, { detail: key }));

/** Never throws, whatever the storage contains and whether or not it is available. */
export function createLocalStore<Value>(key: string, { fallback, parse, format }: Shape<Value>): LocalStore<Value> {
  let known: { text: string | null; value: Value } = { text: null, value: fallback };
  return {
    key,
    read() {
      const text = getText(key);
      if (text === known.text) return known.value;
      const value = text === null || text.length > largest ? undefined : parse(text);
      if (value === undefined && text !== null) setText(key, null);
      known = value === undefined ? { text: null, value: fallback } : { text, value };
      return known.value;
    },
    write(value) {
      const isStored = setText(key, format(value));
      announce(key);
      return isStored;
    },
    remove() {
      setText(key, null);
      announce(key);
    },
    subscribe(listener) {
      // A null key is storage.clear().
      const onStorage = (event: StorageEvent) => {
        if (event.key === null || event.key === key) listener();
      };
      const onChange = (event: Event) => {
        if ([null, key].includes((event as CustomEvent<string | null>).detail)) listener();
      };
      addEventListener('storage', onStorage);
      addEventListener(changed, onChange);
      return () => {
        removeEventListener('storage', onStorage);
        removeEventListener(changed, onChange);
      };
    },
  };
}

/** Objects get no prototype; a `__proto__` key invalidates the whole text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError(key);
      return isObject(value) ? Object.assign(Object.create(null) as object, value) : value;
    });
  } catch {
    return undefined;
  }
}

type Guard<Value> = (value: unknown) => value is Value;
type Dict<Value> = { [key: string]: Value };

const isObject = (value: unknown): value is Dict<unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 2_000;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isBlank = (value: unknown): value is null | undefined => value === null || value === undefined;
const isListOf =
  <Value>(isItem: Guard<Value>): Guard<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.length <= 2_000 && value.every(isItem);
const isDictOf =
  <Value>(isItem: Guard<Value>): Guard<Dict<Value>> =>
  (value): value is Dict<Value> =>
    isObject(value) && Object.values(value).every(isItem);

const json = <Value, Fallback extends Value | null>(
  isRight: Guard<Value>,
  fallback: Fallback,
): Shape<Value | Fallback> => ({
  fallback,
  parse(text) {
    const value = parseJson(text);
    return isRight(value) ? value : undefined;
  },
  format: (value) => JSON.stringify(value),
});

/** One of a closed list of words; accepted with or without JSON quotes, written without. */
const choice = <Word extends string>(words: readonly Word[], fallback: Word): Shape<Word> => ({
  fallback,
  parse: (text) => words.find((word) => word === text || JSON.stringify(word) === text),
  format: (word) => word,
});

export type SelectedProfile = {
  id: number;
  relation?: string;
  firstName?: string;
  lastName?: string;
  phoneNo?: string | null;
};
export type LocalAnswer = string | number | boolean | string[];
export type Cart = Dict<{ items: { schemeId: string | number }[] }>;

const isSelectedProfile = (value: unknown): value is SelectedProfile =>
  isObject(value) &&
  Number.isInteger(value.id) &&
  Number(value.id) > 0 &&
  [value.relation, value.firstName, value.lastName, value.phoneNo].every((text) => isBlank(text) || isText(text));
const isAnswer = (value: unknown): value is LocalAnswer =>
  isText(value) || isNumber(value) || typeof value === 'boolean' || isListOf(isText)(value);
const isCartItem = (value: unknown): value is { schemeId: string | number } =>
  isObject(value) && (isNumber(value.schemeId) || (isText(value.schemeId) && value.schemeId !== ''));
export const isCart: Guard<Cart> = isDictOf(
  (value): value is { items: { schemeId: string | number }[] } => isObject(value) && isListOf(isCartItem)(value.items),
);
const isEnvelope = (value: unknown): value is { state: Dict<unknown>; version?: number } =>
  isObject(value) && isObject(value.state) && (value.version === undefined || isNumber(value.version));
const isOffer = (value: unknown): value is { userId: string; cart: Cart; visit?: string } =>
  isObject(value) && isText(value.userId) && isCart(value.cart) && (value.visit === undefined || isText(value.visit));
const isAccountCart = (value: unknown): value is { userId: string; cart: Cart; readAt: number } =>
  isObject(value) && isText(value.userId) && isCart(value.cart) && isNumber(value.readAt);
const isFamily = (value: unknown): value is { userId: string; people: SelectedProfile[] } =>
  isObject(value) && isText(value.userId) && isListOf(isSelectedProfile)(value.people);
const isSeen = (value: unknown): value is { answers: string; schemes: string } =>
  isObject(value) &&
  isText(value.answers) &&
  typeof value.schemes === 'string' &&
  /^(?:\d{1,9}[ynu][\w-]{0,400}(?: |$))*$/.test(value.schemes);

/** The identifier kind last used to sign in. */
export const authMethod = createLocalStore('auth-method', choice(['mobile', 'email'], 'email'));
export const colorMode = createLocalStore('color-mode', choice(['light', 'dark'], 'light'));
export const selectedProfile = createLocalStore('selectedProfile', json(isSelectedProfile, null));
/** The account's profiles as last read from the server, with their owner. */
export const familyStore = createLocalStore('family', json(isFamily, null));
/** Key of a signed-out visitor's data. */
export const guest = 'guest';
/** The key under which answers and cart are currently stored. */
export const ownKey = (): string => String(selectedProfile.read()?.id ?? guest);
/** Profile id to question id to answer. */
export const profileAnswers = createLocalStore('profileAnswers', json(isDictOf(isDictOf(isAnswer)), {}));
/** Profile id to the current question. */
export const profileProgress = createLocalStore(
  'profileProgress',
  json(
    isDictOf((value): value is number => isNumber(value) && value >= 0),
    {},
  ),
);
/** Verdicts of the last look, by profile id or 'guest': ids of schemes and prints of their rules. */
export const schemeVerdicts = createLocalStore('schemeVerdicts', json(isDictOf(isSeen), {}));
/** By profile id, or 'guest'. */
export const cart = createLocalStore('cart', json(isCart, {}));
/** The envelope that Zustand's persist middleware writes around its state. */
export const cartStorage = createLocalStore('cart-storage', json(isEnvelope, null));
/** A guest's cart, set aside at sign-in and offered for merging into the account's cart. */
export const cartBeforeSignIn = createLocalStore('cart-before-sign-in', json(isOffer, null));
/** The account's cart as last read from the server, with its owner. `readAt` in milliseconds; 0: never read. */
export const accountCart = createLocalStore('cart-of-account', json(isAccountCart, null));
const areTicks = json(isDictOf(isListOf(isText)), {} as Dict<string[]>);
const ticks: Shape<Dict<string[]>> = {
  ...areTicks,
  // Earlier versions kept one list, of the only person that they knew.
  parse: (text) => (text.startsWith('[') ? areTicks.parse(`{"${ownKey()}":${text}}`) : areTicks.parse(text)),
};
/** Names of the documents that are ticked as available, by profile id or 'guest'. */
export const papersAtHand = createLocalStore('papers-at-hand', ticks);
/** Ids of the papers ticked on the pages of papers, by profile id or 'guest'. */
export const papersTicked = createLocalStore('papers-ticked', ticks);
const noTicks: string[] = [];
/** Of the person who is chosen; the same reference until it changes. */
export const ticksIn = (store: LocalStore<Dict<string[]>>): string[] => store.read()[ownKey()] ?? noTicks;
export function writeTicks(store: LocalStore<Dict<string[]>>, list: string[]): void {
  noteGuestVisit();
  store.write({ ...store.read(), [ownKey()]: list });
}
/** Visit in which a guest last saved something here: on a shared device, a later visit may be another person's. */
export const guestVisit = createLocalStore('guest-visit', {
  fallback: '',
  parse: (text: string) => (isText(text) ? text : undefined),
  format: (visit: string) => visit,
});

/** Call it with every write of guest data on this device. */
export function noteGuestVisit(): void {
  if (ownKey() === guest) guestVisit.write(visitNow());
}

/** Whether the guest data belongs to this visit. True where nothing is noted: no data predates the note. */
export const isGuestOfThisVisit = (): boolean => ['', visitNow()].includes(guestVisit.read());

/** Removes a guest's answers and ticks, which may be another person's. */
export function forgetGuest(): void {
  for (const store of [profileAnswers, profileProgress, schemeVerdicts, papersAtHand, papersTicked] as LocalStore<
    Dict<unknown>
  >[]) {
    const { [guest]: _, ...others } = store.read();
    store.write(others);
  }
  guestVisit.remove();
}

/** Says that something waits for a network (islands/unsent-here.ts). */
const unsentNote = 'unsent';

// Settings of the device, not of a person.
const phonesOwn = ['color-mode', 'consent', 'auth-method'];

/**
 * What somebody of the newsroom was writing (src/features/studio/editor/device-drafts.ts): other open tabs notice that
 * the database is another one, and write nothing into it. And what waits for a network (unsent-store.ts).
 */
export function forgetStoredDrafts(): void {
  for (const key of [...leftDraftKeys(), unsentNote]) setText(key, null);
  try {
    for (const name of ['studio', 'unsent']) globalThis.indexedDB?.deleteDatabase(name);
  } catch {
    /* storage is unavailable, so nothing was stored */
  }
}

/**
 * For shared devices: removes everything personal, including the cached copies of pages. @param withDrafts also the
 * drafts, in this tab's session storage, of the studio, and what waits for a network
 */
export async function forgetEverything({ withDrafts = true } = {}): Promise<void> {
  const retained = [...phonesOwn, ...(withDrafts ? [] : [...leftDraftKeys(), unsentNote])].map(
    (key) => [key, getText(key)] as const,
  );
  inMemory.clear();
  try {
    localStorage.clear();
    if (withDrafts) sessionStorage.clear();
  } catch {
    /* storage is unavailable, so nothing was stored */
  }
  if (withDrafts) forgetStoredDrafts();
  for (const [key, text] of retained) if (text !== null) setText(key, text);
  announce(null);
  await forgetPages();
}

/** Copies of pages on this device: what was read and what was saved. */
export async function forgetPages(): Promise<void> {
  setText('saved', null);
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith('pages-')).map((name) => caches.delete(name)));
}
