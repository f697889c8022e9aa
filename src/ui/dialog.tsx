import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { Sign } from './sign.tsx';

type Props = {
  /** Id of the heading inside the dialog. */
  labelledBy: string;
  /** Called for the close button and Escape. The browser traps the focus and restores it on close. */
  onClose: () => void;
  closeLabel: string;
  children: ReactNode;
};

/** A modal dialog, browser only; mount it to open. The element with `data-first` gets the initial focus. */
export function Dialog({ labelledBy, onClose, closeLabel, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    const liveRegion = document.getElementById('said');
    if (liveRegion) dialog.append(liveRegion);
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      if (liveRegion) document.body.append(liveRegion);
      dialog.close();
    };
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    // `cancel` events of a file input inside bubble up to here.
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
    </dialog>
  );
}
