import type { ModerationActView } from '../../features/moderation/moderation.contract.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import type { Listing } from '../../platform/wire.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';

/** `moderatorName` is set for moderators only. */
type Line = ModerationActView & { moderatorName: string | null };
export type ModerationLogModel = { log: Listing<Line>; isOfAll: boolean };

function Act({ act }: { act: Line }) {
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
      </span>
      <span className="soft small">
        {by !== null && `${c.moderation.by(by)} · `}
        <time dateTime={act.createdAt}>{formatDate(act.createdAt)}</time>
      </span>
    </li>
  );
}

export function ModerationLogView({ log, isOfAll }: ModerationLogModel) {
  return (
    <div className="wrap">
      <PageHead
        title={t.site.titleOf(c.moderation.logTitle)}
        description={c.moderation.logDescribe}
        path="/moderation/log"
        isUnlisted
      />
      <div className="intro ask">
        <h1>{c.moderation.logTitle}</h1>
        <p className="soft">
          {isOfAll ? (
            <>
              {c.moderation.logOfAll} <a href="/moderation">{c.moderation.toQueue}</a>
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
            <Act key={act.id} act={act} />
          ))}
        </ul>
      ) : (
        <Empty icon="tick" title={c.moderation.logEmpty} note={c.moderation.logEmptyNote}>
          <a className="btn ghost" href={isOfAll ? '/moderation' : '/community'}>
            {isOfAll ? c.moderation.toQueue : c.allQuestions}
          </a>
        </Empty>
      )}
      <Pager
        page={log.page}
        pageSize={log.pageSize}
        total={log.total}
        hasMore={log.hasMore}
        hrefOf={(page) => addressWith('/moderation/log', { page })}
      />
    </div>
  );
}
