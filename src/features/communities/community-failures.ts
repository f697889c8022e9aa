import { callFailures as words } from '../../messages/call-failures.ts';

/** The error of a failed community call; null where there was no response (network failure). */
export type FailedCall = { status: number; statusText: string; message: string | null } | null;
export type CommunityCall = 'write' | 'delete' | 'comment' | 'share';
/** The message shown, and the reason where there is one to give. */
export type ShownFailure = { text: string; reason: string | null };

/** The generic message for any call. */
function general(failed: FailedCall): string {
  if (!failed) return words.noResponse;
  if (failed.status === 401) return words.unauthenticated;
  if (failed.status === 403) return words.forbidden;
  return failed.message || (failed.status === 400 ? words.badRequest : words.other);
}

/** The message for a failed call, shown beside the control that was pressed. */
export function describeFailure(call: CommunityCall, failed: FailedCall): ShownFailure {
  const isCommon = !failed || [400, 401, 403].includes(failed.status);
  if (call === 'comment') return { text: words.comment, reason: general(failed) };
  if (call === 'delete' && !isCommon) return { text: words.deletion, reason: failed.message };
  if (call === 'share' && failed)
    return {
      text: words.share(failed.status, failed.statusText),
      reason: isCommon ? general(failed) : failed.message,
    };
  return { text: general(failed), reason: null };
}
