import type { PageServices } from '../../platform/page/page-services.server.ts';
import { readState } from '../../platform/settings/site-state.server.ts';

/** A nightly backup that is this late did not happen. */
const lateMs = 30 * 3_600_000;

/**
 * Alerts the owner where the last backup or drill failed, or a backup is late. A site that never made one is left in
 * peace: a trial has nothing to lose.
 */
export async function watchBackups({
  connection: { db },
  clock,
  alertOwner,
}: Pick<PageServices, 'connection' | 'clock' | 'alertOwner'>): Promise<void> {
  const [made, failed, drilled, drillFailed] = await Promise.all(
    (['backup', 'backup_failed', 'drill', 'drill_failed'] as const).map((name) => readState(db, name)),
  );
  const isLate = made && clock().getTime() - made.at.getTime() > lateMs;
  if (isLate || isNewer(failed, made)) alertOwner?.('backup');
  if (isNewer(drillFailed, drilled)) alertOwner?.('drill');
}

type Moment = { at: Date } | undefined;
const isNewer = (failure: Moment, success: Moment) =>
  failure !== undefined && (success === undefined || failure.at > success.at);
