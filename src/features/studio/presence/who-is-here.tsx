import { studioHere as words } from '../../../messages/studio-here.ts';
import { formatTime, langOf } from '../../../ui/format.ts';
import { useEditor } from '../editor/editor-context.ts';
import type { WhoIsHere as Told } from './presence.contract.ts';
import type { Presence } from './use-presence.ts';

const nameOf = ({ name, isYou }: Told['here'][number]) => (isYou ? words.you : name || words.someone);

const doingOf = ({ isYou, isTyping }: Told['here'][number]) =>
  isYou ? (isTyping ? words.youType : words.youRead) : isTyping ? words.typing : words.reading;

/** Who else has this piece open, and whether somebody saved a newer text: seen before the second save is refused. */
export function WhoIsHere({ told, hadCompany }: Presence) {
  const { now, saver } = useEditor();
  const here = told?.here ?? [];
  const announced = here.length > 0 ? words.told(here.map(nameOf).join(', ')) : hadCompany ? words.alone : '';
  // While a save is under way the newer revision may be its own.
  const isNewer =
    told !== null && told.revision > now.base.revision && now.status.is !== 'saving' && now.conflict === null;
  const isChanged = Object.keys(now.changes).length > 0;
  return (
    <>
      {/* Only coming and going is said aloud: writing and pausing would interrupt a screen reader all the time. */}
      <p role="status" className="vh">
        {announced}
      </p>
      {here.length > 0 && (
        <ul className="studio-here" aria-label={words.label}>
          {here.map((one) => (
            <li key={nameOf(one) + one.since} data-typing={one.isTyping}>
              <b lang={langOf(nameOf(one))}>{nameOf(one)}</b> <span>{doingOf(one)}</span>{' '}
              <time dateTime={one.since}>{words.since(formatTime(one.since))}</time>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {isNewer && (
          <div className="call warn studio-newer">
            <p>
              {told.isSavedByYou
                ? words.newerByYou(told.revision)
                : words.newer(told.savedBy || words.someone, told.revision)}{' '}
              {isChanged && words.nothingLost}
            </p>
            <button
              type="button"
              className="btn ghost"
              onClick={() => void (isChanged ? saver.save(true) : saver.refresh())}
            >
              {isChanged ? words.seeBoth : words.show}
            </button>
          </div>
        )}
      </div>
    </>
  );
}
