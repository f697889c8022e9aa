import { useSyncExternalStore } from 'react';
import { countOffered, refuseOffer, takeOffer } from '../features/profiles/client/account-cart.ts';
import { visitor } from '../messages/visitor.ts';
import { cartBeforeSignIn, selectedProfile } from '../platform/local-store.ts';
import { Changing } from '../ui/changing.tsx';
import { showToast } from '../ui/show-toast.ts';
import styles from './saved-offer.module.css';

/** Opt-in: a guest's cart is merged into the account only after a yes. */
export function SavedOffer({ userId }: { userId: string }) {
  const count = useSyncExternalStore(cartBeforeSignIn.subscribe, () => countOffered(userId));
  if (count === 0) return null;
  const add = () => {
    const profile = selectedProfile.read();
    if (!profile) return;
    takeOffer(profile.id);
    showToast({ title: visitor.added });
  };
  return (
    <aside className="consent" aria-label={visitor.offer}>
      <div className="wrap">
        <p>
          <Changing text={visitor.addSaved(count)} />
        </p>
        <div className="acts">
          <button type="button" className={`btn ${styles.act}`} onClick={add}>
            {visitor.add}
          </button>
          <button type="button" className={`btn ghost ${styles.act}`} onClick={refuseOffer}>
            {visitor.no}
          </button>
        </div>
      </div>
    </aside>
  );
}
