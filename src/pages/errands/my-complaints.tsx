import { clocksOf } from '../../features/support/complaint-clocks.ts';
import { listTicketsOf, type Ticket } from '../../features/support/support.queries.server.ts';
import { findUser, identifiersOf } from '../../features/users/users.queries.server.ts';
import { positionOf, toListing } from '../../platform/wire/paging.ts';
import { insistOnItems, needsViewer, personalLoader } from '../../platform/page/page-loader.server.ts';
import { threadPageSize } from '../community/list-parameters.ts';
import styles from './errands.module.css';
import { type ComplaintState, type MyComplaintsModel, MyComplaintsView } from './my-complaints-view.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

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
  return { model: { complaints } satisfies MyComplaintsModel };
});

export default servedPage(MyComplaintsView, styles.errand);
