import { readCart } from '../features/schemes/client/cart-store.ts';
import { addressesOf } from '../pages/errands/saved-schemes.ts';
import { islands } from './islands.ts';
import { keepOffline } from './keep-offline.ts';
import { prefixOf } from './prefix-of.ts';

/** The list of what was saved opens without a connection, though it was never opened with one. */
export async function keepList(): Promise<void> {
  // What the list loads is kept with it: it is loaded here, and not started.
  if (!(await globalThis.caches?.match(`${prefixOf(location.pathname)}/cart`)))
    await Promise.all([islands.cart!(), import('../pages/errands/saved-pages-list.tsx')]);
  const ids = Object.values(readCart()).flatMap(({ items }) => items.map(({ schemeId }) => Number(schemeId)));
  await keepOffline('/cart', addressesOf([...new Set(ids)].filter(Number.isInteger)));
}
