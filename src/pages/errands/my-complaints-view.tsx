import { account } from '../../messages/account.ts';
import { errands } from '../../messages/errands.ts';
import { t } from '../../messages/messages.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './errands.module.css';
import { categoryOf } from '../studio/studio-complaints-view.tsx';

export type ComplaintState = keyof typeof errands.grievance.mine.states;
type Clock = { name: 'acknowledge' | 'decide'; dueAt: string; doneAt: string | null; isLate: boolean };
type Complaint = {
  id: number;
  kind: 'contact' | 'grievance';
  state: ComplaintState;
  /** A subject, or a grievance's category. */
  subject: string;
  about: string | null;
  text: string;
  at: string;
  clocks: Clock[];
  answers: { text: string; isInterim: boolean; at: string }[];
};
export type MyComplaintsModel = { complaints: Listing<Complaint> };

const path = '/profile/complaints';

/** One's own complaints and messages to support, newest first, with their legal clocks and the answers. */
export function MyComplaintsView({ complaints }: MyComplaintsModel) {
  const { mine } = errands.grievance;
  return (
    <div className="wrap">
      <PageHead title={t.site.titleOf(mine.title)} description={mine.describe} path={path} isUnlisted />
      <div className="intro ask">
        <h1>{mine.title}</h1>
        <div className="acts">
          <a className="btn ghost" href="/profile">
            {account.yourAccount}
          </a>
          <WaysToWrite />
        </div>
      </div>
      {complaints.data.length === 0 ? (
        <Empty icon="ask" title={mine.none} note={mine.noneNote} />
      ) : (
        <div className="stack intro">
          {complaints.data.map((complaint) => (
            <OneComplaint key={complaint.id} {...complaint} />
          ))}
          <p className="soft small">{mine.kept}</p>
        </div>
      )}
      <Pager {...complaints} hrefOf={(page) => addressWith(path, { page })} />
    </div>
  );
}

const WaysToWrite = () => (
  <>
    <a className="btn ghost" href="/grievance#complain">
      {errands.grievance.form}
    </a>
    <a className="btn ghost" href="/contact">
      {errands.contact.title}
    </a>
  </>
);

function OneComplaint({ id, kind, state, subject, about, text, at, clocks, answers }: Complaint) {
  const { mine } = errands.grievance;
  const title = categoryOf({ kind, category: subject });
  const facts: [string, string][] = [
    [mine.state, mine.states[state]],
    [mine.sentOn, formatMoment(at)],
    ...clocks.map((clock): [string, string] => [mine.clocks[clock.name], whenOf(clock)]),
    ...(about === null ? [] : [[mine.about, about] as [string, string]]),
  ];
  return (
    <article className="box stack" id={`number-${id}`} aria-labelledby={`title-${id}`}>
      <h2 id={`title-${id}`} className="small">
        {mine.numbered[kind](id)}: <span lang={langOf(title)}>{title}</span>
      </h2>
      <dl className="ledger facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {answers.map((answer) => (
        <section key={answer.at}>
          <h3 className="small">
            {answer.isInterim ? mine.answers.interim : mine.answers.final}, {formatMoment(answer.at)}
          </h3>
          <Written text={answer.text} />
        </section>
      ))}
      <details className="fold">
        <summary>{mine.yours}</summary>
        <Written text={text} />
      </details>
    </article>
  );
}

const whenOf = ({ dueAt, doneAt, isLate }: Clock): string => {
  const { mine } = errands.grievance;
  if (doneAt !== null) return formatMoment(doneAt);
  return isLate ? mine.late(formatMoment(dueAt)) : mine.due(formatMoment(dueAt));
};

/** Plain text as it was written, line by line. */
const Written = ({ text }: { text: string }) => (
  <p className={styles.written} lang={langOf(text)}>
    {text}
  </p>
);
