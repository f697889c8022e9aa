import { errands } from '../../messages/errands.ts';
import styles from './errands.module.css';

/** Honeypot, hidden from sight, from the focus order and from screen readers; robots fill it in. */
export function Trap() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        {errands.contact.trap}
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
