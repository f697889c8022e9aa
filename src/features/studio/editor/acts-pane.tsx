import { type ReactNode, useEffect, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { addressHere } from '../../../platform/site-languages.ts';
import { formatDate, langOf } from '../../../ui/format.ts';
import type { EditorProps } from './editor-props.ts';
import type { PieceSaver } from './piece-saver.ts';
import type { Snapshot } from './piece-snapshot.ts';
import { PreviewLinks } from './preview-links.tsx';
import type { Refusal, StudioCalls } from './studio-calls.ts';

type Props = { saver: PieceSaver; now: Snapshot; calls: StudioCalls; props: EditorProps; mayWrite: boolean };
type Act = (act: string, body: Record<string, unknown>, done: string) => Promise<boolean>;

const clock = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' });
const whenOf = (at: string) => `${formatDate(at)}, ${clock.format(new Date(at))}`;

function sentenceOf(answer: Refusal): string {
  if (answer.code === 'not_approved') return words.notApproved;
  if (answer.why === 'conflict' && answer.current) return words.otherFirst;
  if (answer.why === 'conflict' || answer.why === 'invalid') return answer.message;
  return words.why[answer.why];
}

/** The way of a piece to its readers: what is in the way, review, publishing, and taking it back. */
export function ActsPane({ saver, now, calls, props, mayWrite }: Props) {
  const [said, setSaid] = useState<{ text: string; isProblem: boolean; details: Refusal['details'] } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { base } = now;
  const { may, kind } = props;

  useEffect(() => {
    // What is in the way depends on the text of this moment.
    void saver.save(true).then(() => saver.refresh());
  }, [saver]);

  const act: Act = async (name, body, done) => {
    setIsBusy(true);
    setSaid(null);
    try {
      if (mayWrite && !(await saver.save(true))) return false;
      const { id, revision } = saver.read().base;
      if (id === null) return false;
      const isOfRevision = ['submit', 'approve', 'request-changes', 'publish'].includes(name);
      const answer = await calls.act<{ at?: string; state?: string }>(kind, id, name, {
        ...(isOfRevision ? { revision } : {}),
        ...body,
      });
      await saver.refresh();
      if (!answer.ok) {
        setSaid({ text: sentenceOf(answer), isProblem: true, details: answer.details });
        return false;
      }
      const { at, state } = answer.data;
      const isScheduled = state === 'scheduled' && at;
      setSaid({ text: isScheduled ? words.scheduled(whenOf(at)) : done, isProblem: false, details: [] });
      return true;
    } finally {
      setIsBusy(false);
    }
  };
  const { state } = base;
  const isNew = base.id === null;
  const blocking = base.problems.filter(({ isBlocking }) => isBlocking);
  const isOpen = !isNew && state !== 'removed';
  return (
    <fieldset className="studio-acts" disabled={isBusy}>
      <legend className="vh">{words.toReaders}</legend>
      <div role={said?.isProblem ? 'alert' : 'status'}>
        {said && (
          <div className={said.isProblem ? 'call bad' : 'studio-done'}>
            <b>{said.text}</b>
            {said.details.length > 0 && (
              <ul>
                {said.details.map(({ path, message }) => (
                  <li key={path + message}>
                    {words.fields[path.split('.')[0]!] ?? path}: <span lang={langOf(message)}>{message}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
      <Problems now={now} />
      {state === 'scheduled' && base.at && <p>{words.scheduled(whenOf(base.at))}</p>}
      {isOpen && mayWrite && ['draft', 'changes_requested', 'unpublished'].includes(state) && (
        <Submit act={act} isHeld={blocking.length > 0} />
      )}
      {isOpen && state === 'in_review' && <Review act={act} canReview={may.review} isOwn={base.hasWritten} />}
      {isOpen && may.publish && ['approved', 'scheduled'].includes(state) && <Publish act={act} live={base.live} />}
      {isOpen && may.emergency && !['live', 'approved'].includes(state) && <Emergency act={act} live={base.live} />}
      {!isNew && base.id !== null && (
        <p>
          <a href={addressHere(`/studio/${kind}/${base.id}/history`)}>{words.history}</a>
        </p>
      )}
      {isOpen && may.review && <PreviewLinks calls={calls} kind={kind} id={base.id!} canMake={may.publish} />}
      {isOpen && mayWrite && may.share && <Share act={act} />}
      {isOpen && may.end && base.live !== null && (
        <WithReason
          name="unpublish"
          title={words.unpublish}
          onAct={(reason) => act('unpublish', { reason }, words.unpublished)}
        />
      )}
      {isOpen && may.remove && (
        <WithReason
          name="remove"
          title={words.remove}
          note={words.removeNote}
          onAct={(reason) => act('remove', { reason }, words.removed)}
        />
      )}
    </fieldset>
  );
}

function Problems({ now: { base } }: { now: Snapshot }) {
  if (base.id === null) return <p>{words.why.title}</p>;
  if (base.state === 'removed') return <p>{words.removed}</p>;
  return (
    <section>
      <h2>{words.problems}</h2>
      {base.problems.length === 0 ? (
        <p>{words.noProblems}</p>
      ) : (
        <ul className="studio-list">
          {base.problems.map(({ path, message, isBlocking }) => (
            <li key={path + message}>
              <b>{words.fields[path.split('.')[0]!] ?? path}</b>
              <span className="studio-meta">
                <span lang={langOf(message)}>{message}</span>
                <span className={isBlocking ? 'err' : undefined}>{isBlocking ? words.mustFix : words.lookAt}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Text({
  id,
  label,
  hint,
  value,
  onChange,
  problem,
}: {
  id: string;
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
  problem?: string | undefined;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <textarea
        className="in studio-short"
        id={id}
        rows={2}
        maxLength={1_000}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem && (
        <span className="err" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

function Box({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="box stack">
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}

function Submit({ act, isHeld }: { act: Act; isHeld: boolean }) {
  const [note, setNote] = useState('');
  return (
    <Box>
      <Text id="submit-note" label={words.note} value={note} onChange={setNote} />
      <button
        type="button"
        className="btn"
        aria-describedby={isHeld ? 'studio-held' : undefined}
        onClick={() => void act('submit', note.trim() ? { note: note.trim() } : {}, words.submitted)}
      >
        {words.submit}
      </button>
    </Box>
  );
}

function Review({ act, canReview, isOwn }: { act: Act; canReview: boolean; isOwn: boolean }) {
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  if (!canReview) return <p>{words.waitsForApproval}</p>;
  const askForChanges = () => {
    if (note.trim() === '') return setProblem(words.noteNeeded);
    setProblem('');
    return void act('request-changes', { note: note.trim() }, words.askedForChanges);
  };
  return (
    <Box>
      {isOwn && <p className="call note">{words.ownWork}</p>}
      <Text id="review-note" label={words.note} value={note} onChange={setNote} problem={problem} />
      <div className="studio-row">
        {!isOwn && (
          <button
            type="button"
            className="btn"
            onClick={() => void act('approve', note.trim() ? { note: note.trim() } : {}, words.approved)}
          >
            {words.approve}
          </button>
        )}
        <button type="button" className="btn ghost" onClick={askForChanges}>
          {words.requestChanges}
        </button>
      </div>
    </Box>
  );
}

function Publish({ act, live }: { act: Act; live: number | null }) {
  const [changeNote, setChangeNote] = useState('');
  const [at, setAt] = useState('');
  const [problem, setProblem] = useState('');
  const noteOf = () => (changeNote.trim() ? { changeNote: changeNote.trim() } : {});
  const schedule = () => {
    if (at === '') return setProblem(words.whenNeeded);
    setProblem('');
    return void act('publish', { at, ...noteOf() }, words.published);
  };
  return (
    <Box>
      {live !== null && (
        <Text
          id="change-note"
          label={words.changeNote}
          hint={words.changeNoteHint}
          value={changeNote}
          onChange={setChangeNote}
        />
      )}
      <button type="button" className="btn" onClick={() => void act('publish', noteOf(), words.published)}>
        {words.publish}
      </button>
      <div className="field">
        <label htmlFor="publish-at">{words.when}</label>
        <input
          className="in"
          id="publish-at"
          type="datetime-local"
          value={at}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'publish-at-problem' : undefined}
          onChange={({ target }) => setAt(target.value)}
        />
        {problem && (
          <span className="err" id="publish-at-problem" role="alert">
            {problem}
          </span>
        )}
      </div>
      <button type="button" className="btn ghost" onClick={schedule}>
        {words.publishAt}
      </button>
    </Box>
  );
}

function Emergency({ act, live }: { act: Act; live: number | null }) {
  const [changeNote, setChangeNote] = useState('');
  return (
    <WithReason
      name="emergency"
      title={words.emergency}
      button={words.emergencyDo}
      note={words.emergencyNote}
      onAct={(reason) =>
        act(
          'publish',
          { emergencyReason: reason, ...(changeNote.trim() ? { changeNote: changeNote.trim() } : {}) },
          words.published,
        )
      }
    >
      {live !== null && (
        <Text
          id="emergency-change-note"
          label={words.changeNote}
          hint={words.changeNoteHint}
          value={changeNote}
          onChange={setChangeNote}
        />
      )}
    </WithReason>
  );
}

/** What takes something away, or past others, stands behind one more tap, and needs a reason. */
function WithReason({
  name,
  title,
  button = title,
  note,
  children,
  onAct,
}: {
  name: string;
  title: string;
  button?: string;
  note?: string;
  children?: ReactNode;
  onAct(reason: string): Promise<boolean>;
}) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const go = () => {
    if (reason.trim() === '') return setProblem(words.reasonNeeded);
    setProblem('');
    return void onAct(reason.trim());
  };
  return (
    <details className="studio-more-acts">
      <summary>{title}</summary>
      <div className="stack">
        {note && <p>{note}</p>}
        {children}
        <Text id={`reason-${name}`} label={words.reason} value={reason} onChange={setReason} problem={problem} />
        <button type="button" className="btn ghost" onClick={go}>
          {button}
        </button>
      </div>
    </details>
  );
}

function Share({ act }: { act: Act }) {
  const [person, setPerson] = useState('');
  return (
    <details className="studio-more-acts">
      <summary>{words.sharing}</summary>
      <div className="field">
        <label htmlFor="share-person">{words.sharePerson}</label>
        <input className="in" id="share-person" value={person} onChange={({ target }) => setPerson(target.value)} />
      </div>
      <button
        type="button"
        className="btn ghost"
        disabled={person.trim() === ''}
        onClick={() => void act('share', { person: person.trim() }, words.shared)}
      >
        {words.share}
      </button>
    </details>
  );
}
