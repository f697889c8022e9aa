import { groupedNumber, helplinesFor, type HelplineSubject } from '../../features/helplines/helplines.ts';
import { helplineList } from '../../features/helplines/helpline-list.ts';
import { HelplinesCheck } from '../../features/helplines/overdue-helplines.tsx';
import { letters } from '../../messages/letters.ts';
import { hostOf } from '../../ui/format.ts';
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

/** Of the letter's subject, each with the official page where its office takes complaints or prints the number. */
export function Helplines({ subject }: { subject: HelplineSubject }) {
  const helplines = helplinesFor(subject);
  return (
    <>
      <ul className={styles.help}>
        {helplines.map(({ number, name, note }) => (
          <li key={number}>
            <a className="btn ghost" href={`tel:${number}`}>
              <Icon name="phone" />
              {groupedNumber(number)}
            </a>
            <span>
              <b>{name}</b> <small>{note}</small> <OfficialPage number={number} />
            </span>
          </li>
        ))}
      </ul>
      <HelplinesCheck numbers={helplines.map(({ number }) => number)} />
    </>
  );
}

function OfficialPage({ number }: { number: string }) {
  const { source } = helplineList.find((line) => line.number === number)!;
  return (
    <a href={source} rel="noopener">
      {hostOf(source)}
    </a>
  );
}

export const WhoHelps = ({ subject }: { subject: HelplineSubject }) => (
  <section className="stack">
    <h2>{letters.help}</h2>
    <Helplines subject={subject} />
  </section>
);
