import type { z } from 'zod';
import type * as wire from '../../features/studio/desks/complaints.contract.ts';
import { complaintsDesk as words } from '../../messages/complaints-desk.ts';
import { t } from '../../messages/messages.ts';
import type { Sent } from '../../platform/page/page-loader.server.ts';
import { TextArea } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/format-moment.ts';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Told } from '../account/gate.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { categoryOf, Clocks, complaintsPath, holderOf } from './studio-complaints-view.tsx';
import { Done, StudioNav, type StudioNavModel } from './studio-parts.tsx';

type Complaint = z.output<typeof wire.oneComplaint>['data'];
export type ComplaintSent = Sent & {
  problem: string;
  /** Null: the problem concerns the whole message. */
  field: 'text' | 'reason' | null;
  text: string;
  reason: string;
  /** Typed before the session ended. */
  isKept?: true;
};
export type StudioComplaintModel = {
  complaint: Complaint;
  me: string;
  nav: StudioNavModel;
  done: 'mail' | 'phone' | 'act' | null;
  sent: ComplaintSent | null;
};

/** One message whole: the only page with what is personal in it. */
export function StudioComplaintView({ complaint, me, nav, done, sent }: StudioComplaintModel) {
  const path = `${complaintsPath}/${complaint.id}`;
  const title = `${words.oneKind[complaint.kind]} ${complaint.id}`;
  return (
    <>
      <PageHead title={t.site.titleOf(title)} description={words.describe} path={path} isUnlisted />
      <StudioNav {...nav} here={complaintsPath} />
      <p className="studio-trail">
        <a href={complaintsPath}>{words.back}</a>
      </p>
      <h1>{title}</h1>
      {done && !sent && <Done>{done === 'act' ? words.done : words.sent[done]}</Done>}
      {sent?.isKept && <Told tone="warn" title={sent.problem} />}
      {sent && sent.field === null && !sent.isKept && (
        <div className="studio-conflict" role="alert">
          <p>{sent.problem}</p>
          {(sent.text || sent.reason) && <p>{words.yourText}</p>}
        </div>
      )}
      <p className="studio-meta">
        <span className="studio-state" data-state={complaint.isOpen ? 'in_review' : undefined}>
          {words.status[complaint.status]}
        </span>
        <Clocks clocks={complaint.clocks} isOpen={false} />
        {complaint.isOpen && <span>{holderOf(complaint, me)}</span>}
      </p>
      <Facts complaint={complaint} />
      <section>
        <SectionHead title={words.message} />
        <p className="studio-words" lang={langOf(complaint.text)}>
          {complaint.text}
        </p>
      </section>
      <History complaint={complaint} />
      {complaint.isOpen && <Acts complaint={complaint} me={me} sent={sent} />}
    </>
  );
}

function Facts({ complaint }: { complaint: Complaint }) {
  const facts: [string, string | null][] = [
    [words.from, complaint.name || words.formerMember],
    [words.email, complaint.email],
    [words.phone, complaint.phoneNo],
    [complaint.kind === 'grievance' ? words.category : words.subject, categoryOf(complaint)],
    [words.about, complaint.about],
  ];
  return (
    <dl className="studio-facts">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd lang={langOf(value)}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function History({ complaint: { answers, acts, kind, closeReason } }: { complaint: Complaint }) {
  return (
    <section>
      <SectionHead title={words.history} />
      {answers.length + acts.length === 0 && !closeReason && <p className="soft">{words.nothingDone}</p>}
      {answers.map(({ text, isInterim, byName, at }) => (
        <article key={at} className="studio-answer">
          <h3>{`${isInterim ? words.interim : words.answer[kind]} · ${words.by(byName)} · ${formatMoment(at)}`}</h3>
          <p className="studio-words" lang={langOf(text)}>
            {text}
          </p>
        </article>
      ))}
      {closeReason && <p>{words.closedBecause(closeReason)}</p>}
      <ul className="studio-list">
        {acts.map(({ act, byName, at }) => (
          <li key={`${act} ${at}`}>
            <span className="studio-meta">
              <b>{`${words.by(byName)}: ${words.acts[act] ?? act}`}</b>
              <span>{formatMoment(at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ActsProps = { complaint: Complaint; me: string; sent: ComplaintSent | null };

function Acts({ complaint, me, sent }: ActsProps) {
  const { takenBy } = complaint;
  const isOthers = takenBy !== null && takenBy.id !== me;
  return (
    <div className="studio-acts">
      <form method="post" className="studio-row">
        <WrittenBy />
        <input type="hidden" name="from" value={takenBy?.id ?? ''} />
        {takenBy?.id === me ? (
          <button className="btn ghost" name="go" value="release">
            {words.release}
          </button>
        ) : (
          <button className="btn ghost" name="go" value="take">
            {takenBy === null ? words.take : words.takeOver(takenBy.name)}
          </button>
        )}
      </form>
      {!isOthers && complaint.clocks.some(({ name, doneAt }) => name === 'acknowledge' && doneAt === null) && (
        <form method="post" className="form">
          <WrittenBy />
          <p>{words.acknowledgeNote}</p>
          <button className="btn ghost" name="go" value="acknowledge">
            {words.acknowledge}
          </button>
        </form>
      )}
      {(!isOthers || sent?.text) && <Answer complaint={complaint} sent={sent} />}
      {(!isOthers || sent?.reason) && <Close complaint={complaint} sent={sent} />}
    </div>
  );
}

function Answer({ complaint: { kind, email, answers }, sent }: Omit<ActsProps, 'me'>) {
  const problem = sent?.field === 'text' ? sent.problem : null;
  return (
    <form method="post" className="form studio-form" noValidate>
      <WrittenBy />
      <input type="hidden" name="answersSeen" value={answers.length} />
      <TextArea
        id="answer"
        name="text"
        label={words.write}
        hint={email === null ? words.writeHint.phone : words.writeHint.mail}
        rows={8}
        maxLength={20_000}
        defaultValue={sent?.text}
        error={problem}
        isFirstWrong={problem !== null}
      />
      <p className="hint" id="interim-hint">
        {words.sendInterimNote[kind]}
      </p>
      <div className="studio-row">
        <button className="btn ghost" name="go" value="interim" aria-describedby="interim-hint">
          {words.sendInterim}
        </button>
        <button className="btn" name="go" value="decide">
          {words.sendAnswer[kind]}
        </button>
      </div>
    </form>
  );
}

function Close({ complaint: { answers }, sent }: Omit<ActsProps, 'me'>) {
  const problem = sent?.field === 'reason' ? sent.problem : null;
  return (
    <details open={problem !== null || Boolean(sent?.reason) || undefined}>
      <summary>{words.close}</summary>
      <form method="post" className="form studio-form" noValidate>
        <WrittenBy />
        <input type="hidden" name="answersSeen" value={answers.length} />
        <TextArea
          className="in studio-short"
          id="close-reason"
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          maxLength={2_000}
          defaultValue={sent?.reason}
          error={problem}
          isFirstWrong={problem !== null}
        />
        <p className="soft">{words.expires}</p>
        <button className="btn ghost" name="go" value="close">
          {words.doClose}
        </button>
      </form>
    </details>
  );
}
