import type { FastifyBaseLogger } from 'fastify';
import { keepRunningImportJobs } from './features/importing/desk/run-job.server.ts';
import { sendNotificationMails } from './features/notifications/send-notification-mails.server.ts';
import { createLinkAsker } from './features/publishing/links/ask-link.server.ts';
import { checkLinks } from './features/publishing/links/check-links.server.ts';
import { releaseScheduled } from './features/publishing/release-scheduled.server.ts';
import { completeIndex } from './features/search/complete-index.server.ts';
import { adoptEverything } from './features/studio/adopt-rows.server.ts';
import { publishDue } from './features/studio/publish-due.server.ts';
import { tellClocks } from './features/support/tell-clocks.server.ts';
import { completeSoundIndexes } from './features/transliteration/sound-index.ts';
import { describeError } from './platform/describe-error.server.ts';
import type { PageServices } from './platform/page-services.server.ts';
import { keepPurging } from './platform/purge-worker.server.ts';
import { repeat } from './platform/repeat.server.ts';
import { sweepAll } from './sweeps.server.ts';

const aMinute = 60_000;
const anHour = 3_600_000;

/**
 * Work that no request asks for, on each instance, beside the outbox. A failure is logged and the work tried again at
 * its next time. @returns stops all of it, after what is under way
 */
export async function startBackgroundWork(
  services: PageServices,
  log: FastifyBaseLogger,
  countPurges?: Parameters<typeof keepPurging>[0]['count'],
): Promise<() => Promise<void>> {
  const { connection, config } = services;
  // Before the site listens: what became due while it was down.
  let { until } = await releaseScheduled(connection, null);
  const stops = [
    repeat({ name: 'publish what is due', everyMs: 15_000, log }, async () => {
      await publishDue(services);
      ({ until } = await releaseScheduled(connection, until));
    }),
    // What existed before the studio, and what imports from elsewhere wrote.
    repeat({ name: 'take pieces over into the studio', everyMs: 10 * aMinute, isAtStart: true, log }, (signal) =>
      adoptEverything(connection, signal),
    ),
    repeat({ name: 'delete what is past its time', everyMs: anHour, isAtStart: true, isLong: true, log }, (signal) =>
      sweepAll(services, log, signal),
    ),
    // Tells the owner before somebody is refused.
    repeat({ name: 'look at the disk', everyMs: aMinute, isAtStart: true, log }, async () => {
      await services.disk?.isShort();
    }),
    repeat({ name: 'mail about notifications', everyMs: 5 * aMinute, log }, () => sendNotificationMails(services)),
    repeat({ name: "mail about complaints' clocks", everyMs: aMinute, log }, () => tellClocks(services)),
    await keepRunningImportJobs(services, (error) =>
      log.error({ err: describeError(error) }, 'an import of the studio failed'),
    ),
  ];
  if (config.purge) stops.push(keepPurging({ connection, config, log, count: countPurges }));
  if (config.checksLinks) {
    const origin = config.publicOrigin;
    stops.push(
      // Slowly: links that nobody has asked for in a week.
      repeat({ name: 'check links', everyMs: anHour, isAtStart: true, log }, async (signal) => {
        const { isCutOff } = await checkLinks({
          connection,
          origin,
          asker: createLinkAsker({ origin }),
          signal,
          limit: 300,
        });
        if (isCutOff) log.warn('links were not checked: no server outside could be reached');
      }),
    );
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  const completing = [
    completeIndex(connection, signal).catch((error) =>
      log.error({ err: describeError(error) }, 'the search index is not complete'),
    ),
    // The first search would compute them all at once.
    completeSoundIndexes({ signal }).catch((error) =>
      log.error({ err: describeError(error) }, 'the words of the search are not complete'),
    ),
  ];
  return async () => {
    stopping.abort();
    await Promise.all([...stops.map((stop) => stop()), ...completing]);
  };
}
