import { type Cart, cart, cartStorage, isCart, noteGuestVisit, ownKey } from '../../../platform/browser/local-store.ts';
import { forgetWhoLeft } from '../../sessions/client/forget-person.ts';

// Runs before the first read, so that the next person at a shared device never sees a former user's cart.
if (typeof document !== 'undefined') forgetWhoLeft();

type Item = Cart[string]['items'][number];

const none: Cart = {};
const isSame = (one: Item, schemeId: string | number) => String(one.schemeId) === String(schemeId);

/** The same reference until the cart changes. */
export function readCart(): Cart {
  const own = cart.read();
  if (Object.keys(own).length > 0) return own;
  const enveloped = cartStorage.read()?.state.cart;
  if (isCart(enveloped)) return enveloped;
  if (enveloped !== undefined) cartStorage.remove();
  return none;
}

/** The cart has two keys: `cart`, and `cart-storage` in the envelope that earlier versions of the site wrote. */
function write(value: Cart): boolean {
  cartStorage.write({ state: { cart: value }, version: 0 });
  return cart.write(value);
}

/** Follows changes on this page, by other tabs and by sign-in. */
export function followCart(listener: () => void): () => void {
  // A page restored from the back/forward cache has missed all `storage` events.
  const onShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    forgetWhoLeft();
    listener();
  };
  addEventListener('pageshow', onShow);
  const ends = [
    cart.subscribe(listener),
    cartStorage.subscribe(listener),
    () => removeEventListener('pageshow', onShow),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Drops the key once it has no items. */
function withItems(key: string, items: Item[]): Cart {
  const { [key]: _, ...others } = readCart();
  return Object.assign(Object.create(null) as Cart, others, items.length > 0 ? { [key]: { items } } : {});
}

const itemsOf = (key: string): Item[] => {
  const all = readCart();
  return Object.hasOwn(all, key) ? all[key]!.items : [];
};

export const isSaved = (schemeId: string | number, key = ownKey()): boolean =>
  itemsOf(key).some((item) => isSame(item, schemeId));

/**
 * Restores an item at its former index after an undo; appends otherwise.
 * @returns false where the browser's storage refused it
 */
export function saveScheme(schemeId: string | number, key = ownKey(), at = Infinity): boolean {
  const items = itemsOf(key);
  noteGuestVisit();
  if (isSaved(schemeId, key)) return true;
  return write(withItems(key, items.toSpliced(Math.min(at, items.length), 0, { schemeId })));
}

export function removeSaved(schemeId: string | number, key = ownKey()): void {
  write(
    withItems(
      key,
      itemsOf(key).filter((item) => !isSame(item, schemeId)),
    ),
  );
}

export function emptyCart(): void {
  write({});
}

/** Undo of emptying the cart. */
export function restoreCart(before: Cart): void {
  write(before);
}
