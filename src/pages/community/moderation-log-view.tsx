import type { ModerationActView } from '../../features/moderation/moderation.contract.ts';
import { moderation as a } from '../../messages/moderation.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { Notice } from '../account/gate.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import type { ModerationBase } from './moderated-posts.tsx';
import { Problem } from './post-form.tsx';
import { TextArea } from '../../ui/field.tsx';

/** `moderatorName` is set for moderators only. */
type Line = ModerationActView & {
  moderatorName: string | null;
  /** Of the member's own acts: their appeal, or that they may make one. */
  appeal: { status: 'open' | 'upheld' | 'overturned'; answer: string | null } | 'possible' | null;
};
export type ModerationLogModel = {
  log: Listing<Line>;
  isOfAll: boolean;
  isSent: boolean;
  sent: { actId: number; text: string; problem: string } | null;
};

const appealWords = { open: () => a.waits, upheld: () => a.upheld, overturned: () => a.overturned };

/** An appeal, once for each act, in a place that opens without script. */
function Appeal({ act, sent }: { act: Line; sent: ModerationLogModel['sent'] }) {
  if (act.appeal === null) return null;
  if (act.appeal !== 'possible')
    return (
      <small>
        {appealWords[act.appeal.status]()}{' '}
        {act.appeal.answer !== null && <span lang={langOf(act.appeal.answer)}>{a.answer(act.appeal.answer)}</span>}
      </small>
    );
  const own = sent?.actId === act.id ? sent : null;
  const what = `${c.moderation.done[act.act]}: ${c.one.kinds[act.entityType]} ${act.entityId}`;
  return (
    <details open={own !== null}>
      <summary aria-label={a.appealOf(what)}>{a.appeal}</summary>
      <form className="form" method="post" action="/moderation/log" noValidate>
        <WrittenBy />
        <input type="hidden" name="act" value={act.id} />
        {own && <Problem isFocused>{own.problem}</Problem>}
        <TextArea
          id={`appeal-${act.id}`}
          name="text"
          label={a.text}
          hint={a.note}
          maxLength={2_000}
          required
          defaultValue={own?.text}
        />
        <button className="btn ghost">{a.send}</button>
      </form>
    </details>
  );
}

function Act({ act, sent }: { act: Line; sent: ModerationLogModel['sent'] }) {
  const what = `${c.one.kinds[act.entityType]} ${act.entityId}`;
  const by = act.isByReports ? c.moderation.byReports : act.moderatorName;
  return (
    <li>
      <span>
        <b>
          {c.moderation.done[act.act]}
          {act.days !== null && ` ${c.moderation.forDays(act.days)}`}
          {act.keepsPost && `, ${c.moderation.postKept}`}
          {act.keepsNothing && `, ${c.moderation.nothingKept}`}:{' '}
          {act.act === 'DELETE' ? (
            what
          ) : (
            <a href={`/community/post/${act.entityType.toLowerCase()}-${act.entityId}`}>{what}</a>
          )}
        </b>
        <small lang={langOf(act.reason)}>{c.moderation.given(act.reason)}</small>
        <Appeal act={act} sent={sent} />
      </span>
      <span className="soft small">
        {by !== null && `${c.moderation.by(by)} · `}
        <time dateTime={act.createdAt}>{formatDate(act.createdAt)}</time>
      </span>
    </li>
  );
}

export function ModerationLogView(model: ModerationLogModel) {
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(c.moderation.logTitle)}
        description={c.moderation.logDescribe}
        path="/moderation/log"
        isUnlisted
      />
      <ModerationLog {...model} base="/moderation" />
    </div>
  );
}

/** The log without the page around it. */
export function ModerationLog({ log, isOfAll, isSent, sent, base }: ModerationLogModel & { base: ModerationBase }) {
  return (
    <>
      <div className="intro ask">
        <h1>{c.moderation.logTitle}</h1>
        {isSent && <Notice title={a.sent} />}
        <p className="soft">
          {isOfAll ? (
            <>
              {c.moderation.logOfAll} <a href={base}>{c.moderation.toQueue}</a>
            </>
          ) : (
            <>
              {c.moderation.logOfOwn} <a href="/grievance">{c.moderation.complain}</a>
            </>
          )}
        </p>
      </div>
      {log.data.length > 0 ? (
        <ul className="ledger">
          {log.data.map((act) => (
            <Act key={act.id} act={act} sent={sent} />
          ))}
        </ul>
      ) : (
        <Empty icon="tick" title={c.moderation.logEmpty} note={c.moderation.logEmptyNote}>
          <a className="btn ghost" href={isOfAll ? base : '/community'}>
            {isOfAll ? c.moderation.toQueue : c.allQuestions}
          </a>
        </Empty>
      )}
      <Pager {...log} hrefOf={(page) => addressWith(`${base}/log`, { page })} />
    </>
  );
}
