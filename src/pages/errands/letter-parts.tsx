import { groupedNumber, helplinesFor, type HelplineSubject } from '../../features/helplines/helplines.ts';
import { HelplinesCheck } from '../../features/helplines/overdue-helplines.tsx';
import { letters } from '../../messages/letters.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './letters.module.css';

/** Free legal aid of the National Legal Services Authority. */
export function NoAdvice() {
  const legalAid = helplinesFor('legal-aid')[0]!;
  return (
    <aside className={styles.aid} aria-label={letters.noAdvice}>
      <p>
        <b>{letters.noAdvice}</b> {letters.kept}
      </p>
      <a className="btn ghost" href={`tel:${legalAid.number}`}>
        <Icon name="phone" />
        {letters.legalAid(legalAid.number)}
      </a>
    </aside>
  );
}

/** The helplines of the letter's subject. */
export function WhoHelps({ subject }: { subject: HelplineSubject }) {
  const helplines = helplinesFor(subject);
  return (
    <section className="stack">
      <h2>{letters.help}</h2>
      <ul className={styles.help}>
        {helplines.map(({ number, name, note }) => (
          <li key={number}>
            <a className="btn ghost" href={`tel:${number}`}>
              <Icon name="phone" />
              {groupedNumber(number)}
            </a>
            <span>
              <b>{name}</b> <small>{note}</small>
            </span>
          </li>
        ))}
      </ul>
      <HelplinesCheck numbers={helplines.map(({ number }) => number)} />
    </section>
  );
}
