import type { AppealLine } from '../../features/moderation/appeals.contract.ts';
import { appeals } from '../../messages/appeals.ts';
import { community as c } from '../../messages/community.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { moderationPath, personPath } from '../community/moderated-posts.tsx';
import { Problem } from '../community/post-form.tsx';
import { ModerationFrame } from './studio-moderation-parts.tsx';
import { Done, type StudioNavModel } from './studio-parts.tsx';
import { TextArea } from '../../ui/field.tsx';

export type AppealSent = { status?: number; id: number; decision: string; answer: string; problem: string };
export type AppealsModel = {
  list: Listing<AppealLine>;
  status: 'open' | 'decided';
  sent: AppealSent | null;
  isDone: boolean;
  nav: StudioNavModel;
};

export const appealsPath = '/studio/moderation/appeals';

/** What members appeal against, each with the act, the post, the person and the decision's form. */
export function StudioAppealsView({ list, status, sent, isDone, nav }: AppealsModel) {
  const words = appeals.desk;
  return (
    <ModerationFrame nav={nav} here={appealsPath}>
      <h1>{words.appeals}</h1>
      {isDone && <Done>{words.done}</Done>}
      {sent && !list.data.some(({ id }) => id === sent.id) && <Problem>{sent.problem}</Problem>}
      <nav className="studio-row" aria-label={words.decision}>
        {(['open', 'decided'] as const).map((one) => (
          <a
            key={one}
            className="chip"
            href={`${appealsPath}?status=${one}`}
            aria-current={one === status ? 'page' : undefined}
          >
            {words[one]}
          </a>
        ))}
      </nav>
      {list.data.length === 0 && <p className="soft">{words.none}</p>}
      {list.data.map((appeal) => (
        <Appeal key={appeal.id} appeal={appeal} sent={sent?.id === appeal.id ? sent : null} />
      ))}
      <Pager {...list} hrefOf={(page) => addressWith(appealsPath, { status, page })} />
    </ModerationFrame>
  );
}

function Appeal({ appeal, sent }: { appeal: AppealLine; sent: AppealSent | null }) {
  const words = appeals.desk;
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
  const words = appeals.desk;
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
