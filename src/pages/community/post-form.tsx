import { community as c } from '../../messages/community.ts';
import { unanswered } from '../../messages/unanswered.ts';
import { TextArea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useHere } from '../account/use-here.ts';
import type { NumberKind } from './check-words.ts';

/** A rejected text and the reason, for the form that shows it again. */
export type Refused = {
  body: string;
  problem: string | null;
  numbers: NumberKind[];
  isMasked: boolean;
  /** Begun from a piece, by nobody yet. */
  isBegun?: boolean;
};

/** @param isFocused where it stands below the first screen */
export function Problem({ isFocused, children }: { isFocused?: boolean; children: React.ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader goes on where the problem is
    <div className="call bad" role="alert" id="problem" tabIndex={-1} autoFocus={isFocused}>
      <Icon name="alert" />
      <b>{c.problem}</b>
      <p>{children}</p>
    </div>
  );
}

/** Warning before publication; its buttons submit the enclosing form. */
export function NumbersWarning({ numbers }: { numbers: NumberKind[] }) {
  if (numbers.length === 0) return null;
  return (
    <div className="call warn" role="alert">
      <Icon name="alert" />
      <b>{c.numbers.heading}</b>
      <p>{c.numbers.note(numbers.map((kind) => c.numbers[kind]))}</p>
      <div className="acts">
        <button className="btn" name="do" value="mask">
          {c.numbers.mask}
        </button>
        <button className="btn ghost" name="do" value="anyway">
          {c.numbers.anyway}
        </button>
      </div>
    </div>
  );
}

export const Masked = () => (
  <div className="call good" role="status">
    <Icon name="tick" />
    <b>{c.numbers.masked}</b>
  </div>
);

type Props = { intent: 'answer' | 'reply'; parentId: number; refused: Refused | null };

/** Answer or reply form. Works without script; thread-acts.ts adds drafts and posting without a navigation. */
export function PostForm({ intent, parentId, refused }: Props) {
  const isReply = intent === 'reply';
  const error = refused && refused.numbers.length > 0 ? c.numbers.field : refused?.problem;
  const hint = isReply ? c.replyHint : c.answerHint;
  return (
    <form
      className="form write"
      id={intent}
      method="post"
      action={useHere()}
      data-write={intent}
      data-waits={intent}
      data-parent={parentId}
      noValidate
    >
      <input type="hidden" name="intent" value={intent} />
      {isReply && <input type="hidden" name="comment" value={parentId} />}
      {/* thread-acts.ts shows it where nothing has come back. */}
      <div className="call bad" role="alert" id="problem" data-told hidden={!refused?.problem}>
        <Icon name="alert" />
        <b>{c.errorPosting}</b>
        <p>{refused?.problem}</p>
        <p hidden>{c.draftKept}</p>
      </div>
      {refused?.isMasked && <Masked />}
      {refused?.isBegun && (
        <div className="call note" role="status">
          <Icon name="info" />
          <b>{unanswered.begun}</b>
          <p>{unanswered.begunNote}</p>
        </div>
      )}
      <TextArea
        id="words"
        name="body"
        label={isReply ? c.yourReply : c.yourAnswer}
        hint={hint}
        maxLength={5_000}
        required
        defaultValue={refused?.body}
        error={error}
        isFirstWrong={Boolean(refused)}
      />
      {refused && <NumbersWarning numbers={refused.numbers} />}
      {!(refused && refused.numbers.length > 0) && (
        <div className="acts">
          <button className="btn" name="do" value="post">
            {isReply ? c.postReply : c.postAnswer}
          </button>
          <span className="soft small" data-used />
        </div>
      )}
      {!refused && (
        <p className="soft small" data-signed-out>
          {c.anyoneMay}
        </p>
      )}
    </form>
  );
}
