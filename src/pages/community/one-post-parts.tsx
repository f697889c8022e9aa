import { community as c } from '../../messages/community.ts';
import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useHere } from '../account/use-here.ts';

type PostType = keyof typeof c.one.deleteSure;
export type Answer = { id: number; name: string; words: string; isAccepted: boolean };

/** Confirmation step before a deletion. */
export function DeleteSure({ kind, backHref }: { kind: PostType; backHref: string }) {
  return (
    <div className="call bad" role="alert" id="problem" tabIndex={-1}>
      <Icon name="alert" />
      <b>{c.one.deleteSure[kind]}</b>
      <p>{c.one.deleteGone}</p>
      {kind !== 'REPLY' && <p>{c.one.deleteKept}</p>}
      <form className="acts" method="post" action={useHere()}>
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="sure" value="yes" />
        <button className="btn danger">{c.one.deleteYes}</button>
        <a className="btn ghost" href={backHref}>
          {c.one.deleteNo}
        </a>
      </form>
    </div>
  );
}

export function Accept({ answers }: { answers: Answer[] }) {
  return (
    <>
      <fieldset className="field">
        <legend>{c.one.acceptWhich}</legend>
        {answers.map(({ id, name, words, isAccepted }) => (
          <label key={id} className="tick">
            <input type="radio" name="comment" value={id} defaultChecked={isAccepted} required />
            <span lang={langOf(words)}>{`${name}: ${words}`}</span>
          </label>
        ))}
      </fieldset>
      <div className="acts">
        <button className="btn" name="do" value="do">
          {c.one.acceptIt}
        </button>
        {answers.some(({ isAccepted }) => isAccepted) && (
          <button className="btn ghost" name="do" value="undo" formNoValidate>
            {c.one.unaccept}
          </button>
        )}
      </div>
    </>
  );
}
