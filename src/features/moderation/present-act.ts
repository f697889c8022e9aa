import type { moderationActs } from '../../database/schema.ts';
import type { ModerationActView } from './moderation.contract.ts';

/** Omits the moderator's identity. */
export const presentAct = (row: typeof moderationActs.$inferSelect): ModerationActView => ({
  id: row.id,
  act: row.isHold ? 'HOLD' : row.act,
  entityType: row.entityType,
  entityId: row.entityId,
  reason: row.reason,
  days: row.days,
  keepsPost: row.keepsPost,
  keepsNothing: row.keepsNothing,
  createdAt: row.createdAt.toISOString(),
  isByReports: row.moderatorId === null && !row.isHold,
});
