import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { studio } from '../../../messages/studio.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { fullStop, langOf } from '../../../ui/format.ts';
import { Changing } from '../../../ui/changing.tsx';
import { labelOf } from './detail-fields.tsx';
import type { Snapshot } from './piece-snapshot.ts';

function textOf({ status, base, keepsNothing }: Snapshot): string {
  switch (status.is) {
    case 'clean':
      return base.id === null ? words.status.fresh : words.status.clean(base.revision);
    case 'typing':
      return keepsNothing ? words.status.notOnPhone : words.status.typing;
    case 'onPhone':
      return words.status.onPhone;
    case 'saving':
      return words.status.saving;
    case 'problem':
      return words.status.notSaved(words.why[status.why]);
  }
}

/** Where the text is now: always in sight, and told to screen readers when it changes. */
export function SaveState({ now, mayWrite, onSave }: { now: Snapshot; mayWrite: boolean; onSave(): void }) {
  const { status, base } = now;
  const isProblem = status.is === 'problem';
  return (
    <div className="studio-save">
      <p>
        <span className="studio-state" data-state={base.state}>
          <Changing text={studio.state[base.state]} />
        </span>{' '}
        <span role="status" className={isProblem ? 'err' : undefined}>
          {/* Each pause changes it from typing to kept: only what matters is said aloud. */}
          <span data-save-state={status.is}>
            <Changing text={textOf(now)} />
          </span>
        </span>
      </p>
      {mayWrite && (
        <button
          type="button"
          className="btn"
          onClick={onSave}
          disabled={(status.is === 'clean' && base.id !== null) || now.conflict !== null}
        >
          {words.save}
        </button>
      )}
      {isProblem && (status.why === 'signedOut' || status.why === 'otherPerson') && (
        <p className="studio-wide">
          <a href={addressHere('/login')} target="_blank" rel="noopener">
            {words.signInAgain}
          </a>
          {fullStop()} {words.afterSignIn}
        </p>
      )}
      {isProblem && status.details.length > 0 && (
        <ul className="studio-wide err">
          {status.details.map(({ path, message }) => (
            <li key={path + message}>
              <b>{labelOf(path)}</b>: <span lang={langOf(message)}>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
