import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { codeMessages } from '../../messages/account.ts';
import { isFromThisMachine } from '../../platform/http/http-server.server.ts';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { isLoopback, isOfThisMachine } from '../../platform/settings/config.server.ts';
import { closedPolicy } from '../../platform/guard/security-headers.server.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:1rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.75rem;border:1px solid}h2{font-size:1rem;margin:1.5rem 0 .25rem}';
const policy = `${closedPolicy}; base-uri 'none'; form-action 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const hostOf = (header: string) => header.replace(/:\d{1,5}$/, '').toLowerCase();
const forwarding = ['forwarded', 'via'];

/** Sent messages, for local development. Outside the API's prefix: its responses lack the contract's envelope. */
export const devOutbox: ApiPlugin = async (app, { services: { config, outbox } }) => {
  // It exposes everyone's codes, so requests that may come from another machine get a 404.
  const isHere = ({ headers, raw }: FastifyRequest) =>
    outbox.isForDevelopment &&
    isOfThisMachine(config) &&
    isLoopback(hostOf(headers.host ?? '')) &&
    isFromThisMachine(raw.socket.remoteAddress ?? '') &&
    !Object.keys(headers).some(
      (name) => name.startsWith('x-forwarded') || name === 'x-real-ip' || forwarding.includes(name),
    );

  app.get('/dev/outbox.json', async (request, reply) => {
    if (!isHere(request)) return reply.callNotFound();
    return reply
      .header('cache-control', 'private, no-store')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', closedPolicy)
      .send({ data: await outbox.listForDevelopment() });
  });

  app.get('/dev/outbox', async (request, reply) => {
    if (!isHere(request)) return reply.callNotFound();
    const messages = await outbox.listForDevelopment();
    const items = messages.map(
      ({ channel, to, subject, text, code, createdAt }) =>
        `<article><h2>${escaped(to)}${code ? `: <b>${escaped(code)}</b>` : ''}</h2><p>${escaped(channel)}, <time datetime="${createdAt}">${createdAt}</time>${subject ? `, ${escaped(subject)}` : ''}</p><pre>${escaped(text)}</pre></article>`,
    );
    return reply
      .header('cache-control', 'private, no-store')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('x-frame-options', 'DENY')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${codeMessages.outbox}</title><style>${style}</style><main><h1>${codeMessages.outbox}</h1><p>${codeMessages.outboxNote}</p>${items.join('') || `<p>${codeMessages.outboxEmpty}</p>`}</main></html>`,
      );
  });
};
