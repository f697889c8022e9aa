import { useEffect, useId, useSyncExternalStore } from 'react';
import { Sign } from './sign.tsx';
import { change, shownToasts, subscribe } from './show-toast.ts';
import styles from './toast.module.css';

/** Outlet for toasts: one in the page, one in each open dialog. */
export function Toasts() {
  const id = useId();
  const { toasts, outlets } = useSyncExternalStore(subscribe, shownToasts, shownToasts);
  useEffect(() => {
    change({ outlets: [...shownToasts().outlets, id] });
    return () => change({ outlets: shownToasts().outlets.filter((outlet) => outlet !== id) });
  }, [id]);
  return (
    <div className={styles.toasts} role="status">
      {outlets.at(-1) === id &&
        toasts.map((toast) => (
          <div key={toast.id} className={`call ${toast.tone} ${styles.toast}`}>
            <Sign name={toast.tone === 'warn' ? 'alert' : 'tick'} />
            <b>{toast.title}</b>
            {toast.text && <p>{toast.text}</p>}
          </div>
        ))}
    </div>
  );
}
