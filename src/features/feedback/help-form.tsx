import { feedback as words } from '../../messages/feedback.ts';
import styles from './help-form.module.css';

/** 'Did this help?' under a piece: two buttons that work without script. @param about the piece's path */
export function HelpForm({ about }: { about: string }) {
  return (
    <form className={`share ${styles.form}`} method="post" action="/helped" aria-labelledby="did-help">
      <b id="did-help">{words.question}</b>
      <input type="hidden" name="about" value={about} />
      <button className="btn ghost" name="answer" value="yes">
        {words.yes}
      </button>
      <button className="btn ghost" name="answer" value="no">
        {words.no}
      </button>
    </form>
  );
}
