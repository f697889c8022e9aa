import { useSyncExternalStore } from 'react';
import { refuseOffer, takeOffer } from '../../features/profiles/client/account-cart.ts';
import { countOffered } from '../../features/profiles/client/cart-state.ts';
import { savedOffer as words } from '../../messages/visitor-parts.ts';
import { cartBeforeSignIn, selectedProfile } from '../../platform/browser/local-store.ts';
import { Changing } from '../../ui/changing.tsx';
import { briefMs, showToast } from '../../ui/show-toast.ts';
import styles from './saved-offer.module.css';

/** Opt-in: a guest's cart is merged into the account only after a yes. */
export function SavedOffer({ userId }: { userId: string }) {
  const count = useSyncExternalStore(cartBeforeSignIn.subscribe, () => countOffered(userId));
  if (count === 0) return null;
  const add = () => {
    const profile = selectedProfile.read();
    if (!profile) return;
    takeOffer(profile.id);
    showToast([words.added], 'toast', briefMs);
  };
  return (
    <aside className="consent" aria-label={words.heading}>
      <div className="wrap">
        <p>
          <Changing text={words.addSaved(count)} />
        </p>
        <div className="acts">
          <button type="button" className={`btn ${styles.act}`} onClick={add}>
            {words.add}
          </button>
          <button type="button" className={`btn ghost ${styles.act}`} onClick={refuseOffer}>
            {words.no}
          </button>
        </div>
      </div>
    </aside>
  );
}
