import { ForWhom } from '../../features/profiles/for-whom.tsx';
import { listSavedSchemes, listSchemeNames } from '../../features/schemes/schemes.queries.server.ts';
import { cart as words } from '../../messages/cart.ts';
import { pageAction, personalLoader, type VisitArgs, type Sent } from '../../platform/page/page-loader.server.ts';
import { useServerData } from '../../platform/page/page-context.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import '../../features/schemes/schemes.css';
import { Island } from '../../ui/island.tsx';
import { type CartModel, CartView } from './cart-view.tsx';
import { numbersOf } from '../page-in.ts';

type SentHere = Sent & { ids: number[]; problem?: string };

const mostListed = 300;
const mostChosen = 50;

export const loader = personalLoader(async ({ services, sent }: VisitArgs<SentHere>) => {
  const { config } = services;
  const { db } = services.connection;
  const [chosen, all] = await Promise.all([listSavedSchemes(db, sent?.ids ?? []), listSchemeNames(db, mostListed)]);
  return {
    model: {
      chosen,
      all,
      problem: sent?.problem ?? null,
      address: config.publicOrigin + addressHere('/cart'),
    } satisfies CartModel,
  };
});

/** No-script fallback: one list of documents for the ticked schemes; nothing is stored. */
export const action = pageAction<SentHere>(async ({ form }) => {
  const ids = numbersOf(form.getAll('scheme')).slice(0, mostChosen);
  return ids.length === 0 ? { status: 400, ids, problem: words.chooseOne } : { ids };
});

export default function CartPage() {
  return (
    <main id="main" className="wrap cart">
      <div>
        <CartView {...useServerData<CartModel>()} />
        <ForWhom />
        <Island name="changes" when="now" props={{ isFinder: false }} />
      </div>
      <Island name="cart" when="now" />
    </main>
  );
}
