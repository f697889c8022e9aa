import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBodyOf, varyByLanguage } from './api.server.ts';
import { AppError } from '../wire/errors.ts';
import { closedPolicy } from '../guard/security-headers.server.ts';

export function answerError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error.status >= 500) request.log.error({ code: error.code }, 'request failed');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  varyByLanguage(reply);
  reply
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('content-security-policy', closedPolicy)
    .header('cross-origin-resource-policy', 'same-origin');
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBodyOf(error, request));
}
