import { listAsideSchemes, listSchemeNames } from '../features/schemes/schemes.queries.server.ts';
import { cart as words } from '../messages/schemes.ts';
import { pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import '../ui/finder.css';
import { ServerOnly } from '../ui/server-only.tsx';
import { CartList } from './cart-list.tsx';
import { type CartModel, CartView } from './cart-view.tsx';
import { WithModel } from './served-page.tsx';

type SentHere = Sent & { ids: number[]; problem?: string };

const mostListed = 300;
const mostChosen = 50;

export const loader = personalLoader<SentHere>(
  async ({
    services: {
      connection: { db },
      config,
    },
    sent,
  }) => {
    const [chosen, all] = await Promise.all([listAsideSchemes(db, sent?.ids ?? []), listSchemeNames(db, mostListed)]);
    return {
      model: {
        chosen,
        all,
        problem: sent?.problem ?? null,
        address: `${config.publicOrigin}/cart`,
      } satisfies CartModel,
    };
  },
);

/** Without script: one list of papers for the schemes ticked, for one visit. */
export const action = pageAction<SentHere>(async ({ form }) => {
  const ids = [
    ...new Set(
      form
        .getAll('scheme')
        .filter((text) => /^[1-9]\d{0,8}$/.test(text))
        .map(Number),
    ),
  ].slice(0, mostChosen);
  return ids.length === 0 ? { status: 400, ids, problem: words.chooseOne } : { ids };
});

export default function CartPage() {
  return (
    <main id="main" className="wrap cart">
      <ServerOnly as="div">{import.meta.env.SSR && <WithModel view={CartView} />}</ServerOnly>
      <CartList />
    </main>
  );
}
