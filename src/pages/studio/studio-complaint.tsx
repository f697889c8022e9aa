import { redirect } from 'react-router';
import {
  acknowledgeComplaint,
  answerComplaint,
  closeComplaint,
  releaseComplaint,
  takeComplaint,
} from '../../features/studio/desks/act-on-complaint.server.ts';
import * as wire from '../../features/studio/desks/complaints.contract.ts';
import { readComplaint } from '../../features/studio/desks/read-complaints.server.ts';
import { account } from '../../messages/account.ts';
import { complaintsDesk as words } from '../../messages/complaints-desk.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { type Actor, moderators } from '../../features/studio/studio.policy.ts';
import { WrittenBy } from '../account/own-view.tsx';
import { choiceIn, insistOnNumber } from '../page-in.ts';
import { linesOf } from '../community/check-words.ts';
import type { z } from 'zod';
import { t } from '../../messages/messages.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { TextArea } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/format-moment.ts';
import { langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from '../account/gate.tsx';
import { deskPage, Done, StudioNav } from './studio-parts.tsx';
import { complaintsPath, categoryOf, Clocks, holderOf } from './studio-complaints-view.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';

type Complaint = z.output<typeof wire.oneComplaint>['data'];
type ComplaintSent = Sent & {
  problem: string;
  /** Null: the problem concerns the whole message. */
  field: 'text' | 'reason' | null;
  text: string;
  reason: string;
  /** Typed before the session ended. */
  isKept?: true;
};

export const loader = deskLoader(moderators, async (args: DeskArgs<ComplaintSent>) => {
  const { services, url, actor, params, sent } = args;
  return {
    complaint: await readComplaint(services, insistOnNumber(params.piece)),
    me: actor.id,
    done: choiceIn(url, 'done', ['mail', 'phone', 'act']),
    sent,
  };
});

type Model = ModelOf<typeof loader>;

/** Each button is a form of its own, and says what its reader saw. */
export const action = deskAction<ComplaintSent>(moderators, {
  typed: ['text', 'reason'],
  comeBack: (form) => ({ ...typedIn(form), field: null, problem: account.again.back, isKept: true }),
  async act({ services, actor, params, form }) {
    const id = insistOnNumber(params.piece);
    const done = await act(services, actor, id, form).catch(
      onRefusal([409], ({ message }) => ({ status: 409, field: null, problem: message })),
    );
    if (typeof done === 'object') return { status: 400, ...typedIn(form), ...done };
    return redirect(`${complaintsPath}/${id}?done=${done}`, 303);
  },
});

const typedIn = (form: URLSearchParams) => ({ text: linesOf(form.get('text')), reason: linesOf(form.get('reason')) });

async function act(services: PageServices, actor: Actor, id: number, form: URLSearchParams) {
  const answersSeen = Number(form.get('answersSeen') ?? Number.NaN);
  switch (form.get('go')) {
    case 'take': {
      const input = wire.takeInput.safeParse({ from: form.get('from') || null });
      if (!input.success) throw notFound('page');
      await takeComplaint(services, actor, id, input.data.from);
      return 'act';
    }
    case 'release':
      await releaseComplaint(services, actor, id);
      return 'act';
    case 'acknowledge':
      await acknowledgeComplaint(services, actor, id);
      return 'act';
    case 'close': {
      const input = wire.closeInput.safeParse({ reason: linesOf(form.get('reason')), answersSeen });
      if (!input.success) return { field: 'reason' as const, problem: words.reasonNeeded };
      await closeComplaint(services, actor, id, input.data.reason, answersSeen);
      return 'act';
    }
    case 'interim':
    case 'decide': {
      const isInterim = form.get('go') === 'interim';
      const input = wire.answerInput.safeParse({ text: linesOf(form.get('text')), isInterim, answersSeen });
      if (!input.success) return { field: 'text' as const, problem: words.textNeeded };
      const { isMailed } = await answerComplaint(services, actor, id, input.data);
      return isMailed ? 'mail' : 'phone';
    }
    default:
      throw notFound('page');
  }
}

/** One message whole: the only page with what is personal in it. */
function StudioComplaintView({ complaint, me, nav, done, sent }: Model) {
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
      {sent?.isKept && <Notice tone="warn" title={sent.problem} />}
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

export default deskPage(StudioComplaintView);
