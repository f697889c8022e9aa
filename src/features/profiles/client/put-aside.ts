import { type Cart, cart, cartBeforeSignIn, cartStorage, guest, isCart } from '../../../platform/local-store.ts';

function joined(...carts: Cart[]): Cart {
  const all = Object.create(null) as Cart;
  for (const [key, { items }] of carts.flatMap((one) => Object.entries(one))) {
    const here = all[key]?.items ?? [];
    const isNew = ({ schemeId }: { schemeId: string | number }) =>
      !here.some((item) => String(item.schemeId) === String(schemeId));
    all[key] = { items: [...here, ...items.filter(isNew)] };
  }
  return all;
}

export const countItems = (carts: Cart): number =>
  Object.values(carts).reduce((sum, { items }) => sum + items.length, 0);

/** A sign-in empties the cart: once, and what was in it is kept beside it. */
export function putCartAside(userId: string): void {
  const before = cartBeforeSignIn.read();
  if (before?.userId === userId) return;
  const persisted = cartStorage.read()?.state.cart;
  cartBeforeSignIn.write({ userId, cart: joined(before?.cart ?? {}, cart.read(), isCart(persisted) ? persisted : {}) });
  cart.remove();
  cartStorage.remove();
}

/** What was put aside before anybody had signed in goes to the chosen profile. */
export function bringCartBack(profileId: number | null): void {
  const before = cartBeforeSignIn.read();
  if (!before) return;
  const { [guest]: ofGuest, ...others } = before.cart;
  const whole = joined(cart.read(), others, ofGuest ? { [profileId ?? guest]: ofGuest } : {});
  cart.write(whole);
  cartStorage.write({ state: { cart: whole }, version: 0 });
  leaveCartAside();
}

/** Not wanted back: only whose sign-in it was is remembered. */
export function leaveCartAside(): void {
  const before = cartBeforeSignIn.read();
  if (before) cartBeforeSignIn.write({ userId: before.userId, cart: {} });
}
