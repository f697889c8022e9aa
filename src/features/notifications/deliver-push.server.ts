import type { IncomingMessage } from 'node:http';
import webPush from 'web-push';
import type { Queryable } from '../../database/connect.server.ts';
import { type Deliver, RecipientFails, Undeliverable } from '../../platform/delivery/outbox-message.ts';
import { askPublic, internet, type Network, NotPublic } from '../../platform/http/public-request.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { pushKeys } from './push-keys.server.ts';
import { deleteSubscription, findSubscription } from './push-subscriptions.queries.server.ts';

const ttlSeconds = 24 * 3_600;
// A slow endpoint holds a place of the outbox.
const patienceMs = 5_000;

/**
 * Web Push: encrypted for one browser (RFC 8291), and sent to the address that it named. What the browser's own service
 * does wrong holds back that message alone, which is tried again until it expires.
 */
export function deliverPush(
  db: Queryable,
  { authSecret, organization }: Pick<Config, 'authSecret' | 'organization'>,
  network: Network = internet,
): Deliver {
  const vapidDetails = { subject: `mailto:${organization.supportEmail}`, ...pushKeys(authSecret) };
  return async ({ to: id, text }, signal) => {
    const found = await findSubscription(db, id);
    if (!found) throw new Undeliverable('ended');
    const { endpoint, p256dh, auth } = found;
    const give = async (reason: string): Promise<never> => {
      await deleteSubscription(db, id);
      throw new Undeliverable(reason);
    };
    let status: number;
    try {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails,
        TTL: ttlSeconds,
      });
      const request = { method: 'POST', headers, body: body!, network } as const;
      const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      // Resolving the host's name knows no signal.
      const late = new Promise<never>((_resolve, reject) => {
        patience.addEventListener('abort', () => reject(new Error('late')));
      });
      const { response } = await Promise.race([askPublic(endpoint, { ...request, signal: patience }), late]);
      status = endOf(response);
    } catch (error) {
      if (error instanceof NotPublic) return give('not public');
      status = 0;
    }
    if (status >= 200 && status < 300) return undefined;
    if (status === 404 || status === 410) return give('gone');
    throw new RecipientFails(`push ${status}`);
  };
}

function endOf(response: IncomingMessage): number {
  response.destroy();
  return response.statusCode ?? 0;
}
