import type { FastifyRequest } from 'fastify';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { addCookies } from '../../platform/http/cookies.server.ts';
import { AppError, foreignOrigin } from '../../platform/wire/errors.ts';
import { originOf } from '../../platform/guard/own-origin.server.ts';
import { noFields } from '../../platform/wire/wire.ts';
import { browserOf } from './browser.server.ts';
import { codeSent, emailParams, phoneParams } from './otp.contract.ts';
import { sendCode } from './send-code.server.ts';
import { problems } from '../../messages/problems.ts';

export const otpApi: ApiPlugin = async (app, { services }) => {
  // These GETs have side effects for compatibility, so cross-site images, links and prefetches (CSRF) are refused.
  const onRequest = async (request: FastifyRequest) => {
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
    const isForeign =
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      mode === 'navigate' ||
      (request.headers.origin !== undefined && originOf(services.config, request.headers) === 'foreign');
    if (isForeign) throw foreignOrigin();
  };
  const ways = [
    { url: '/otp/send/phone/:mobile', params: phoneParams, summary: 'Send a sign-in code to an Indian mobile number' },
    { url: '/otp/send/email/:email', params: emailParams, summary: 'Send a sign-in code to an e-mail address' },
  ] as const;

  for (const { url, params, summary } of ways) {
    // A HEAD must not send a code as the GET's implicit route would, nor reveal anything.
    app.head(url, { schema: { hide: true } as object }, async () => {
      throw new AppError(404, 'route_not_found', () => problems.noCall);
    });
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        method,
        url,
        onRequest,
        schema: {
          summary,
          description:
            'The same answer whether or not the account exists. 429 with Retry-After before the wait is over.',
          params,
          ...(method === 'POST' ? { body: noFields } : {}),
          response: { 200: codeSent },
        },
        handler: async (request, reply) => {
          const { mobile, email } = request.params as { mobile?: string; email?: string };
          const browser = browserOf(services.config, {
            cookie: request.headers.cookie,
            address: request.ip,
            now: services.clock(),
          });
          const data = await sendCode(services, {
            identifier: (mobile ?? email) as string,
            purpose: 'signin',
            browser,
            address: request.ip,
          });
          addCookies(reply, browser.setCookies);
          reply.header('cache-control', 'no-store');
          return { data };
        },
      });
    }
  }
};
