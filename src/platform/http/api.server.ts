import type { IncomingHttpHeaders } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { acceptedLanguage } from './accept-language.ts';
import { answerInTime } from './answer-in-time.server.ts';
import { describeError } from '../observe/describe-error.server.ts';
import { AppError, detailText, type ErrorDetail, invalidInput, isAppError } from '../wire/errors.ts';
import { networkOf } from '../guard/networks.ts';
import type { PageServices } from '../page/page-services.server.ts';
import { closedPolicy } from '../guard/security-headers.server.ts';
import { notFiles, notJson, toAppError } from './to-app-error.server.ts';
import type { ErrorBody } from '../wire/wire.ts';
import { type Language, sourceLanguage } from '../../messages/catalogue.ts';
import { problems } from '../../messages/problems.ts';
import { inLanguage } from './request-context.server.ts';
import { siteLanguages } from '../settings/site-languages.ts';
import { problemOf } from '../wire/plain-problems.ts';
import { problem } from '../wire/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes multipart/form-data instead of JSON; its plugin registers the parser. */
    takesFiles?: true;
    /** Takes exactly this content type; its plugin registers the parser. */
    takesType?: string;
  }
}

export type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
/** A feature's HTTP side: routes under /api, nothing else. */
export type ApiPlugin = (app: ApiApp, options: { services: PageServices }) => Promise<void>;

const clip = (text: string, most = 120) => (text.length > most ? `${text.slice(0, most)}…` : text);
/** Ours, but some name what was sent. */
const longestMessage = 300;

/** 400 with the fields in question, in `place`; where one is not known, with `unknown_field`. */
export function refusalOf(error: z.ZodError, place: PropertyKey[] = []): AppError {
  const found: ErrorDetail[] = error.issues.slice(0, 20).flatMap((issue) => {
    const at = (...keys: string[]) => clip([...place, ...issue.path, ...keys].join('.'));
    return issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, 20).map((key) => ({ path: at(key), message: problem('field.fieldUnknown') }))
      : [{ path: at(), message: problemOf(issue) }];
  });
  // A text that is too short may fail in two ways: the first says enough.
  const details = found.filter(({ path }, at) => found.findIndex((other) => other.path === path) === at);
  const hasUnknownField = error.issues.some((issue) => issue.code === 'unrecognized_keys');
  return invalidInput(details, hasUnknownField ? 'unknown_field' : 'validation_failed');
}

/** Of the query; Fastify refuses a badly encoded path itself, but leaves a query's `%` signs as they are. */
function isWellEncoded(url: string): boolean {
  const at = url.indexOf('?');
  try {
    if (at >= 0) decodeURIComponent(url.slice(at + 1));
    return true;
  } catch {
    return false;
  }
}

const strictText = new TextDecoder('utf-8', { fatal: true });

/**
 * Overrides Fastify's unsafe defaults for /api: type coercion, dropped unknown keys, error texts that leak.
 * @param isSignedIn signed-in callers have no read limit, because many users share one address behind carrier NAT
 */
export function hardenApi(
  app: ApiApp,
  services: PageServices,
  isSignedIn: (request: FastifyRequest) => Promise<boolean> = async () => false,
): void {
  app.setValidatorCompiler(({ schema }) => (value) => {
    const result = (schema as z.ZodType).safeParse(value);
    if (result.success) return { value: result.data };
    return { error: refusalOf(result.error) };
  });
  app.setSerializerCompiler(serializerCompiler);

  takeJson(app);

  answerInTime(app, services.longestAnswer);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('cross-origin-resource-policy', 'same-origin').header('content-security-policy', closedPolicy);
    if (!isWellEncoded(request.url)) throw new AppError(400, 'validation_failed', () => problems.badAddress);
    if (!(await isSignedIn(request))) await services.limits.reads(networkOf(request.ip));
  });

  // Fastify matches content types loosely; accept only the exact JSON types in UTF-8.
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'];
    const { takesFiles, takesType } = request.routeOptions.config;
    if (takesType !== undefined) {
      if (type !== takesType) throw new AppError(415, 'unsupported_media_type', () => problems.needsType(takesType));
      return;
    }
    if (takesFiles) {
      // Begins a resumable upload: the bytes come later.
      if (request.headers['tus-resumable'] !== undefined && type === undefined) return;
      if (!/^multipart\/form-data *; *boundary=/i.test(type ?? '')) throw notFiles();
      return;
    }
    if (type !== undefined && !/^application\/json(?: *; *charset="?utf-8"?)? *$/i.test(type)) throw notJson();
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) {
      reply.header(
        'cache-control',
        request.method === 'GET' && reply.statusCode === 200 ? 'public, max-age=0, must-revalidate' : 'no-store',
      );
    }
    return payload;
  });

  answerErrors(app);
}

/** Many clients name the JSON type with every call, also with one that carries nothing. */
function needsNoBody({ method, routeOptions }: FastifyRequest): boolean {
  const body = routeOptions.schema?.body as z.ZodType | undefined;
  return method === 'DELETE' || (body !== undefined && body.safeParse(undefined).success);
}

/** Accepts these content types only, parsed as UTF-8 JSON without prototype keys. */
export function takeJson(app: ApiApp, types = ['application/json']): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 && needsNoBody(request)) return done(null, undefined);
    let text: string;
    try {
      text = strictText.decode(body as Buffer);
    } catch {
      return done(new AppError(400, 'invalid_json', () => problems.notUtf8), undefined);
    }
    parseJson(request, text, done);
  });
}

/** What else the answer varies by stays. */
export function varyByLanguage(reply: FastifyReply): void {
  const now = reply.getHeader('vary');
  reply.header('vary', now === undefined ? 'Accept-Language' : `${String(now)}, Accept-Language`);
}

/** Error handlers are per scope: without this one Fastify would answer with the text of whatever was thrown. */
export function answerErrors(app: ApiApp): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = toAppError(error);
    // Deliberate refusals (no provider, overload) are not failures, and would flood the log under load.
    if (answer.status >= 500 && !isAppError(error)) request.log.error({ err: describeError(error) }, 'request failed');
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
    varyByLanguage(reply);
    reply
      .code(answer.status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(errorBodyOf(answer, request));
  });
}

/** The language in which a caller reads errors, whatever language of content the call asks for. */
export const errorLanguageOf = ({ headers }: { headers: IncomingHttpHeaders }): Language =>
  acceptedLanguage(headers['accept-language'], siteLanguages()) ?? sourceLanguage;

const worded = (detail: ErrorDetail) => ({
  path: detail.path,
  message: clip(detailText(detail), longestMessage),
});

/** The messages are in the language that Accept-Language prefers, English where it names none. */
export function errorBodyOf(
  error: AppError,
  request: Pick<FastifyRequest, 'id'> & { headers: IncomingHttpHeaders },
): ErrorBody {
  const language = errorLanguageOf(request);
  return {
    status: error.status,
    code: error.code,
    ...inLanguage(language, () => ({
      message: error.message,
      ...(error.details ? { details: error.details.map(worded) } : {}),
    })),
    ...(error.current ? { current: { ...error.current } } : {}),
    requestId: request.id,
  };
}
