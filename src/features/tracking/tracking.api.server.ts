import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { answerErrors, type ApiApp, takeJson } from '../../platform/api.server.ts';
import { readCookies } from '../../platform/cookies.server.ts';
import { derivedKey } from '../../platform/derived-key.server.ts';
import { describeError } from '../../platform/describe-error.server.ts';
import { AppError, foreignOrigin, invalidInput } from '../../platform/errors.ts';
import { networkOf } from '../../platform/limits.server.ts';
import { originOf } from '../../platform/own-origin.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { closedPolicy } from '../../platform/security-headers.server.ts';
import { cleanEvent, withoutPeople } from './clean-event.ts';
import { createCollector } from './collect-events.server.ts';
import { trackBody, type TrackEvent, trackEvent } from './tracking.contract.ts';
import { sweepEvents } from './tracking.queries.server.ts';

/** Beacons of pages, at /api/track. A scope of its own: nothing else under /api takes text/plain, which any site may send. */
export async function trackingApi(app: ApiApp, { services }: { services: PageServices }): Promise<void> {
  const {
    config,
    connection: { db },
  } = services;
  const collector = createCollector(db, {
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
      throw new AppError(415, 'unsupported_media_type', 'Send JSON.');
  });

  answerErrors(app);

  app.post('/', async (request, reply) => {
    const events = eventsOf(request.body);
    // Whoever says so is not counted, here as in the page's own script.
    if (request.headers.dnt !== '1' && request.headers['sec-gpc'] !== '1') {
      const now = services.clock();
      const cookies = readCookies(request.headers.cookie);
      const who = { visit: visitOf(request, cookies), source: sourceOf(cookies) };
      await collector.take(events.map((event) => ({ ...cleanEvent(event, now), ...who })));
    }
    return reply.code(204).send();
  });

  // Without its cookie a visit is what one network and one kind of browser do.
  function visitOf({ headers, ip }: FastifyRequest, cookies: Map<string, string>): string {
    const id = cookies.get('jrk_session_id');
    // Keyed by what stands before it, and cut: a tenth of the time of an HMAC, and nothing is proven with it.
    return hash(
      'sha256',
      `${visitKey} ${id !== undefined && id.length <= 200 ? `id ${id}` : `network ${networkOf(ip)} ${headers['user-agent'] ?? ''}`}`,
      'base64url',
    ).slice(0, 22);
  }

  const sweeping = setInterval(() => void sweepEvents(db).catch(() => {}), 3_600_000);
  sweeping.unref();
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    await collector.stop();
  });
}

function eventsOf(body: unknown): TrackEvent[] {
  const isList = Array.isArray(body);
  const result = isList ? trackBody.safeParse(body) : trackEvent.safeParse(body);
  if (result.success) return [result.data].flat();
  throw refusalOf(result.error, isList);
}

/** With the place: which event of the list, which field. */
function refusalOf(error: z.ZodError, isList: boolean): AppError {
  const [first] = error.issues;
  const issues =
    first?.code === 'invalid_union' && isList
      ? first.errors.flatMap((branch) => branch).filter(({ path }) => path.length > 0)
      : error.issues;
  const shown = (issues.length > 0 ? issues : error.issues).slice(0, 20);
  const details = shown.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, 20)
          .map((key) => ({
            path: [...issue.path, key].join('.').slice(0, 120),
            message: 'This field is not known here.',
          }))
      : [{ path: issue.path.join('.').slice(0, 120), message: issue.message.slice(0, 120) }],
  );
  return invalidInput(
    details,
    shown.some(({ code }) => code === 'unrecognized_keys') ? 'unknown_field' : 'validation_failed',
  );
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
