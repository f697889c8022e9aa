import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { newsletterApi } from './newsletter.api.server.ts';
import { newsletterDeskApi } from './newsletter-desk.api.server.ts';
import { moveNewsletters } from './newsletters.server.ts';
import { sendNewsletters, sweepNewsletters } from './send-newsletters.server.ts';
import { exportNewsletterOf, forgetNewsletterOf, sweepSubscribers } from './subscribers.server.ts';

export const feature: Feature = {
  level: 5,
  tag: 'News by mail',
  api: [newsletterApi, newsletterDeskApi],
  sweeps: {
    'subscribers to news by mail': ({ connection }) => sweepSubscribers(connection.db),
    'recipients of newsletters': (services) => sweepNewsletters(services),
  },
  work: [
    ({ services, log }) =>
      repeat({ name: 'newsletters', everyMs: 1_000, log }, (signal) => sendNewsletters(services, signal)),
  ],
  personalData: [
    { name: 'newsletter', exportOf: exportNewsletterOf, forget: forgetNewsletterOf, move: moveNewsletters },
  ],
};
