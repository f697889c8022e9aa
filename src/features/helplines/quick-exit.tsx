import { t } from '../../messages/messages.ts';
import { Island } from '../../ui/island.tsx';
import styles from './quick-exit.module.css';

// A page that nobody wonders about.
const elsewhere = 'https://mausam.imd.gov.in/';

/** On a page about violence, whose reader may be watched. Without script this page stays in the history. */
export function QuickExit() {
  return (
    <Island name="exit" when="now" className={styles.exit}>
      <a className="btn" data-act="exit" href={elsewhere} rel="noreferrer nofollow">
        {t.helplines.leave}
      </a>
    </Island>
  );
}
