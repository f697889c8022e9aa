import { newsletter as words } from '../../messages/newsletter.ts';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import * as wire from './newsletter.contract.ts';
import { readNewsletterKey } from './newsletter-key.server.ts';
import { askForNews, confirmOrChange, stopNews } from './subscribers.server.ts';

/** News by mail, for everybody: no account is needed. */
export const newsletterApi: ApiPlugin = async (app, { services }) => {
  const idOf = (key: string): string => {
    const id = readNewsletterKey(services.config.authSecret, key);
    if (id === null) throw notFound('page');
    return id;
  };

  app.post(
    '/newsletter',
    {
      schema: {
        summary: 'Ask for news by mail: a mail with a link goes out, once a day for each address',
        description: 'The same answer for every address. `website` is a trap for robots: filled in, nothing is sent.',
        body: wire.subscribeInput,
        response: { 200: wire.askedFor },
      },
    },
    async (request) => {
      const { website, ...input } = request.body;
      if (!website) await askForNews(services, input, request.ip);
      services.outbox.kick();
      return { data: { isAsked: true as const } };
    },
  );

  app.post(
    '/newsletter/mine',
    {
      schema: {
        summary: 'Consent by the key of the link in that mail; later a change of the choices',
        body: wire.ownInput,
        response: { 200: wire.oneSubscription },
      },
    },
    async (request) => {
      const { key, ...choices } = request.body;
      const consent = inLanguage(choices.lang, () => words.consent);
      const row = await confirmOrChange(services, idOf(key), choices, consent);
      if (!row) throw notFound('page');
      const { lang, state, categoryIds, confirmedAt } = row;
      return { data: { lang, state, categoryIds, confirmedAt: confirmedAt!.toISOString() } };
    },
  );

  app.post(
    '/newsletter/stop',
    { schema: { summary: 'No more news by mail', body: wire.stopInput, response: { 200: wire.ended } } },
    async (request) => {
      await stopNews(services, idOf(request.body.key));
      return { data: { isEnded: true as const } };
    },
  );
};
