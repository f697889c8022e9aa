import { followInput, type FollowedType, isNumbered } from './follows.contract.ts';

/** Where one thing is followed and left: `/follow?on=question-12`. */
export const followAddress = (entityType: FollowedType, entityId: number | string): string =>
  `/follow?on=${encodeURIComponent(`${entityType.toLowerCase()}-${entityId}`)}`;

/** The thing of such an address; null for what can be none. */
export function readFollowed(on: string): { entityType: FollowedType; entityId: number | string } | null {
  const [, type = '', id = ''] = /^([a-z]+)-(.+)$/.exec(on) ?? [];
  const entityType = type.toUpperCase() as FollowedType;
  const entityId = isNumbered(entityType) && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : id;
  const { success } = followInput.safeParse({ entityType, entityId, following: true });
  return success ? { entityType, entityId } : null;
}
