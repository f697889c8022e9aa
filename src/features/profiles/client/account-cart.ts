import {
  accountCart,
  type Cart,
  cart,
  cartBeforeSignIn,
  cartStorage,
  forgetGuest,
  forgetPages,
  guest,
  guestVisit,
  isCart,
  isGuestOfThisVisit,
} from '../../../platform/browser/local-store.ts';
import { visitNow } from '../../../platform/http/read-cookie.ts';
import { ApiError, apiFetch } from '../../sessions/client/api-fetch.ts';
import { guestItems, staleMs } from './cart-state.ts';

// Signed in, the account owns the cart. The device keeps a copy and the last known server state: their difference is
// still to be sent, so offline changes are not lost.

const mostAtOnce = 100;

type Item = Cart[string]['items'][number];

const idOf = ({ schemeId }: Item): number | null => (/^[1-9]\d{0,8}$/.test(String(schemeId)) ? Number(schemeId) : null);
const idsOf = (of: Cart, key: string): number[] =>
  (Object.hasOwn(of, key) ? of[key]!.items : []).flatMap((item) => idOf(item) ?? []);

type Change = { profileId: number; save: number[]; remove: number[] };

function changesBetween(before: Cart, after: Cart): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)].filter((key) => /^[1-9]\d{0,8}$/.test(key)));
  return [...keys].flatMap((key) => {
    const [old, now] = [idsOf(before, key), idsOf(after, key)];
    const save = now.filter((id) => !old.includes(id));
    const remove = old.filter((id) => !now.includes(id));
    return save.length + remove.length > 0 ? [{ profileId: Number(key), save, remove }] : [];
  });
}

function applied(to: Cart, changes: Change[]): Cart {
  const whole = Object.assign(Object.create(null) as Cart, to);
  for (const { profileId, save, remove } of changes) {
    const items = (whole[profileId]?.items ?? []).filter((item) => !remove.includes(idOf(item) ?? 0));
    const known = items.map(idOf);
    const all = [...items, ...save.filter((id) => !known.includes(id)).map((schemeId) => ({ schemeId }))];
    if (all.length > 0) whole[profileId] = { items: all };
    else delete whole[profileId];
  }
  return whole;
}

function keepHere(whole: Cart): void {
  if (JSON.stringify(cart.read()) === JSON.stringify(whole)) return;
  cart.write(whole);
  cartStorage.write({ state: { cart: whole }, version: 0 });
}

const partsOf = ({ profileId, save, remove }: Change): Change[] =>
  Array.from({ length: Math.max(1, Math.ceil(Math.max(save.length, remove.length) / mostAtOnce)) }, (_, at) => {
    const part = (ids: number[]) => ids.slice(at * mostAtOnce, (at + 1) * mostAtOnce);
    return { profileId, save: part(save), remove: part(remove) };
  });

const readWhole = async () => (await apiFetch<{ data: Cart }>('/cart')).data;

async function send(changes: Change[]): Promise<Cart | null> {
  let whole: Cart | null = null;
  for (const body of changes.flatMap(partsOf))
    try {
      whole = (await apiFetch<{ data: Cart }>('/cart', { method: 'PATCH', body })).data;
    } catch (error) {
      // Rejected for good (profile gone, list full): the server's state replaces the local one.
      if (!(error instanceof ApiError) || ![400, 404, 409].includes(error.status)) throw error;
      whole = await readWhole();
    }
  return whole;
}

/** Items saved between sign-in and the choice of a profile go to that profile. */
function adoptGuestPart(profileId: number): void {
  const { [guest]: ofGuest, ...own }: Cart = cart.read();
  if (!ofGuest) return;
  keepHere(applied(own, [{ profileId, save: ofGuest.items.flatMap((item) => idOf(item) ?? []), remove: [] }]));
}

async function sync(userId: string, profileId: number): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const known = accountCart.read();
    if (known?.userId !== userId) return;
    adoptGuestPart(profileId);
    const local = cart.read();
    const changes = changesBetween(known.cart, local);
    if (changes.length === 0 && Date.now() - known.readAt < staleMs) return;
    const remote = (await send(changes)) ?? (await readWhole());
    // The user may have signed out while the request was under way.
    if (accountCart.read()?.userId !== userId) return;
    accountCart.write({ userId, cart: remote, readAt: Date.now() });
    keepHere(applied(remote, changesBetween(local, cart.read())));
  }
}

/**
 * Two-way sync of this device's cart with the account's. After a network failure the next change or page retries it.
 * @param profileId the selected profile
 */
export async function syncCart(userId: string, profileId: number): Promise<void> {
  const run = () => sync(userId, profileId).catch(() => undefined);
  await (navigator.locks ? navigator.locks.request('nagrik-cart', run) : run());
}

/**
 * Empties the cart once per sign-in. Items saved as a guest in this visit are offered; older ones may be another
 * person's.
 */
export function receiveCart(userId: string): void {
  if (accountCart.read()?.userId === userId) return;
  const persisted = cartStorage.read()?.state.cart;
  const saved = new Map(
    [...guestItems(cart.read()), ...guestItems(isCart(persisted) ? persisted : {})].map((item) => [
      String(item.schemeId),
      item,
    ]),
  );
  if (!isGuestOfThisVisit()) {
    forgetGuest();
    // Somebody else's.
    void forgetPages();
  } else if (saved.size > 0)
    cartBeforeSignIn.write({ userId, visit: visitNow(), cart: { [guest]: { items: [...saved.values()] } } });
  else cartBeforeSignIn.remove();
  guestVisit.remove();
  cart.remove();
  cartStorage.remove();
  accountCart.write({ userId, cart: {}, readAt: 0 });
}

/** Moves the offered items to the chosen profile. */
export function takeOffer(profileId: number): void {
  const offer = cartBeforeSignIn.read();
  if (!offer) return;
  const save = guestItems(offer.cart).flatMap((item) => idOf(item) ?? []);
  keepHere(applied(cart.read(), [{ profileId, save, remove: [] }]));
  refuseOffer();
}

export const refuseOffer = (): void => cartBeforeSignIn.remove();
