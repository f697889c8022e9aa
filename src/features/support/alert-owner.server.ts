import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from '../../database/connect.server.ts';
import { ownerMessages } from '../../messages/owner.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { describeError } from '../../platform/observe/describe-error.server.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { type AlertName, type BudgetName, type BudgetState, sharedLimit } from '../../platform/guard/limits.server.ts';
import type { Outbox } from '../../platform/delivery/outbox.server.ts';
import { briefly } from '../../platform/http/request-context.server.ts';

type AlertServices = {
  connection: Connection;
  config: Pick<Config, 'organization' | 'publicOrigin'>;
  outbox: Outbox;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Metric hook. */
  count?: ((budget: AlertName, state: BudgetState) => void) | undefined;
};

const quietMs = 60_000;
const onceIn = 12 * 3_600;
const logged: Partial<Record<AlertName, string>> = {
  disk: 'the disk is nearly full',
  mails: 'mails are held back by their limits',
  backup: 'the last backup failed, or is late',
  drill: 'the last restore for practice failed',
};

const isPlain = (alert: AlertName): alert is Exclude<AlertName, BudgetName> => alert in ownerMessages;

/**
 * Alerts the owner about a budget, held-back mails, the disk, or backups: log and metric once a minute on each instance, one mail in 12 hours overall.
 * Fire and forget: never throws.
 */
export function ownerAlerts({ connection, config, outbox, log, count }: AlertServices) {
  const quietUntil = new Map<string, number>();
  const mails = sharedLimit(connection, 'owner-told', 1, onceIn);

  async function mail(budget: AlertName, state: BudgetState): Promise<void> {
    if (!outbox.takes('email')) return;
    await connection.db.transaction(async (tx) => {
      await mails(`${budget}:${state}`, tx);
      await outbox.send(tx, {
        channel: 'email',
        to: config.organization.supportEmail,
        purpose: 'owner_told',
        ...(isPlain(budget)
          ? ownerMessages[budget](config.publicOrigin)
          : ownerMessages.budget(budget, state, config.publicOrigin)),
      });
    });
    outbox.kick();
  }

  return (budget: AlertName, state: BudgetState): void => {
    const key = `${budget} ${state}`;
    if ((quietUntil.get(key) ?? 0) > Date.now()) return;
    quietUntil.set(key, Date.now() + quietMs);
    count?.(budget, state);
    log.warn({ budget, state }, logged[budget] ?? 'a budget of the site is running out');
    void briefly('owner told', () => mail(budget, state)).catch((error: unknown) => {
      if (isAppError(error) && error.status === 429) return;
      // Lets the next spend of this budget retry.
      quietUntil.delete(key);
      log.error({ err: describeError(error) }, 'the owner could not be told');
    });
  };
}
