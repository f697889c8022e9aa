import { Icon } from '../../ui/icon.tsx';
import { LinkedSites } from '../../ui/linked-sites.tsx';
import { letters } from '../../messages/letters.ts';
import type { Reminded } from '../../features/letters/letter-reminder.server.ts';
import type { ProcedureId } from '../../features/letters/letters.contract.ts';
import type { LetterLanguage, Procedure } from '../../features/letters/procedure.ts';
import type { Finished } from '../../features/letters/write-letter.ts';
import { procedures } from '../../features/letters/procedures.ts';
import { formatDay, reminderDay } from '../../features/letters/due-day.ts';
import { taskField, type Typed } from './letter-form.tsx';
import { Helplines } from './letter-parts.tsx';
import { translated } from '../../messages/catalogue.ts';
import styles from './letters.module.css';

export type Reminder = Reminded | 'offered' | 'signed-out';
export type FinishedModel = {
  finished: Finished;
  lang: LetterLanguage;
  typed: Typed;
  reminder: Reminder;
};
type Props = FinishedModel & { procedure: Procedure };

export function FinishedLetter({ procedure, finished, lang, typed, reminder }: Props) {
  const { letter } = finished;
  return (
    <>
      <section className={`box stack ${styles.result}`} aria-labelledby="ready">
        <h1 id="ready">{letters.ready}</h1>
        <div className={styles.acts}>
          <button type="button" className="btn" data-act="print">
            <Icon name="print" />
            {letters.print}
          </button>
          <button
            type="button"
            className="btn ghost"
            data-act="copy-text"
            data-from="letter"
            data-done={letters.copied}
          >
            <Icon name="papers" />
            {letters.copy}
          </button>
          {/* The application's own scheme: the text of the letter is never part of a web address. */}
          <a className="btn ghost" href={`whatsapp://send?text=${encodeURIComponent(letter)}`}>
            <Icon name="chat" />
            {letters.whatsApp}
          </a>
        </div>
        <p className="small soft">{letters.printHint}</p>
        <div className={styles.sheet} id="letter" lang={lang} data-letter="">
          {letter}
        </div>
      </section>
      <Facts procedure={procedure} finished={finished} />
      <Due procedure={procedure} finished={finished} lang={lang} typed={typed} reminder={reminder} />
      <NextStep procedure={procedure} finished={finished} lang={lang} />
    </>
  );
}

function Facts({ procedure, finished: { plan } }: Pick<Props, 'procedure' | 'finished'>) {
  return (
    <section className="stack">
      <dl className={styles.facts}>
        <div>
          <dt>{letters.office}</dt>
          <dd className={styles.lines}>{translated(plan.office)}</dd>
        </div>
        <div>
          <dt>{letters.fee}</dt>
          <dd>{translated(plan.fee.note)}</dd>
        </div>
        <div>
          <dt>{letters.enclosures}</dt>
          <dd>
            <ul>
              {plan.enclosures.map((one) => (
                <li key={one.en}>{translated(one)}</li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt>{letters.howToSend}</dt>
          <dd>
            <ul>
              {procedure.howToSend.map((one) => (
                <li key={one.en}>
                  <LinkedSites text={translated(one)} />
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Due({ procedure, finished, lang, typed, reminder }: Props) {
  const { dueOn, plan, counted } = finished;
  return (
    <section className="box stack" aria-labelledby="due">
      <h2 id="due">
        {dueOn ? (
          <>
            {letters.due} <time dateTime={dueOn}>{formatDay(dueOn)}</time>
          </>
        ) : (
          letters.notDue
        )}
      </h2>
      {plan.due && <p>{letters.dueLaw(translated(plan.due.period.law))}</p>}
      {plan.notes.map((note) => (
        <p key={note.en}>{translated(note)}</p>
      ))}
      {counted.map((sentence) => (
        <p key={sentence} className="small soft">
          {sentence}
        </p>
      ))}
      {dueOn && (
        <>
          <p>
            <a
              className="btn ghost"
              href={`/api/letters/${procedure.id}/due.ics?on=${dueOn}&lang=${lang}`}
              download={`${procedure.id}-${dueOn}.ics`}
            >
              <Icon name="clock" />
              {letters.calendar}
            </a>
          </p>
          <RemindMe day={reminderDay(dueOn)} typed={typed} lang={lang} reminder={reminder} />
        </>
      )}
    </section>
  );
}

function RemindMe({ day, typed, lang, reminder }: Pick<Props, 'typed' | 'lang' | 'reminder'> & { day: string }) {
  if (reminder === 'queued') return <p role="status">{letters.reminded(formatDay(day))}</p>;
  if (reminder === 'many') return <p role="status">{letters.remindedMany}</p>;
  if (reminder === 'past') return <p role="status">{letters.remindedPast(formatDay(day))}</p>;
  if (reminder !== 'offered') return <p className="small soft">{letters.remindSignIn}</p>;
  return (
    <form method="post" className="stack">
      <h3>{letters.remindTitle}</h3>
      <p className="small soft">{letters.remindNote(formatDay(day))}</p>
      <Hidden fields={{ ...typed, lang }} />
      <button className="btn ghost" name={taskField} value="remind">
        <Icon name="mail" />
        {letters.remind}
      </button>
    </form>
  );
}

const Hidden = ({ fields }: { fields: Typed }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

function NextStep({ procedure, finished: { plan, next }, lang }: Pick<Props, 'procedure' | 'finished' | 'lang'>) {
  const following = plan.next;
  const title = following && translated(procedures[following.procedure].title);
  const hasHelpline = procedure.helpline !== 'legal-aid';
  return (
    <section className="stack">
      <h2>{letters.next}</h2>
      {following && title ? (
        <>
          <p>{next ? letters.nextFrom(title, formatDay(next.from)) : letters.nextWhen(title)}</p>
          <div className={styles.acts}>
            <Begin to={following.procedure} lang={lang} fields={{ ...following.carry, ...following.noAnswer }}>
              {letters.noAnswer}
            </Begin>
            <Begin to={following.procedure} lang={lang} fields={{ ...following.carry, ...following.refused }}>
              {letters.refused}
            </Begin>
          </div>
          <p className="small soft">{letters.nextNote}</p>
        </>
      ) : (
        <p>{letters.noNext}</p>
      )}
      {(hasHelpline || plan.isOnCpgrams) && <h3>{letters.alsoThen}</h3>}
      {plan.isOnCpgrams && (
        <p>
          {letters.cpgrams}{' '}
          <a href="https://pgportal.gov.in/" rel="noopener">
            pgportal.gov.in
          </a>
        </p>
      )}
      {hasHelpline && <Helplines subject={procedure.helpline} />}
    </section>
  );
}

type BeginProps = { to: ProcedureId; lang: LetterLanguage; fields: Typed; children: string };

/** Carries the facts over in the body of a form: they are never stored, nor part of an address. */
const Begin = ({ to, lang, fields, children }: BeginProps) => (
  <form method="post" action={`/letters/${to}`}>
    <Hidden fields={{ ...fields, lang }} />
    <button className="btn ghost" name={taskField} value="begin">
      {children}
    </button>
  </form>
);
