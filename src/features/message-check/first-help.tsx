import { check } from '../../messages/check.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './first-help.module.css';

/** Whether a piece or a list is in the category of scams. */
export const isAboutScams = ({ categories }: { categories: { name: string }[] }): boolean =>
  categories.some(({ name }) => /^scams/i.test(name));

/** First on a page about scams: somebody whose money is being taken has no time to read. */
export function FirstHelp() {
  return (
    <section className={`over ${styles.help}`} aria-labelledby="first-help" data-first-help="" data-help="">
      <div>
        <h2 id="first-help">{check.moneyGone}</h2>
        <p>{check.callNow}</p>
      </div>
      <a className="btn" href="tel:1930">
        <Icon name="phone" />
        {check.call1930}
      </a>
    </section>
  );
}
