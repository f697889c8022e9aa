import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { answerErrors, type ApiApp, refusalOf, takeJson } from '../../platform/http/api.server.ts';
import { readCookies } from '../../platform/http/cookies.server.ts';
import { derivedKey } from '../../platform/guard/derived-key.server.ts';
import { describeError } from '../../platform/observe/describe-error.server.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { AppError, foreignOrigin, invalidInput } from '../../platform/wire/errors.ts';
import { networkOf, networksOf } from '../../platform/guard/networks.ts';
import { originOf } from '../../platform/guard/own-origin.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { closedPolicy } from '../../platform/guard/security-headers.server.ts';
import { type BeaconNetworks, createShares } from './beacon-shares.ts';
import { cleanEvent, withoutPeople } from './clean-event.ts';
import { createCollector } from './collect-events.server.ts';
import { maxEvents, type TrackEvent, trackEvent } from './tracking.contract.ts';
import { saveEvents } from './tracking.queries.server.ts';
import { problems } from '../../messages/problems.ts';
import { problem } from '../../platform/wire/problem.ts';

/** Beacons at /api/track. A scope of its own: only here is text/plain accepted, which needs no CORS preflight. */
export async function trackingApi(app: ApiApp, { services }: { services: PageServices }): Promise<void> {
  const { config } = services;
  const { db } = services.connection;
  const shares = createShares(() => services.clock().getTime());
  const collector = createCollector(db, {
    save: async (database, events) => shares.note(await saveEvents(database, events)),
    onRefused: (error, events) =>
      app.log.error({ err: describeError(error), events }, 'a beacon was dropped: the database refuses its data'),
  });
  const visitKey = derivedKey(config.authSecret, 'visit').toString('base64url');

  takeJson(app, ['application/json', 'text/plain']);

  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .header('content-security-policy', closedPolicy);
    if (originOf(config, request.headers) === 'foreign') throw foreignOrigin();
  });
  app.addHook('preParsing', async ({ headers: { 'content-type': type } }) => {
    if (type !== undefined && !/^(?:application\/json|text\/plain)(?: *; *charset="?utf-8"?)? *$/i.test(type))
      throw new AppError(415, 'unsupported_media_type', () => problems.needsJson);
  });

  answerErrors(app);

  app.post('/', async (request, reply) => {
    const events = eventsOf(request.body);
    // Do Not Track and Global Privacy Control opt out here too, not only in the page's script.
    if (request.headers.dnt !== '1' && request.headers['sec-gpc'] !== '1') {
      const now = services.clock();
      const networks = networksIn(request);
      // A network this far over its quota tells nothing: drop the beacon before any database work.
      const fits = shares.take(networks, events.length);
      if (fits === 0) return reply.code(204).send();
      const cookies = readCookies(request.headers.cookie);
      const who = { visit: visitOf(request, cookies), source: sourceOf(cookies), networks };
      await collector.take(events.slice(0, fits).map((event) => ({ ...cleanEvent(event, now), ...who })));
    }
    return reply.code(204).send();
  });

  function networksIn({ ip }: FastifyRequest): BeaconNetworks {
    const { own, by48 } = networksOf(ip);
    const hashed = (network: string) => hash('sha256', `${visitKey} share ${network}`, 'base64url').slice(0, 22);
    const day = dayInIndia(services.clock());
    return {
      own: hashed(own),
      by48: by48 === null ? null : hashed(by48),
      ofDay: hashed(`${day} ${by48 ?? own}`),
    };
  }

  // Without the visit cookie, a visit is one network with one user agent.
  function visitOf({ headers, ip }: FastifyRequest, cookies: Map<string, string>): string {
    const id = cookies.get('jrk_session_id');
    // A prefix-keyed, truncated hash: a tenth of an HMAC's cost, and it authenticates nothing.
    return hash(
      'sha256',
      `${visitKey} ${id !== undefined && id.length <= 200 ? `id ${id}` : `network ${networkOf(ip)} ${headers['user-agent'] ?? ''}`}`,
      'base64url',
    ).slice(0, 22);
  }

  app.addHook('onClose', () => collector.stop());
}

/** Validates one by one and stops at the first error: a long invalid list costs no more than one event. */
function eventsOf(body: unknown): TrackEvent[] {
  if (!Array.isArray(body)) return [eventOf(body, [])];
  if (body.length === 0 || body.length > maxEvents)
    throw invalidInput([{ path: '', message: problem('field.events', maxEvents) }]);
  return body.map((event: unknown, at) => eventOf(event, [at]));
}

/** @throws AppError 400 with the path: index in the list, then field */
function eventOf(body: unknown, place: PropertyKey[]): TrackEvent {
  const result = trackEvent.safeParse(body);
  if (result.success) return result.data;
  throw refusalOf(result.error, place);
}

function sourceOf(cookies: Map<string, string>): string {
  const source = cookies.get('jrk_source') ?? 'direct';
  if (source === 'direct') return source;
  const text = withoutPeople(
    source
      .toWellFormed()
      .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  )
    .slice(0, 80)
    .toWellFormed();
  return text === '' ? 'direct' : text;
}
