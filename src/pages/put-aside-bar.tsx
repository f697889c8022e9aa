import { useSyncExternalStore } from 'react';
import { bringCartBack, countItems, leaveCartAside } from '../features/profiles/client/put-aside.ts';
import { visitor } from '../messages/visitor.ts';
import { cartBeforeSignIn, selectedProfile } from '../platform/local-store.ts';
import { showToast } from '../ui/toast.tsx';
import styles from './put-aside-bar.module.css';

/** A sign-in empties the cart; one tap brings it back. */
export function PutAsideBar() {
  const before = useSyncExternalStore(cartBeforeSignIn.subscribe, cartBeforeSignIn.read);
  const items = before ? countItems(before.cart) : 0;
  if (items === 0) return null;
  const bringBack = () => {
    bringCartBack(selectedProfile.read()?.id ?? null);
    showToast({ title: visitor.broughtBack });
  };
  return (
    <aside className="consent" aria-label={visitor.bringBack}>
      <div className="wrap stack">
        <p>{visitor.putAside(items)}</p>
        <div className="acts">
          <button type="button" className={`btn ${styles.act}`} onClick={bringBack}>
            {visitor.bringBack}
          </button>
          <button type="button" className={`btn ghost ${styles.act}`} onClick={leaveCartAside}>
            {visitor.leave}
          </button>
        </div>
      </div>
    </aside>
  );
}
