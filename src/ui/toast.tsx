import { useEffect, useId, useSyncExternalStore } from 'react';
import { Sign } from './sign.tsx';
import styles from './toast.module.css';

export const toastMs = 3_000;

export type Toast = { title: string; text?: string; tone?: 'good' | 'warn' };
type Shown = Toast & { id: number };
// The last outlet shows them: behind an open window the page is inert, and nothing in it is read out.
type Show = { toasts: Shown[]; outlets: string[] };

let show: Show = { toasts: [], outlets: [] };
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Partial<Show>): void {
  show = { ...show, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Three seconds, read out politely. Never for what somebody must act on. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const id = lastId;
  change({ toasts: [...show.toasts, { tone: 'good', ...toast, id }] });
  setTimeout(() => change({ toasts: show.toasts.filter((one) => one.id !== id) }), toastMs);
}

/** Where toasts appear: one on the page, one in each open window. */
export function Toasts() {
  const id = useId();
  const { toasts, outlets } = useSyncExternalStore(
    subscribe,
    () => show,
    () => show,
  );
  useEffect(() => {
    change({ outlets: [...show.outlets, id] });
    return () => change({ outlets: show.outlets.filter((outlet) => outlet !== id) });
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
