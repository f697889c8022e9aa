import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { createLinkAsker } from './links/ask-link.server.ts';
import { checkLinks } from './links/check-links.server.ts';
import { releaseScheduled } from './release-scheduled.server.ts';

export const feature: Feature = {
  level: 4,
  work: [
    async ({ services: { connection }, log }) => {
      // Before the site listens: what became due while it was down.
      let { until } = await releaseScheduled(connection, null);
      return repeat({ name: 'release what was scheduled', everyMs: 15_000, log }, async () => {
        ({ until } = await releaseScheduled(connection, until));
      });
    },
    ({ services: { connection, config }, log }) => {
      if (!config.checksLinks) return;
      const origin = config.publicOrigin;
      // Slowly: links that nobody has asked for in a week.
      return repeat({ name: 'check links', everyMs: 60 * 60_000, isAtStart: true, log }, async (signal) => {
        const asker = createLinkAsker({ origin });
        const { isCutOff } = await checkLinks({ connection, origin, asker, signal, limit: 300 });
        if (isCutOff) log.warn('links were not checked: no server outside could be reached');
      });
    },
  ],
};
