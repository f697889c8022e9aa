import { redirect } from 'react-router';
import { mapCategories } from '../../features/categories/categories.queries.server.ts';
import { listOfficeHours, listThoseVouchedFor } from '../../features/communities/office-hours.queries.server.ts';
import { endOfficeHour, setOfficeHour } from '../../features/studio/desks/office-hours.server.ts';
import { clocks, officeHourInput } from '../../features/studio/desks/questions.contract.ts';
import { questionRoles, readOpenQuestions } from '../../features/studio/desks/questions.server.ts';
import { hasOne, publishers } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { refusalOf } from '../../platform/http/api.server.ts';
import { detailText } from '../../platform/wire/errors.ts';
import { Field, FieldError, Labelled } from '../../ui/field.tsx';
import { Options } from '../../ui/options.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { unanswered as words } from '../../messages/unanswered.ts';
import { stateName } from '../../messages/places.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { formatDate, formatTime, langOf } from '../../ui/format.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { choiceIn, numberIn, pageIn } from '../page-in.ts';
import { DeskHead, deskPage, Done, End, Links } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';

const questionsPath = '/studio/questions';
const marks = { late: 'overdue', due: 'half', early: 'early' } as const;

type Typed = Record<'helperId' | 'categoryId' | 'startsAt' | 'endsAt', string>;
type SentHere = Sent & { problem: string; typed: Typed };

const typedIn = (form: URLSearchParams): Typed => {
  const read = (name: string) => (form.get(name) ?? '').slice(0, 40);
  return {
    helperId: read('helperId'),
    categoryId: read('categoryId'),
    startsAt: read('startsAt'),
    endsAt: read('endsAt'),
  };
};

export const loader = deskLoader(questionRoles, async ({ services, url, actor, sent }: DeskArgs<SentHere>) => {
  const { db } = services.connection;
  const clock = choiceIn(url, 'clock', clocks);
  const canSet = hasOne(actor, publishers);
  return {
    clock,
    hours: await listOfficeHours(db, services.clock()),
    choices: canSet
      ? {
          people: (await listThoseVouchedFor(db)).map(({ id, displayName, mark }) => ({
            id,
            name: [displayName, mark?.words].filter(Boolean).join(', '),
          })),
          categories: [...(await mapCategories(db)).values()].map(({ id, displayName }) => ({ id, displayName })),
        }
      : null,
    problem: sent?.problem ?? null,
    typed: sent?.typed ?? null,
    isDone: url.searchParams.has('done') && !sent,
    ...(await readOpenQuestions(services, { clock: clock ?? undefined, page: pageIn(url), pageSize: 30 })),
  };
});

type Model = ModelOf<typeof loader>;

/** Sets an office hour, and calls one off. */
export const action = deskAction<SentHere>(publishers, {
  typed: ['helperId', 'categoryId', 'startsAt', 'endsAt'],
  comeBack: (form) => ({ problem: account.again.back, typed: typedIn(form) }),
  async act({ services, actor, form }) {
    const ending = numberIn(form.get('end'));
    const typed = typedIn(form);
    try {
      if (ending !== null) await endOfficeHour(services, actor, ending);
      else {
        const input = officeHourInput.safeParse({ ...typed, categoryId: Number(typed.categoryId) });
        if (!input.success) throw refusalOf(input.error);
        await setOfficeHour(services, actor, input.data);
      }
      return redirect(`${questionsPath}?done#hours`, 303);
    } catch (error) {
      return onRefusal([400, 404, 409], ({ status, message, details }) => ({
        status,
        problem: details?.[0] ? detailText(details[0]) : message,
        typed,
      }))(error);
    }
  },
});

/** What nobody has answered: the button opens the question with an answer begun from the nearest piece. */
function StudioQuestionsView({ nav, clock, hours, choices, problem, typed, isDone, ...list }: Model) {
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
            <form method="post" action={question.canonicalUrl}>
              <input type="hidden" name="intent" value="answer" />
              <button className="chip" name="do" value="begin" aria-label={words.beginOf(question.title ?? '')}>
                {words.begin}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <Pager {...list} hrefOf={(page) => addressWith(questionsPath, { clock, page })} />
      <Hours {...{ hours, choices, problem, typed, isDone }} />
    </>
  );
}

function Hours({
  hours,
  choices,
  problem,
  typed,
  isDone,
}: Pick<Model, 'hours' | 'choices' | 'problem' | 'typed' | 'isDone'>) {
  return (
    <section id="hours">
      <SectionHead title={words.hours} />
      <p className="soft">{words.hoursNote}</p>
      {isDone && <Done>{words.hourDone}</Done>}
      {hours.length === 0 && <p className="soft">{words.noHours}</p>}
      <ul className="studio-list">
        {hours.map(({ id, helper, category, startsAt, endsAt }) => (
          <li key={id}>
            <a href={addressWith('/community', { filter: 'gathered', category: category.id })}>
              {words.hour(
                helper.displayName,
                category.displayName,
                formatDate(startsAt),
                formatTime(startsAt),
                formatTime(endsAt),
              )}
            </a>
            {choices && (
              <End name="end" value={id} text={words.hourEnd} of={`${helper.displayName}, ${category.displayName}`} />
            )}
          </li>
        ))}
      </ul>
      {choices && (
        <form className="form" method="post" action={`${questionsPath}#hours`} noValidate>
          <WrittenBy />
          {problem && (
            <FieldError id="hour-problem" isFocused>
              {problem}
            </FieldError>
          )}
          <Labelled id="hour-helper" label={words.hourHelper}>
            <select className="in" id="hour-helper" name="helperId" defaultValue={typed?.helperId ?? ''}>
              <option value="">{words.choose}</option>
              <Options of={choices.people.map(({ id, name }) => [id, name])} />
            </select>
          </Labelled>
          <Labelled id="hour-topic" label={words.hourTopic}>
            <select className="in" id="hour-topic" name="categoryId" defaultValue={typed?.categoryId ?? ''}>
              <option value="">{words.choose}</option>
              <Options of={choices.categories.map(({ id, displayName }) => [String(id), displayName])} />
            </select>
          </Labelled>
          <Field
            id="hour-starts"
            name="startsAt"
            type="datetime-local"
            label={words.hourStarts}
            defaultValue={typed?.startsAt}
          />
          <Field
            id="hour-ends"
            name="endsAt"
            type="datetime-local"
            label={words.hourEnds}
            defaultValue={typed?.endsAt}
          />
          <button className="btn">{words.hourSet}</button>
        </form>
      )}
    </section>
  );
}

export default deskPage(StudioQuestionsView);
