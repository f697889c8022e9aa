const toastMs = 3_000;

export type Toast = { title: string; text?: string; tone?: 'good' | 'warn' };
type Shown = Toast & { id: number };
// The last outlet wins: behind a modal dialog the page is inert, and its live regions are not announced.
type Show = { toasts: Shown[]; outlets: string[] };

let show: Show = { toasts: [], outlets: [] };
let lastId = 0;
const listeners = new Set<() => void>();

/** Updates the store and notifies subscribers. */
export function change(next: Partial<Show>): void {
  show = { ...show, ...next };
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a toast for three seconds (polite live region). Never for what needs an action: it may vanish unread. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const id = lastId;
  change({ toasts: [...show.toasts, { tone: 'good', ...toast, id }] });
  setTimeout(() => change({ toasts: show.toasts.filter((one) => one.id !== id) }), toastMs);
}

export const shownToasts = (): Show => show;
