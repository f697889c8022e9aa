import type { FastifyReply, FastifyRequest } from 'fastify';
import { problems } from '../../messages/problems.ts';
import { describeError } from '../observe/describe-error.server.ts';
import { AppError, notFound } from '../wire/errors.ts';
import type { PageHandler } from './page-adapter.server.ts';
import { answerRawPage } from '../http/raw-answers.server.ts';
import { toAppError } from '../http/to-app-error.server.ts';

/**
 * Answers with a page, past Fastify's own reply; an error becomes a plain page.
 * @param others methods of a file or call that stands at this address instead of a page
 */
export async function answerPage(
  pages: PageHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  isHttps: boolean,
  others: string[] = [],
): Promise<void> {
  reply.hijack();
  let allow: Record<string, string> = {};
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const methods = [...new Set([...others, ...(await pages.methodsOf(request.url))])];
      if (methods.length === 0) throw notFound('page');
      allow = { allow: methods.join(', ') };
      if (!methods.includes(request.method)) throw new AppError(405, 'method_not_allowed', () => problems.cannotSend);
    }
    await pages.answer(request.raw, reply.raw, request.ip);
  } catch (error) {
    const answer = toAppError(error);
    if (answer.status >= 500) request.log.error({ err: describeError(error) }, 'page failed');
    answerRawPage(reply.raw, answer, isHttps, answer.status === 405 ? allow : {});
  }
}
