import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from './database/connect.server.ts';
import { startCommunityTexts } from './features/communities/start-community-texts.server.ts';
import { personalData } from './features.server.ts';
import { startPieceTexts } from './features/studio/pieces/start-piece-texts.server.ts';
import { ownerAlerts } from './features/support/alert-owner.server.ts';
import type { Config } from './platform/settings/config.server.ts';
import { watchDisk } from './platform/guard/disk-space.server.ts';
import { defaultLimits, type Limits } from './platform/guard/limits.server.ts';
import type { Metrics } from './platform/observe/metrics.server.ts';
import { createOutbox, type OutboxOptions } from './platform/delivery/outbox.server.ts';
import { deliverPush } from './features/notifications/deliver-push.server.ts';
import { providersOf } from './platform/delivery/outbox-providers.server.ts';
import type { PageServices } from './platform/page/page-services.server.ts';

type Wiring = {
  connection: Connection;
  config: Config;
  logger: FastifyBaseLogger;
  metrics?: Pick<Metrics, 'counting' | 'countAlert'> | undefined;
  /** Replaces the default limits. */
  limits?: Partial<Limits>;
  /** Replaces the providers from the settings. */
  providers?: OutboxOptions['providers'];
  longestAnswer: number;
};

/** Wires the services of a running site: outbox, rate limits, and alerts for exhausted budgets. */
export function wireServices({
  connection,
  config,
  logger,
  metrics,
  limits = {},
  providers = { ...providersOf(config), push: deliverPush(connection.db, config) },
  longestAnswer,
}: Wiring): PageServices {
  const outbox = createOutbox({ connection, config, log: logger, providers });
  const sendAlert = ownerAlerts({ connection, config, outbox, log: logger, count: metrics?.countAlert });
  const all = {
    ...defaultLimits(connection, { sms: config.smsBudget, answerSms: config.answerSms, ...config.budgets }, sendAlert),
    ...limits,
  };
  return {
    config,
    connection,
    limits: metrics?.counting(all) ?? all,
    outbox,
    personalData,
    texts: startCommunityTexts(),
    pieceTexts: startPieceTexts(),
    alertOwner: (alert) => sendAlert(alert, 'used'),
    disk: watchDisk(config.dataDir, () => sendAlert('disk', 'used')),
    clock: () => new Date(),
    longestAnswer,
  };
}
