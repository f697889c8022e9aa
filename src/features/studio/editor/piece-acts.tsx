import { type ReactNode, useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { readMoment } from '../../../platform/process/indian-time.ts';
import { MayWrite, TextField } from '../fields.tsx';

/** @returns whether it was done; a refusal is shown by the pane */
export type Act = (act: string, body: Record<string, unknown>, done: string) => Promise<boolean>;

type NoteProps = {
  id: string;
  label: string;
  hint?: string;
  value: string;
  onChange(value: string): void;
  problem?: string | undefined;
};

function Note({ problem, ...field }: NoteProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // On a phone the field may be far below the button, or under the keyboard.
    if (problem) area.current?.focus();
  }, [problem]);
  // Also who may not write the piece says something of it.
  return (
    <MayWrite value>
      <TextField {...field} ref={area as never} problem={problem} isAlert rows={2} maxLength={1_000} />
    </MayWrite>
  );
}

const noted = <Name extends string>(name: Name, text: string) => (text.trim() ? { [name]: text.trim() } : {});

function Box({ children }: { children: ReactNode }) {
  return <section className="box stack">{children}</section>;
}

export function Submit({ act, isHeld }: { act: Act; isHeld: boolean }) {
  const [note, setNote] = useState('');
  return (
    <Box>
      <Note id="submit-note" label={words.note} value={note} onChange={setNote} />
      <button
        type="button"
        className="btn"
        aria-describedby={isHeld ? 'studio-held' : undefined}
        onClick={() => void act('submit', noted('note', note), words.submitted)}
      >
        {words.submit}
      </button>
    </Box>
  );
}

export function Review({ act, canReview, isOwn }: { act: Act; canReview: boolean; isOwn: boolean }) {
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
      <Note id="review-note" label={words.note} value={note} onChange={setNote} problem={problem} />
      <div className="studio-row">
        {!isOwn && (
          <button
            type="button"
            className="btn"
            onClick={() => void act('approve', noted('note', note), words.approved)}
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

type ChangeNoteProps = Pick<NoteProps, 'id' | 'value' | 'onChange'> & Omit<PublishProps, 'act'>;

/** What readers are told has changed. */
const ChangeNote = ({ live, noteProblem, ...note }: ChangeNoteProps) =>
  live !== null && <Note {...note} label={words.changeNote} hint={words.changeNoteHint} problem={noteProblem} />;

type PublishProps = { act: Act; live: number | null; noteProblem: string | undefined };

export function Publish({ act, live, noteProblem }: PublishProps) {
  const [changeNote, setChangeNote] = useState('');
  const [at, setAt] = useState('');
  const [problem, setProblem] = useState('');
  const schedule = () => {
    if (at === '') return setProblem(words.whenNeeded);
    // The server publishes at once what is due already: a mistyped day must not.
    if ((readMoment(at)?.getTime() ?? 0) <= Date.now()) return setProblem(words.whenPast);
    setProblem('');
    return void act('publish', { at, ...noted('changeNote', changeNote) }, words.published);
  };
  return (
    <Box>
      <ChangeNote id="change-note" {...{ live, noteProblem }} value={changeNote} onChange={setChangeNote} />
      <button
        type="button"
        className="btn"
        onClick={() => void act('publish', noted('changeNote', changeNote), words.published)}
      >
        {words.publish}
      </button>
      <MayWrite value>
        <TextField label={words.when} problem={problem} isAlert type="datetime-local" value={at} onChange={setAt} />
      </MayWrite>
      <button type="button" className="btn ghost" onClick={schedule}>
        {words.publishAt}
      </button>
    </Box>
  );
}

export function Emergency({ act, live, noteProblem }: PublishProps) {
  const [changeNote, setChangeNote] = useState('');
  return (
    <WithReason
      name="emergency"
      title={words.emergency}
      button={words.emergencyDo}
      note={words.emergencyNote}
      onAct={(reason) =>
        act('publish', { emergencyReason: reason, ...noted('changeNote', changeNote) }, words.published)
      }
    >
      <ChangeNote id="emergency-change-note" {...{ live, noteProblem }} value={changeNote} onChange={setChangeNote} />
    </WithReason>
  );
}

/** What takes something away, or past others, stands behind one more tap, and needs a reason. */
export function WithReason({
  name,
  title,
  button = title,
  note,
  label = words.reason,
  missing = words.reasonNeeded,
  children,
  onAct,
}: {
  name: string;
  title: string;
  button?: string;
  note?: string;
  label?: string;
  /** Said where nothing was typed. */
  missing?: string;
  children?: ReactNode;
  onAct(reason: string): Promise<boolean>;
}) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const go = () => {
    if (reason.trim() === '') return setProblem(missing);
    setProblem('');
    return void onAct(reason.trim());
  };
  return (
    <details className="studio-more-acts">
      <summary>{title}</summary>
      <div className="stack">
        {note && <p>{note}</p>}
        {children}
        <Note id={`reason-${name}`} label={label} value={reason} onChange={setReason} problem={problem} />
        <button type="button" className="btn ghost" onClick={go}>
          {button}
        </button>
      </div>
    </details>
  );
}

export function Share({ act }: { act: Act }) {
  const [person, setPerson] = useState('');
  return (
    <details className="studio-more-acts">
      <summary>{words.sharing}</summary>
      <TextField label={words.sharePerson} value={person} onChange={setPerson} />
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
