import { follows as words } from '../../messages/follows.ts';
import { followAddress } from './follow-address.ts';
import type { FollowedType } from './follows.contract.ts';

/** The same for everyone: who follows already is told so on the next page, or by the script of the thread. */
export function FollowButton({ entityType, entityId }: { entityType: FollowedType; entityId: number }) {
  return (
    <form method="post" action={followAddress(entityType, entityId)} data-follow={`${entityType}-${entityId}`}>
      <button className="tool" name="do" value="follow">
        {words.follow}
      </button>
    </form>
  );
}
