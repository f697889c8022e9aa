import { PostText, Who } from '../../features/communities/post-parts.tsx';
import { acts, type ModerationActView, type QueueEntry } from '../../features/moderation/moderation.contract.ts';
import type { ModeratedPost } from '../../features/moderation/person-and-context.queries.server.ts';
import { appeals as a } from '../../messages/appeals.ts';
import { complaintsDesk } from '../../messages/complaints-desk.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { fullStop, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';
import { Notice } from '../account/gate.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { ActsOf, ModeratedPosts, type ModerationBase, moderationPath, personPath } from './moderated-posts.tsx';
import { Problem } from './post-form.tsx';
import { TextArea } from '../../ui/field.tsx';

export type ModerationSent = {
  status?: number;
  post: string;
  problem: string;
  act: string;
  reason: string;
  days: string;
  keepsPost: boolean;
  keepsNothing: boolean;
};
export type ModerationModel = {
  base: ModerationBase;
  queue: Listing<QueueEntry>;
  logs: ReadonlyMap<string, ModerationActView[]>;
  sent: ModerationSent | null;
  isDone: boolean;
  /** A single post, reported or not, instead of the queue. */
  one: { entry: QueueEntry; context: ModeratedPost[]; backHref: string } | null;
};

export const keyOf = ({ entityType, entityId }: Pick<QueueEntry, 'entityType' | 'entityId'>) =>
  `${entityType}-${entityId}`;

const actsFor = ({ entityType, isClosed, isHidden, reportCount, author }: QueueEntry) =>
  acts.filter(
    (act) =>
      ({
        HIDE: !isHidden,
        RESTORE: isHidden || reportCount > 0,
        DELETE: true,
        CLOSE: entityType === 'QUESTION' && !isClosed,
        SUSPEND: author !== null,
        LIFT: author?.suspendedUntil != null,
      })[act],
  );

function Judge({ entry, log, sent, action }: EntryProps) {
  const key = keyOf(entry);
  const newest = Math.max(0, ...[...log, ...(entry.author?.acts ?? [])].map(({ id }) => id));
  return (
    <form className="form" method="post" action={action} noValidate>
      <WrittenBy />
      <input type="hidden" name="post" value={key} />
      <input type="hidden" name="afterAct" value={newest} />
      {sent && <Problem isFocused>{sent.problem}</Problem>}
      <fieldset className="field">
        <legend>{c.moderation.act}</legend>
        {actsFor(entry).map((act) => (
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
      <TextArea
        id={`reason-${key}`}
        name="reason"
        label={c.moderation.reason}
        hint={c.moderation.reasonHint}
        maxLength={500}
        defaultValue={sent?.reason}
        required
      />
      <div className="field">
        <label className="tick">
          <input type="checkbox" name="keepsPost" value="yes" defaultChecked={sent?.keepsPost} />
          <span>{c.moderation.keepsPost}</span>
        </label>
        <label className="tick">
          <input type="checkbox" name="keepsNothing" value="yes" defaultChecked={sent?.keepsNothing} />
          <span>
            {c.moderation.keepsNothing} <small>{c.moderation.keepsNothingHint}</small>
          </span>
        </label>
      </div>
      <button className="btn">{c.moderation.doIt}</button>
    </form>
  );
}

function Acts({ title, acts: list }: { title: string; acts: ModerationActView[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ActsOf acts={list} />
    </>
  );
}

type EntryProps = { entry: QueueEntry; log: ModerationActView[]; sent: ModerationSent | null; action: string };

function Entry(props: EntryProps) {
  const { entry, log } = props;
  const { author } = entry;
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
      {entry.entityType === 'QUESTION' && (
        <p className="small">
          <a className="link" href={`/community/post/question-${entry.entityId}#duplicate`}>
            {c.one.merge}
          </a>
        </p>
      )}
      <p className="soft small">
        {[
          c.moderation.reports(entry.reportCount),
          ...(entry.firstReportedAt === null ? [] : [c.moderation.since(entry.firstReportedAt)]),
          ...(entry.isHidden ? [c.moderation.isHidden] : []),
          ...(entry.isClosed ? [c.closed] : []),
        ].join(' · ')}
      </p>
      {entry.reports.length > 0 && (
        <ul className="ledger">
          {entry.reports.map((report) => (
            <li key={report.createdAt + report.reason}>
              <span>
                <b>{c.one.reasons[report.reason]}</b>
                {report.isOfStanding && <small>{c.moderation.ofStanding}</small>}
                {report.duplicateOf !== null && (
                  <small>
                    <a className="link" href={questionPath('', report.duplicateOf)}>
                      {c.one.thatQuestion}
                    </a>
                  </small>
                )}
                {report.note && <small lang={langOf(report.note)}>{c.moderation.given(report.note)}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {log.length > 0 && <Acts title={c.moderation.onThis} acts={log} />}
      {author && (
        <>
          <p className="small">
            {c.moderation.writer}: {c.moderation.joined(author.joinedAt)}
            {fullStop()}{' '}
            {author.suspendedUntil !== null && (
              <b>
                {c.moderation.suspendedUntil(author.suspendedUntil)}
                {fullStop()}
              </b>
            )}{' '}
            {author.acts.length === 0 && c.moderation.noEarlier}{' '}
            {entry.createdBy && (
              <a className="link" href={personPath(entry.createdBy.id)}>
                {a.desk.person}
              </a>
            )}
          </p>
          {author.acts.length > 0 && <Acts title={c.moderation.earlier} acts={author.acts} />}
        </>
      )}
      <Judge {...props} />
    </article>
  );
}

/** What stands around a post, so that it is judged for what it answers. */
function Context({ posts }: { posts: ModeratedPost[] }) {
  return (
    <section className="box stack">
      <h2>{a.desk.context}</h2>
      {posts.length === 0 && <p className="soft">{a.desk.noContext}</p>}
      <ModeratedPosts posts={posts} />
    </section>
  );
}

type OneProps = Omit<EntryProps, 'action'> & NonNullable<ModerationModel['one']> & { base: ModerationBase };

function OnePost({ entry, context, backHref, log, sent, base }: OneProps) {
  return (
    <div className="pile queue">
      <Entry entry={entry} log={log} sent={sent} action={moderationPath(keyOf(entry), base)} />
      <Context posts={context} />
      <p>
        <a className="link" href={backHref}>
          {c.one.back}
        </a>
      </p>
    </div>
  );
}

export function ModerationView(model: ModerationModel) {
  const title = model.one ? c.moderation.one : c.moderation.title;
  return (
    <div className="wrap">
      <PageHead title={t.site.titleOf(title)} description={c.moderation.describe} path={model.base} isUnlisted />
      <ModerationDesk {...model} />
    </div>
  );
}

/** The queue or one post, without the page around it. */
export function ModerationDesk({ base, queue, logs, sent, isDone, one }: ModerationModel) {
  const logOf = (entry: QueueEntry) => logs.get(keyOf(entry)) ?? [];
  const isOrphan = sent && (one ? [one.entry] : queue.data).every((entry) => keyOf(entry) !== sent.post);
  const title = one ? c.moderation.one : c.moderation.title;
  return (
    <>
      <div className="intro ask">
        <h1>{title}</h1>
        {isDone && <Notice title={c.moderation.told} />}
        {isOrphan && <Problem>{sent.problem}</Problem>}
        <p className="soft">
          {c.moderation.waiting(queue.total)}{' '}
          {one ? (
            <a href={base}>{c.moderation.toQueue}</a>
          ) : (
            <>
              <a href="/moderation/log">{c.moderation.logTitle}</a> ·{' '}
              <a href="/studio/complaints">{complaintsDesk.title}</a>
            </>
          )}{' '}
          ·{' '}
          <a href={base === '/moderation' ? '/studio/moderation' : '/moderation'}>
            {base === '/moderation' ? a.desk.studio : a.desk.readers}
          </a>
        </p>
      </div>
      {one && (
        <OnePost {...one} base={base} log={logOf(one.entry)} sent={sent?.post === keyOf(one.entry) ? sent : null} />
      )}
      {!one && queue.data.length > 0 && (
        <div className="pile queue">
          {queue.data.map((entry) => (
            <Entry
              key={keyOf(entry)}
              entry={entry}
              log={logOf(entry)}
              sent={sent?.post === keyOf(entry) ? sent : null}
              action={base}
            />
          ))}
        </div>
      )}
      {!one && queue.data.length === 0 && (
        <Empty icon="tick" title={c.moderation.empty} note={c.moderation.emptyNote}>
          <a className="btn ghost" href="/community">
            {c.allQuestions}
          </a>
        </Empty>
      )}
      {!one && <Pager {...queue} hrefOf={(page) => addressWith(base, { page })} />}
    </>
  );
}
