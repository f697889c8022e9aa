import { PostText, Who } from '../../features/communities/post-parts.tsx';
import { acts, type ModerationActView, type QueueEntry } from '../../features/moderation/moderation.contract.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import type { Listing } from '../../platform/wire.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { Told } from '../account/gate.tsx';
import { Problem } from './post-form.tsx';

export type ModerationSent = {
  status?: number;
  post: string;
  problem: string;
  act: string;
  reason: string;
  days: string;
};
export type ModerationModel = {
  queue: Listing<QueueEntry>;
  logs: ReadonlyMap<string, ModerationActView[]>;
  sent: ModerationSent | null;
  isDone: boolean;
};

function Judge({ entry, sent }: { entry: QueueEntry; sent: ModerationSent | null }) {
  const key = `${entry.entityType}-${entry.entityId}`;
  return (
    <form className="form" method="post" action="/moderation" noValidate>
      <input type="hidden" name="post" value={key} />
      {sent && (
        <Problem>
          <p>{sent.problem}</p>
        </Problem>
      )}
      <fieldset className="field">
        <legend>{c.moderation.act}</legend>
        {acts
          .filter((act) => act !== 'CLOSE' || entry.entityType === 'QUESTION')
          .map((act) => (
            <label key={act} className="tick">
              <input type="radio" name="act" value={act} defaultChecked={sent?.act === act} required />
              <span>{c.moderation.acts[act]}</span>
            </label>
          ))}
      </fieldset>
      <div className="field">
        <label htmlFor={`days-${key}`}>{c.moderation.days}</label>
        <span className="hint" id={`days-hint-${key}`}>
          {c.moderation.daysHint}
        </span>
        <input
          className="in"
          id={`days-${key}`}
          name="days"
          inputMode="numeric"
          maxLength={3}
          defaultValue={sent?.days}
          aria-describedby={`days-hint-${key}`}
        />
      </div>
      <div className="field">
        <label htmlFor={`reason-${key}`}>{c.moderation.reason}</label>
        <span className="hint" id={`reason-hint-${key}`}>
          {c.moderation.reasonHint}
        </span>
        <textarea
          className="in"
          id={`reason-${key}`}
          name="reason"
          maxLength={500}
          defaultValue={sent?.reason}
          aria-describedby={`reason-hint-${key}`}
          required
        />
      </div>
      <button className="btn">{c.moderation.doIt}</button>
    </form>
  );
}

function Entry({ entry, log, sent }: { entry: QueueEntry; log: ModerationActView[]; sent: ModerationSent | null }) {
  return (
    <article className="box stack">
      <h2 className="asked">
        <span className="soft">{c.one.kinds[entry.entityType]}:</span>{' '}
        <a href={entry.canonicalUrl} lang={langOf(entry.title)}>
          {entry.title}
        </a>
      </h2>
      <Who post={{ ...entry, editedAt: null }} />
      <PostText post={entry} />
      <p className="soft small">
        {[
          c.moderation.reports(entry.reportCount),
          c.moderation.since(entry.firstReportedAt),
          ...(entry.isHidden ? [c.moderation.isHidden] : []),
          ...(entry.isClosed ? [c.closed] : []),
        ].join(' · ')}
      </p>
      <ul className="ledger">
        {entry.reports.map((report) => (
          <li key={report.createdAt + report.reason}>
            <span>
              <b>{c.one.reasons[report.reason]}</b>
              {report.isOfStanding && <small>{c.moderation.ofStanding}</small>}
              {report.note && <small lang={langOf(report.note)}>{report.note}</small>}
            </span>
          </li>
        ))}
        {log.map((act) => (
          <li key={act.id}>
            <span>
              <b>{c.moderation.done[act.act]}</b>
              <small>{act.reason}</small>
            </span>
            <span className="soft small">{formatDate(act.createdAt)}</span>
          </li>
        ))}
      </ul>
      <Judge entry={entry} sent={sent} />
    </article>
  );
}

export function ModerationView({ queue, logs, sent, isDone }: ModerationModel) {
  const keyOf = ({ entityType, entityId }: QueueEntry) => `${entityType}-${entityId}`;
  const isOrphan = sent && queue.data.every((entry) => keyOf(entry) !== sent.post);
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(c.moderation.title)}
        description={c.moderation.describe}
        path="/moderation"
        isUnlisted
      />
      <div className="intro ask">
        <h1>{c.moderation.title}</h1>
        {isDone && <Told title={c.moderation.told} />}
        {isOrphan && (
          <Problem>
            <p>{sent.problem}</p>
          </Problem>
        )}
        <p className="soft">
          {c.moderation.waiting(queue.total)} <a href="/moderation/log">{c.moderation.logTitle}</a>
        </p>
      </div>
      {queue.data.length > 0 ? (
        <div className="pile queue">
          {queue.data.map((entry) => (
            <Entry
              key={keyOf(entry)}
              entry={entry}
              log={logs.get(keyOf(entry)) ?? []}
              sent={sent?.post === keyOf(entry) ? sent : null}
            />
          ))}
        </div>
      ) : (
        <Empty icon="tick" title={c.moderation.empty} note={c.moderation.emptyNote} />
      )}
      <Pager
        page={queue.page}
        pageSize={queue.pageSize}
        total={queue.total}
        hasMore={queue.hasMore}
        hrefOf={(page) => addressWith('/moderation', { page })}
      />
    </div>
  );
}
