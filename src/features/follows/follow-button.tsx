import { follows as words } from '../../messages/follows.ts';
import { followAddress } from './follow-address.ts';
import type { FollowedType } from './follows.contract.ts';

/**
 * @param isOn whether the viewer follows it; where the page is the same for everyone it is false, and who follows
 * already is told so on the next page, or by the script of the thread
 */
export function FollowButton({
  type,
  id,
  text,
  isOn = false,
}: {
  type: FollowedType;
  id: number | string;
  /** In place of 'Follow', as a button of full size. */
  text?: string;
  isOn?: boolean;
}) {
  return (
    <form method="post" action={followAddress(type, id)} data-follow={`${type}-${id}`}>
      <button className={text ? 'btn ghost' : 'tool'} name="do" value={isOn ? 'stop' : 'follow'}>
        {text ?? words.follow}
      </button>
    </form>
  );
}
