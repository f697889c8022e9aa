import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import { safeText } from '../../platform/wire/wire.ts';
import { checkMessage } from './check-message.server.ts';
import { countMatchFrom } from './count-matches.server.ts';
import { listKnownScams } from './known-scams.queries.server.ts';
import { checkedMessage, messageInput } from './message-check.contract.ts';

const scamOnDesk = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  advice: z.array(z.string()),
  texts: z.array(z.string()),
  canonicalUrl: z.string(),
  lastSeenOn: z.string().nullable(),
});

export const messageCheckApi: ApiPlugin = async (app, { services: { connection, limits } }) => {
  app.post(
    '/check/message',
    {
      schema: {
        summary: 'Signs of a scam in a message; nothing of it is kept',
        description: 'Offsets are UTF-16 units of `text`. The outcome is never "safe".',
        body: messageInput,
        response: { 200: z.object({ data: checkedMessage }) },
      },
    },
    async (request) => {
      await limits.searches(networkOf(request.ip));
      const { text, sender } = request.body;
      const { scamAdvice, olderNote: _, advice, ...checked } = await checkMessage(connection.db, text, sender);
      const [match] = checked.matches;
      if (match) await countMatchFrom({ connection, limits }, request.ip, match.id);
      return { data: { ...checked, advice: [...advice, ...scamAdvice] } };
    },
  );

  app.post(
    '/check/matched',
    {
      schema: {
        summary: 'Counts a match of a known scam that a device found; nothing of the message is sent',
        body: z.strictObject({ id: safeText(200, 1) }),
        response: { 200: z.object({ data: z.object({ counted: z.boolean() }) }) },
      },
    },
    async (request) => {
      await limits.searches(networkOf(request.ip));
      return { data: { counted: await countMatchFrom({ connection, limits }, request.ip, request.body.id) } };
    },
  );

  app.get(
    '/check/scams',
    {
      schema: {
        summary: 'Known scams, those seen last first; numbers, links and names are placeholders',
        response: { 200: z.object({ data: z.array(scamOnDesk) }) },
      },
    },
    async () => ({ data: await listKnownScams(connection.db) }),
  );
};
