import { redirect } from 'react-router';
import { decideAppeal } from '../../features/moderation/appeal.server.ts';
import { decisionInput, type AppealLine } from '../../features/moderation/appeals.contract.ts';
import { listAppeals } from '../../features/moderation/appeals.queries.server.ts';
import { moderators } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { moderation } from '../../messages/moderation.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import '../../features/communities/communities.css';
import { WrittenBy } from '../account/own-view.tsx';
import { linesOf } from '../community/check-words.ts';
import { choiceIn, insistOnNumber, pageIn } from '../page-in.ts';
import { community as c } from '../../messages/community.ts';
import type { ModelOf } from '../../platform/page/page-loader.server.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { moderationPath, personPath } from '../community/moderated-posts.tsx';
import { Problem } from '../community/post-form.tsx';
import { ModerationFrame } from './studio-moderation-parts.tsx';
import { deskPage, Done, Links } from './studio-parts.tsx';
import { TextArea } from '../../ui/field.tsx';
import { deskAction, type DeskArgs, deskLoader } from './studio-staff.server.ts';

type AppealSent = { status?: number; id: number; decision: string; answer: string; problem: string };
const appealsPath = '/studio/moderation/appeals';

export const loader = deskLoader(moderators, async ({ services, url, actor, sent }: DeskArgs<AppealSent>) => {
  const status = choiceIn(url, 'status', ['decided']) ?? ('open' as const);
  return {
    list: await listAppeals(services.connection.db, actor.id, { status, page: pageIn(url), pageSize: 20 }),
    status,
    sent,
    isDone: url.searchParams.has('done') && !sent,
  };
});

const typedIn = (form: URLSearchParams) => ({
  id: Number(form.get('id')),
  decision: form.get('decision') ?? '',
  answer: linesOf(form.get('answer')),
});

export const action = deskAction<AppealSent>(moderators, {
  typed: ['answer'],
  comeBack: (form) => ({ ...typedIn(form), problem: account.again.back }),
  async act({ services, viewer, form }) {
    const typed = { ...typedIn(form), id: insistOnNumber(form.get('id')) };
    const refuse = (status: number, problem: string): AppealSent => ({ ...typed, status, problem });
    const input = decisionInput.safeParse({ decision: typed.decision, answer: typed.answer });
    if (!input.success) return refuse(400, moderation.desk.answerNeeded);
    try {
      await decideAppeal(services, viewer, typed.id, input.data);
      return redirect(`${appealsPath}?done=1`, 303);
    } catch (error) {
      if (!isAppError(error) || error.status === 404) throw error;
      return refuse(error.status, error.message);
    }
  },
});

/** What members appeal against, each with the act, the post, the person and the decision's form. */
function StudioAppealsView({ list, status, sent, isDone, nav }: ModelOf<typeof loader>) {
  const words = moderation.desk;
  return (
    <ModerationFrame nav={nav} here={appealsPath}>
      <h1>{words.appeals}</h1>
      {isDone && <Done>{words.done}</Done>}
      {sent && !list.data.some(({ id }) => id === sent.id) && <Problem>{sent.problem}</Problem>}
      <Links
        label={words.decision}
        links={(['open', 'decided'] as const).map((one) => ({
          href: `${appealsPath}?status=${one}`,
          text: words[one],
          isHere: one === status,
        }))}
      />
      {list.data.length === 0 && <p className="soft">{words.none}</p>}
      {list.data.map((appeal) => (
        <Appeal key={appeal.id} appeal={appeal} sent={sent?.id === appeal.id ? sent : null} />
      ))}
      <Pager {...list} hrefOf={(page) => addressWith(appealsPath, { status, page })} />
    </ModerationFrame>
  );
}

function Appeal({ appeal, sent }: { appeal: AppealLine; sent: AppealSent | null }) {
  const words = moderation.desk;
  const { act, person } = appeal;
  return (
    <article className="box stack">
      <h2>
        <a href={personPath(person.id)} lang={langOf(person.displayName)}>
          {words.of(person.displayName)}
        </a>
      </h2>
      <p className="soft small">{formatDate(appeal.at)}</p>
      <blockquote className="studio-told" lang={langOf(appeal.text)}>
        {appeal.text}
      </blockquote>
      {act === null ? (
        <p className="soft">{words.gone}</p>
      ) : (
        <p>
          {words.against}:{' '}
          <b>
            {c.moderation.done[act.act]}
            {act.days !== null && ` ${c.moderation.forDays(act.days)}`}
          </b>
          ,{' '}
          {act.act === 'DELETE' ? (
            `${c.one.kinds[act.entityType]} ${act.entityId}`
          ) : (
            <a href={moderationPath(`${act.entityType}-${act.entityId}`, '/studio/moderation')}>
              {`${c.one.kinds[act.entityType]} ${act.entityId}`}
            </a>
          )}
          {' · '}
          <span lang={langOf(act.reason)}>{c.moderation.given(act.reason)}</span>
          {' · '}
          {c.moderation.by(act.moderatorName ?? words.byReports)}
        </p>
      )}
      {appeal.status !== 'open' && (
        <p>
          <b>{words.result[appeal.status]}</b>
          {appeal.decidedByName !== null && ` · ${c.moderation.by(appeal.decidedByName)}`}
          {appeal.answer !== null && <q lang={langOf(appeal.answer)}>{appeal.answer}</q>}
        </p>
      )}
      {appeal.status === 'open' && !appeal.mayDecide && <p className="soft">{words.notYours}</p>}
      {appeal.status === 'open' && appeal.mayDecide && <Decide id={appeal.id} sent={sent} />}
    </article>
  );
}

function Decide({ id, sent }: { id: number; sent: AppealSent | null }) {
  const words = moderation.desk;
  return (
    <form className="form" method="post" action={appealsPath} noValidate>
      <WrittenBy />
      <input type="hidden" name="id" value={id} />
      {sent && <Problem isFocused>{sent.problem}</Problem>}
      <fieldset className="field">
        <legend>{words.decision}</legend>
        {(['uphold', 'overturn'] as const).map((one) => (
          <label key={one} className="tick">
            <input type="radio" name="decision" value={one} defaultChecked={sent?.decision === one} required />
            <span>{words[one]}</span>
          </label>
        ))}
        <span className="hint">{words.overturnNote}</span>
      </fieldset>
      <TextArea
        id={`answer-${id}`}
        name="answer"
        label={words.answer}
        maxLength={2_000}
        required
        defaultValue={sent?.answer}
      />
      <button className="btn">{words.decide}</button>
    </form>
  );
}

export default deskPage(StudioAppealsView);
