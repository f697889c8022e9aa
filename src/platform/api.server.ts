import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { answerInTime } from './answer-in-time.server.ts';
import { describeError } from './describe-error.server.ts';
import { AppError, type ErrorDetail, invalidInput, isAppError } from './errors.ts';
import { networkOf } from './limits.server.ts';
import type { PageServices } from './page-services.server.ts';
import { closedPolicy } from './security-headers.server.ts';
import { notJson, toAppError } from './to-app-error.server.ts';
import type { ErrorBody } from './wire.ts';

export type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
/** A feature's HTTP side: routes under /api, nothing else. */
export type ApiPlugin = (app: ApiApp, options: { services: PageServices }) => Promise<void>;

const clip = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

function detailsOf(error: z.ZodError): { details: ErrorDetail[]; hasUnknownField: boolean } {
  const details = error.issues.slice(0, 20).flatMap((issue) => {
    const path = issue.path.join('.');
    return issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, 20)
          .map((key) => ({ path: clip([...issue.path, key].join('.')), message: 'This field is not known here.' }))
      : [{ path: clip(path), message: clip(issue.message) }];
  });
  return { details, hasUnknownField: error.issues.some((issue) => issue.code === 'unrecognized_keys') };
}

const strictText = new TextDecoder('utf-8', { fatal: true });

/**
 * Everything that Fastify would let through, coerce or give away by default, set right for /api.
 * @param isSignedIn whoever is has no limit of reads: many share one address of the network
 */
export function hardenApi(
  app: ApiApp,
  services: PageServices,
  isSignedIn: (request: FastifyRequest) => Promise<boolean> = async () => false,
): void {
  app.setValidatorCompiler(({ schema }) => (value) => {
    const result = (schema as z.ZodType).safeParse(value);
    if (result.success) return { value: result.data };
    const { details, hasUnknownField } = detailsOf(result.error);
    return { error: invalidInput(details, hasUnknownField ? 'unknown_field' : 'validation_failed') };
  });
  app.setSerializerCompiler(serializerCompiler);

  takeJson(app);

  answerInTime(app, services.longestAnswer);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('cross-origin-resource-policy', 'same-origin').header('content-security-policy', closedPolicy);
    if (!(await isSignedIn(request))) await services.limits.reads(networkOf(request.ip));
  });

  // Parsers are looked up leniently; a content type is JSON in UTF-8 to the letter, or it is refused.
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'];
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

/** Bodies of these content types are JSON in UTF-8, without prototype keys; nothing else is taken. */
export function takeJson(app: ApiApp, types = ['application/json']): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 && request.method === 'DELETE') return done(null, undefined);
    let text: string;
    try {
      text = strictText.decode(body as Buffer);
    } catch {
      return done(new AppError(400, 'invalid_json', 'The request is not valid JSON in UTF-8.'), undefined);
    }
    parseJson(request, text, done);
  });
}

/** Each scope of the API needs it for itself: without it the framework answers, with the words of whatever was thrown. */
export function answerErrors(app: ApiApp): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = toAppError(error);
    // What was refused on purpose (no provider, too much at once) is no failure, and under load would fill the log.
    if (answer.status >= 500 && !isAppError(error)) request.log.error({ err: describeError(error) }, 'request failed');
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
    reply
      .code(answer.status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(errorBodyOf(answer, request));
  });
}

export function errorBodyOf(error: AppError, request: Pick<FastifyRequest, 'id'>): ErrorBody {
  return {
    status: error.status,
    code: error.code,
    message: error.message,
    ...(error.details ? { details: error.details } : {}),
    requestId: request.id,
  };
}
