import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type Cart, cart, cartStorage, isCart, ownKey } from '../../../platform/local-store.ts';

type CartState = { cart: Cart };
type Item = Cart[string]['items'][number];

const isSame = (one: Item, schemeId: string | number) => String(one.schemeId) === String(schemeId);

function readKept(): Cart {
  const own = cart.read();
  if (Object.keys(own).length > 0) return own;
  const enveloped = cartStorage.read()?.state.cart;
  if (isCart(enveloped)) return enveloped;
  if (enveloped !== undefined) cartStorage.remove();
  return {};
}

/** What is put aside on this device: `cart`, and `cart-storage` as the persisting store keeps it. */
export const cartStore = createStore<CartState>()(
  persist((): CartState => ({ cart: {} }), {
    name: cartStorage.key,
    version: 0,
    storage: {
      getItem: () => ({ state: { cart: readKept() }, version: 0 }),
      setItem(_name, { state }) {
        cartStorage.write({ state: { cart: state.cart }, version: 0 });
        cart.write(state.cart);
      },
      removeItem() {
        cartStorage.remove();
        cart.remove();
      },
    },
  }),
);

/** Follows what other tabs and signing in do to the cart. */
export function followCart(listener: () => void): () => void {
  const read = () => void cartStore.persist.rehydrate();
  const ends = [cart.subscribe(read), cartStorage.subscribe(read), cartStore.subscribe(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** A key without items goes. */
function withItems(key: string, items: Item[]): Cart {
  const { [key]: _, ...others } = cartStore.getState().cart;
  return Object.assign(Object.create(null) as Cart, others, items.length > 0 ? { [key]: { items } } : {});
}

const itemsOf = (key: string): Item[] => {
  const all = cartStore.getState().cart;
  return Object.hasOwn(all, key) ? all[key]!.items : [];
};

export const isAside = (schemeId: string | number, key = ownKey()): boolean =>
  itemsOf(key).some((item) => isSame(item, schemeId));

/** At its place where it was taken from, else at the end. */
export function putAside(schemeId: string | number, key = ownKey(), at = Infinity): void {
  const items = itemsOf(key);
  if (!isAside(schemeId, key))
    cartStore.setState({ cart: withItems(key, items.toSpliced(Math.min(at, items.length), 0, { schemeId })) });
}

export function takeOut(schemeId: string | number, key = ownKey()): void {
  cartStore.setState({
    cart: withItems(
      key,
      itemsOf(key).filter((item) => !isSame(item, schemeId)),
    ),
  });
}

export function emptyCart(): void {
  cartStore.setState({ cart: {} });
}

/** Undoes what was emptied. */
export function restoreCart(before: Cart): void {
  cartStore.setState({ cart: before });
}
