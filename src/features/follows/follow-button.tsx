import { follows as words } from '../../messages/follows.ts';
import { followAddress } from './follow-address.ts';

/** The same for everyone: who follows already is told so on the next page, or by the script of the thread. */
export function FollowButton({ questionId }: { questionId: number }) {
  return (
    <form method="post" action={followAddress('QUESTION', questionId)} data-follow={`QUESTION-${questionId}`}>
      <button className="tool" name="do" value="follow">
        {words.follow}
      </button>
    </form>
  );
}
