import { follows as words } from '../../messages/follows.ts';
import { followAddress } from './follow-address.ts';
import type { FollowedType } from './follows.contract.ts';
import { Island } from '../../ui/island.tsx';
import type { FollowProps } from './follow.island.ts';

/**
 * @param isOn whether the viewer follows it; left out where the page is the same for everyone: a script then asks for
 *   who is signed in. False on a question, whose own script has the answer already (pages/community/thread-acts.ts)
 */
export function FollowButton({
  type,
  id,
  text,
  isOn,
}: {
  type: FollowedType;
  id: number | string;
  /** In place of 'Follow', as a button of full size. */
  text?: string;
  isOn?: boolean;
}) {
  const form = (
    <form method="post" action={followAddress(type, id)} data-follow="" data-waits="follow">
      <button className={text ? 'btn ghost' : 'tool'} name="do" value={isOn ? 'stop' : 'follow'}>
        {text ?? words.follow}
      </button>
    </form>
  );
  return isOn === undefined ? (
    <Island name="follow" when="signed-in" props={{ type, id, stop: words.stop } satisfies FollowProps}>
      {form}
    </Island>
  ) : (
    form
  );
}
