import { clocksOf } from '../../features/support/complaint-clocks.ts';
import { listTicketsOf, type Ticket } from '../../features/support/support.queries.server.ts';
import { findUser, identifiersOf } from '../../features/users/users.queries.server.ts';
import { positionOf, toListing } from '../../platform/wire/paging.ts';
import { type ModelOf, insistOnItems, needsViewer, personalLoader } from '../../platform/page/page-loader.server.ts';
import { threadPageSize } from '../community/list-parameters.ts';
import styles from './errands.module.css';
import { account } from '../../messages/account.ts';
import { errands } from '../../messages/errands.ts';
import { t } from '../../messages/messages.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { categoryOf } from '../studio/studio-complaints-view.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

type ComplaintState = keyof typeof errands.grievance.mine.states;
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

const path = '/profile/complaints';

const stateOf = (status: Ticket['status'], kind: Ticket['kind'], isAnswered: boolean): ComplaintState => {
  if (status === 'open') return 'open';
  if (!isAnswered) return 'unanswered';
  if (kind === 'contact') return 'answered';
  return status === 'closed' ? 'decided' : 'interim';
};

export const loader = personalLoader(async ({ services: { connection, clock }, url, viewer: sender }) => {
  const viewer = needsViewer(sender, url);
  const user = await findUser(connection.db, viewer.userId);
  const position = positionOf({ page: pageIn(url), pageSize: threadPageSize });
  const person = { userId: viewer.userId, identifiers: user ? identifiersOf(user) : [] };
  const { rows, total } = await listTicketsOf(connection.db, person, position);
  const items = rows.slice(0, position.pageSize).map(({ ticket, answers }) => ({
    id: ticket.id,
    kind: ticket.kind,
    state: stateOf(ticket.status, ticket.kind, answers.length > 0),
    subject: ticket.subject,
    about: ticket.about,
    text: ticket.body,
    at: ticket.createdAt.toISOString(),
    clocks: clocksOf(ticket, clock()).map(({ name, dueAt, doneAt, mark }) => ({
      name,
      dueAt: dueAt.toISOString(),
      doneAt: doneAt?.toISOString() ?? null,
      isLate: mark === 'overdue',
    })),
    answers: answers.map(({ body, isInterim, createdAt }) => ({ text: body, isInterim, at: createdAt.toISOString() })),
  }));
  const complaints = toListing(rows, position, { value: total, isCapped: false }, items, () => null);
  insistOnItems(complaints, position.page);
  return { model: { complaints } };
});

type Model = ModelOf<typeof loader>;

/** One's own complaints and messages to support, newest first, with their legal clocks and the answers. */
function MyComplaintsView({ complaints }: Model) {
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

export default servedPage(MyComplaintsView, styles.errand);
