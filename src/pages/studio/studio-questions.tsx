import { clocks } from '../../features/studio/desks/questions.contract.ts';
import { questionRoles, readOpenQuestions } from '../../features/studio/desks/questions.server.ts';
import { unanswered as words } from '../../messages/unanswered.ts';
import { stateName } from '../../messages/places.ts';
import type { ModelOf } from '../../platform/page/page-loader.server.ts';
import { formatDate, formatTime, langOf } from '../../ui/format.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { choiceIn, pageIn } from '../page-in.ts';
import { DeskHead, deskPage, Links } from './studio-parts.tsx';
import { deskLoader } from './studio-staff.server.ts';

const questionsPath = '/studio/questions';
const marks = { late: 'overdue', due: 'half', early: 'early' } as const;

export const loader = deskLoader(questionRoles, async ({ services, url }) => {
  const clock = choiceIn(url, 'clock', clocks);
  return {
    clock,
    ...(await readOpenQuestions(services, { clock: clock ?? undefined, page: pageIn(url), pageSize: 30 })),
  };
});

type Model = ModelOf<typeof loader>;

/** What nobody has answered: the button opens the question with an answer begun from the nearest piece. */
function StudioQuestionsView({ nav, clock, ...list }: Model) {
  return (
    <>
      <DeskHead nav={nav} path={questionsPath} title={words.title} description={words.note} />
      <p className="soft">{words.note}</p>
      <Links
        label={words.which}
        links={([null, ...clocks] as const).map((one) => ({
          href: addressWith(questionsPath, { clock: one }),
          text: one === null ? words.all : words.clocks[one],
          isHere: one === clock,
        }))}
      />
      {list.data.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="studio-list">
        {list.data.map((question) => (
          <li key={question.id}>
            <a href={question.canonicalUrl} lang={langOf(question.title ?? '')}>
              {question.title}
            </a>
            <span className="studio-meta">
              <span className="studio-clock" data-mark={marks[question.clock]}>
                <b>{words.clocks[question.clock]} </b>
                {words.asked(`${formatDate(question.createdAt)}, ${formatTime(question.createdAt)}`)}
              </span>
              {question.categories[0] && <span>{question.categories[0].displayName}</span>}
              {question.state && <span>{stateName(question.state)}</span>}
            </span>
            <form method="post" action={`${question.canonicalUrl}#answer`}>
              <input type="hidden" name="intent" value="answer" />
              <button className="chip" name="do" value="begin" aria-label={words.beginOf(question.title ?? '')}>
                {words.begin}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <Pager {...list} hrefOf={(page) => addressWith(questionsPath, { clock, page })} />
    </>
  );
}

export default deskPage(StudioQuestionsView);
