import { useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { formatDate, formatTime, langOf } from '../../../ui/format.ts';
import { labelOf } from './detail-fields.tsx';
import { useMayWrite } from '../fields.tsx';
import { useEditor } from './editor-context.ts';
import { type Act, Emergency, Publish, Review, Share, Submit, WithReason } from './piece-acts.tsx';
import { PreviewLinks } from './preview-links.tsx';
import type { Refusal } from './studio-calls.ts';

const whenOf = (at: string) => `${formatDate(at)}, ${formatTime(at)}`;

function sentenceOf(answer: Refusal): string {
  if (answer.code === 'not_approved') return words.notApproved;
  if (answer.why === 'conflict' && answer.current) return words.otherFirst;
  if (answer.why === 'conflict' || answer.why === 'invalid') return answer.message;
  return words.why[answer.why];
}

type Notice = { text: string; isProblem: boolean; details: Refusal['details'] };
/** Told at the field that is missing. */
const isOfNote = ({ details }: Notice) => details.length > 0 && details.every(({ path }) => path === 'changeNote');

/** The way of a piece to its readers: what is in the way, review, publishing, and taking it back. */
export function ActsPane({ isShown }: { isShown: boolean }) {
  const { saver, now, calls, props } = useEditor();
  const mayWrite = useMayWrite();
  const [said, setSaid] = useState<Notice | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const { base } = now;
  const { may, kind } = props;

  useEffect(() => {
    // The buttons stand further down than a phone's screen is high.
    if (said && !isOfNote(said)) outcome.current?.scrollIntoView({ block: 'center' });
  }, [said]);

  useEffect(() => {
    if (!isShown) return undefined;
    // What is in the way depends on the text of this moment, and so does what was told last.
    void saver.save(true).then(() => saver.refresh());
    return () => setSaid(null);
  }, [saver, isShown]);

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
  const noteProblem = said && isOfNote(said) ? said.details[0]!.message : undefined;
  const isOpen = !isNew && state !== 'removed';
  return (
    <fieldset className="studio-acts" disabled={isBusy}>
      <legend className="vh">{words.toReaders}</legend>
      <div ref={outcome} role={said?.isProblem ? 'alert' : 'status'}>
        {said && !isOfNote(said) && (
          <div className={said.isProblem ? 'call bad' : 'studio-done'}>
            <b>{said.text}</b>
            {said.details.length > 0 && (
              <ul>
                {said.details.map(({ path, message }) => (
                  <li key={path + message}>
                    {labelOf(path)}: <span lang={langOf(message)}>{message}</span>
                  </li>
                ))}
              </ul>
            )}
            {!said.isProblem && base.live !== null && base.canonicalUrl !== null && (
              <p>
                <a href={base.canonicalUrl}>{words.seePage}</a>
              </p>
            )}
          </div>
        )}
      </div>
      <Problems />
      {state === 'scheduled' && base.at && <p>{words.scheduled(whenOf(base.at))}</p>}
      {isOpen && may.publish && state === 'scheduled' && (
        // What has a time goes back to where it was; nothing else of it changes.
        <button type="button" className="btn ghost" onClick={() => void act('unschedule', {}, words.unscheduled)}>
          {words.unschedule}
        </button>
      )}
      {isOpen && mayWrite && ['draft', 'changes_requested', 'unpublished'].includes(state) && (
        <Submit act={act} isHeld={blocking.length > 0} />
      )}
      {isOpen && state === 'in_review' && <Review act={act} canReview={may.review} isOwn={base.hasWritten} />}
      {isOpen && may.publish && ['approved', 'scheduled'].includes(state) && (
        <Publish {...{ act, noteProblem }} live={base.live} />
      )}
      {isOpen && may.review && ['approved', 'scheduled'].includes(state) && (
        <WithReason
          name="send-back"
          title={words.requestChanges}
          note={words.sendBackNote}
          label={words.note}
          missing={words.noteNeeded}
          onAct={(note) => act('request-changes', { note }, words.askedForChanges)}
        />
      )}
      {isOpen && may.emergency && !['live', 'approved'].includes(state) && (
        <Emergency {...{ act, noteProblem }} live={base.live} />
      )}
      {!isNew && (
        <p>
          <a href={addressHere(`/studio/${kind}/${base.id}/history`)}>{words.history}</a>
        </p>
      )}
      {isOpen && may.review && <PreviewLinks isShown={isShown} />}
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

function Problems() {
  const { base } = useEditor().now;
  if (base.id === null) return <p>{words.status.fresh}</p>;
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
              <b>{labelOf(path)}</b>
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
