import type { FastifyBaseLogger } from 'fastify';
import { features } from './features.server.ts';
import type { Stop } from './platform/feature.ts';
import type { PageServices } from './platform/page/page-services.server.ts';
import { keepPurging } from './platform/cache/purge-worker.server.ts';
import { repeat } from './platform/process/repeat.server.ts';
import { sweepAll } from './sweeps.server.ts';

const aMinute = 60_000;

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
  const stopping = new AbortController();
  const { signal } = stopping;
  const stops: (Stop | undefined)[] = [
    repeat({ name: 'delete what is past its time', everyMs: 60 * aMinute, isAtStart: true, isLong: true, log }, (end) =>
      sweepAll(services, log, end),
    ),
    // Tells the owner before somebody is refused.
    repeat({ name: 'look at the disk', everyMs: aMinute, isAtStart: true, log }, async () => {
      await services.disk?.isShort();
    }),
  ];
  if (config.purge) stops.push(keepPurging({ connection, config, log, count: countPurges }));
  for (const start of features.flatMap(({ work = [] }) => work)) stops.push(await start({ services, log, signal }));
  return async () => {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop?.()));
  };
}
