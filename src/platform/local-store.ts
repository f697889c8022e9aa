// What this browser keeps for its owner. Anything may stand there: each value is judged before it is believed, and a bad one is removed.

/** One value of local storage. `read` gives the same object until the value changes. */
export type LocalStore<Value> = {
  readonly key: string;
  read(): Value;
  write(value: Value): void;
  remove(): void;
  /** Changes of this tab and of others. */
  subscribe(listener: () => void): () => void;
};

type Shape<Value> = { fallback: Value; parse(text: string): Value | undefined; format(value: Value): string };

const largest = 256 * 1024;
const changed = 'nagrik:store';

// Private windows and full ones refuse; a value then lasts for this page.
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

function setText(key: string, text: string | null): void {
  inMemory.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== null) inMemory.set(key, text);
  }
}

const announce = (key: string | null) => dispatchEvent(new CustomEvent(changed, { detail: key }));

/** Never throws, whatever stands in the storage and whether or not there is one. */
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
      setText(key, format(value));
      announce(key);
    },
    remove() {
      setText(key, null);
      announce(key);
    },
    subscribe(listener) {
      // A key of null: everything was cleared.
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

/** Objects without a prototype; `__proto__` as a key makes the whole text bad. */
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

/** One word of a few; with or without JSON's quotation marks, written without. */
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
const isPutAside = (value: unknown): value is { userId: string; cart: Cart } =>
  isObject(value) && isText(value.userId) && isCart(value.cart);

/** By which of the two somebody signs in. */
export const authMethod = createLocalStore('auth-method', choice(['mobile', 'email'], 'email'));
export const colorMode = createLocalStore('color-mode', choice(['light', 'dark'], 'light'));
/** 'yes': a phone that others use too; nothing stays on it after signing out. */
export const sharedDevice = createLocalStore('shared-device', choice(['no', 'yes'], 'no'));
export const selectedProfile = createLocalStore('selectedProfile', json(isSelectedProfile, null));
/** Of who is not signed in. */
export const guest = 'guest';
/** Whose part of answers and cart is used now. */
export const ownKey = (): string => String(selectedProfile.read()?.id ?? guest);
/** By profile's id, then by question's id. */
export const profileAnswers = createLocalStore('profileAnswers', json(isDictOf(isDictOf(isAnswer)), {}));
/** By profile's id: at which question. */
export const profileProgress = createLocalStore(
  'profileProgress',
  json(
    isDictOf((value): value is number => isNumber(value) && value >= 0),
    {},
  ),
);
/** By profile's id, or 'guest'. */
export const cart = createLocalStore('cart', json(isCart, {}));
/** The persisting store's own envelope around its state. */
export const cartStorage = createLocalStore('cart-storage', json(isEnvelope, null));
/** What a sign-in took out of the cart, and whose sign-in it was. */
export const cartBeforeSignIn = createLocalStore('cart-before-sign-in', json(isPutAside, null));

/** Takes out of every store what is not right. */
export function tidyStores(): void {
  for (const store of [
    authMethod,
    colorMode,
    sharedDevice,
    selectedProfile,
    profileAnswers,
    profileProgress,
    cart,
    cartStorage,
    cartBeforeSignIn,
  ])
    store.read();
}

// Of the phone, not of a person.
const phonesOwn = ['shared-device', 'color-mode', 'consent'];

/** A shared phone after signing out: what was kept of anybody goes, copies of pages that were read too. */
export async function forgetEverything(): Promise<void> {
  const kept = phonesOwn.map((key) => [key, getText(key)] as const);
  inMemory.clear();
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    /* nothing was kept where nothing may be */
  }
  for (const [key, text] of kept) if (text !== null) setText(key, text);
  announce(null);
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith('pages-')).map((name) => caches.delete(name)));
}
