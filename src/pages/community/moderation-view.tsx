import { PostText, Who } from '../../features/communities/post-parts.tsx';
import {
  acts,
  actsTogether,
  type ModerationActView,
  postTypes,
  type QueueEntry,
} from '../../features/moderation/moderation.contract.ts';
import type { ModeratedPost } from '../../features/moderation/person-and-context.queries.server.ts';
import { moderation as a } from '../../messages/moderation.ts';
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
import { Field, Tick, TextArea } from '../../ui/field.tsx';
import { Island } from '../../ui/island.tsx';

export type ModerationSent = {
  status?: number;
  /** Empty: of several at once. */
  post: string;
  chosen?: string[];
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
  /** Of the queue's posts, by key: what its tick sends, the post as it is seen here. */
  ticks: ReadonlyMap<string, string>;
  sent: ModerationSent | null;
  isDone: boolean;
  /** Of several posts at once: those that were done, and the keys of those that could not be. */
  together: { done: number; already: string[] } | null;
  /** A single post, reported or not, instead of the queue. */
  one: {
    entry: QueueEntry;
    textHash: string;
    log: ModerationActView[];
    context: ModeratedPost[];
    backHref: string;
  } | null;
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

function Judge({ entry, textHash, log, sent, action }: EntryProps) {
  const key = keyOf(entry);
  const newest = Math.max(0, ...[...log, ...(entry.author?.acts ?? [])].map(({ id }) => id));
  return (
    <form className="form" method="post" action={action} noValidate>
      <WrittenBy />
      <input type="hidden" name="post" value={key} />
      <input type="hidden" name="afterAct" value={newest} />
      <input type="hidden" name="textHash" value={textHash} />
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

type EntryProps = {
  entry: QueueEntry;
  textHash: string;
  log: ModerationActView[];
  sent: ModerationSent | null;
  action: string;
};

function Heading({ entry }: { entry: QueueEntry }) {
  return (
    <h2 className="asked">
      <span className="soft">{c.one.kinds[entry.entityType]}:</span>{' '}
      <a href={entry.canonicalUrl} lang={langOf(entry.title)}>
        {entry.title}
      </a>
    </h2>
  );
}

const Merge = ({ entry: { entityType, entityId } }: { entry: QueueEntry }) =>
  entityType === 'QUESTION' && (
    <p className="small">
      <a className="link" href={`/community/post/question-${entityId}#duplicate`}>
        {c.one.merge}
      </a>
    </p>
  );

/** How it stands, and what was reported. */
function Reported({ entry }: { entry: QueueEntry }) {
  return (
    <>
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
    </>
  );
}

function Writer({ author, createdBy }: Pick<QueueEntry, 'author' | 'createdBy'>) {
  if (!author) return null;
  return (
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
      {createdBy && (
        <a className="link" href={personPath(createdBy.id)}>
          {a.desk.person}
        </a>
      )}
    </p>
  );
}

function Entry(props: EntryProps) {
  const { entry, log } = props;
  const { author } = entry;
  return (
    <article className="box stack">
      <Heading entry={entry} />
      <Who post={{ ...entry, editedAt: null }} />
      <PostText post={entry} />
      <Merge entry={entry} />
      <Reported entry={entry} />
      {log.length > 0 && <Acts title={c.moderation.onThis} acts={log} />}
      <Writer {...entry} />
      {author && author.acts.length > 0 && <Acts title={c.moderation.earlier} acts={author.acts} />}
      <Judge {...props} />
    </article>
  );
}

/** So much of a post stands in the queue: fifty are read at a glance. */
const excerptLength = 600;
/** As written, so that an address shows where it leads. */
const excerptOf = (body: string) =>
  body.length > excerptLength ? `${body.slice(0, excerptLength).toWellFormed()} …` : body;

type RowProps = { entry: QueueEntry; tick: string; isChosen: boolean; base: ModerationBase };

function QueueRow({ entry, tick, isChosen, base }: RowProps) {
  const key = keyOf(entry);
  const what = `${c.one.kinds[entry.entityType]}: ${entry.title}`;
  return (
    <article className="box stack">
      <div className="choose">
        <input
          type="checkbox"
          name="choose"
          value={tick}
          defaultChecked={isChosen}
          aria-label={a.together.choose(what)}
        />
        <Heading entry={entry} />
      </div>
      <Who post={{ ...entry, editedAt: null }} />
      {entry.body && (
        <p className="words" lang={langOf(entry.body)}>
          {excerptOf(entry.body)}
        </p>
      )}
      {entry.reports.some(({ duplicateOf }) => duplicateOf !== null) && <Merge entry={entry} />}
      <Reported entry={{ ...entry, reports: entry.reports.slice(0, 3) }} />
      <Writer {...entry} />
      <p>
        <a className="link" href={moderationPath(key, base)} aria-label={`${a.together.more}: ${entry.title}`}>
          {a.together.more}
        </a>
      </p>
    </article>
  );
}

type QueueProps = Pick<ModerationModel, 'base' | 'queue' | 'ticks' | 'sent'>;

/** One form: what is chosen stands, is hidden or is deleted together. */
function Queue({ base, queue, ticks, sent }: QueueProps) {
  const chosen = new Set(sent?.chosen ?? []);
  return (
    <Island name="moderation-keys" when="now">
      <form className="form together" method="post" action={base} noValidate>
        {/* Enter presses the first button of a form: here it decides nothing. */}
        <button type="submit" disabled hidden>
          {a.together.title}
        </button>
        <WrittenBy />
        <p className="soft small" data-keys hidden>
          {a.together.keys('j', 'k', 'x', 'a', 'r', 'd')}
        </p>
        <div className="pile queue">
          {queue.data.map((entry) => {
            const key = keyOf(entry);
            const tick = ticks.get(key)!;
            return <QueueRow key={key} entry={entry} tick={tick} isChosen={chosen.has(tick)} base={base} />;
          })}
        </div>
        <fieldset className="box stack">
          <legend>{a.together.title}</legend>
          <Field
            id="together-reason"
            name="reason"
            label={c.moderation.reason}
            hint={a.together.reasonHint}
            maxLength={500}
            autoComplete="off"
            defaultValue={sent?.reason}
          />
          <Tick id="together-really" name="really" label={a.together.really} />
          <div className="acts">
            {actsTogether.map((act) => (
              <button key={act} className={act === 'RESTORE' ? 'btn' : 'btn ghost'} name="together" value={act}>
                {c.moderation.acts[act]}
              </button>
            ))}
          </div>
        </fieldset>
      </form>
    </Island>
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

type OneProps = NonNullable<ModerationModel['one']> & { base: ModerationBase; sent: ModerationSent | null };

function OnePost({ entry, textHash, context, backHref, log, sent, base }: OneProps) {
  return (
    <div className="pile queue">
      <Entry entry={entry} textHash={textHash} log={log} sent={sent} action={moderationPath(keyOf(entry), base)} />
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

/** 'Comment 12' of its key. */
const nameOf = (key: string) => {
  const [type, id] = key.split('-');
  return `${c.one.kinds[postTypes.find((one) => one === type) ?? 'COMMENT']} ${id}`;
};

/** The queue or one post, without the page around it. */
export function ModerationDesk({ base, queue, ticks, sent, isDone, together, one }: ModerationModel) {
  const isOrphan = sent && !(one && keyOf(one.entry) === sent.post);
  const title = one ? c.moderation.one : c.moderation.title;
  return (
    <>
      <div className="intro ask">
        <h1>{title}</h1>
        {isDone && <Notice title={c.moderation.told} />}
        {together && (
          <Notice tone={together.already.length > 0 ? 'warn' : 'good'} title={a.together.done(together.done)}>
            {together.already.length > 0 && (
              <p>
                {a.together.already} {together.already.map(nameOf).join(', ')}
                {fullStop()} <a href={`${base}/log`}>{c.moderation.logTitle}</a>
              </p>
            )}
          </Notice>
        )}
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
      {one && <OnePost {...one} base={base} sent={sent?.post === keyOf(one.entry) ? sent : null} />}
      {!one && queue.data.length > 0 && <Queue base={base} queue={queue} ticks={ticks} sent={sent} />}
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
