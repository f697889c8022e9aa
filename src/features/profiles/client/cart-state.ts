import { accountCart, type Cart, cart, cartBeforeSignIn, guest } from '../../../platform/browser/local-store.ts';
import { visitNow } from '../../../platform/http/read-cookie.ts';

// Separate from account-cart.ts: every page of a signed-in visitor asks these, and few have to write anything.

export const staleMs = 5 * 60_000;

/** Whether this device's cart is the account's as last read, and that was lately. */
export function isCartSynced(userId: string): boolean {
  const known = accountCart.read();
  if (known?.userId !== userId || Date.now() - known.readAt >= staleMs) return false;
  return JSON.stringify(known.cart) === JSON.stringify(cart.read());
}

export const guestItems = (of: Cart): Cart[string]['items'] => (Object.hasOwn(of, guest) ? of[guest]!.items : []);

/** Number of schemes offered, within the visit of the sign-in only. */
export function countOffered(userId: string): number {
  const offer = cartBeforeSignIn.read();
  return offer?.userId === userId && (offer.visit ?? visitNow()) === visitNow() ? guestItems(offer.cart).length : 0;
}
