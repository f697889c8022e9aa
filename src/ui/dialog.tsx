import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { Sign } from './sign.tsx';
import { Toasts } from './toast.tsx';

type Props = {
  /** Of the heading's element inside. */
  labelledBy: string;
  /** The close button and Escape; the browser keeps the focus inside and gives it back. */
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
};

/** A window over the page: in the browser only, mounted while it is open. What has `data-first` inside gets the focus. */
export function Dialog({ labelledBy, onClose, closeLabel, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => dialog.close();
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    // Of this dialog, not of a file picker inside.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={ref} className={`modal ${styles.window}`} aria-labelledby={labelledBy} onCancel={onCancel}>
      <button type="button" className="tool" aria-label={closeLabel} onClick={onClose}>
        <Sign name="cross" />
      </button>
      {children}
      <Toasts />
    </dialog>
  );
}
