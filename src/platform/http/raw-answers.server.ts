import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { currentLanguage } from '../../messages/catalogue.ts';
import { ownLanguageName } from '../../ui/language-name.ts';
import { addressHere, addressIn, frameLanguage, siteLanguages, splitPrefix } from '../settings/site-languages.ts';
import { errorBodyOf } from './api.server.ts';
import { type AppError, unavailable } from '../wire/errors.ts';
import { inLanguage } from './request-context.server.ts';
import { isOfApi } from '../guard/request-kind.server.ts';
import { closedPolicy, commonHeaders, pageHeaders, withStyle } from '../guard/security-headers.server.ts';
import { problems } from '../../messages/problems.ts';
import type { ErrorBody } from '../wire/wire.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { siteName } from '../../messages/site-name.ts';

// Light and dark by the device: no script is there to read what the reader chose.
const style =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{margin:0}main{max-inline-size:34rem;margin:15vh auto;padding:0 1.25rem}h1{font-size:1.75rem;line-height:1.2}a{display:inline-block;margin:0 .5rem .5rem 0;padding:.6rem 1rem;border:2px solid;border-radius:8px;font-weight:600;color:inherit}';

// Kept: hashing the style for each refused request would cost more than the rest of the answer.
const headersOf = new Map<boolean, Record<string, string>>();
function rawPageHeaders(isHttps: boolean): Record<string, string> {
  const known = headersOf.get(isHttps);
  if (known) return known;
  const headers = withStyle(pageHeaders(isHttps, [], { analytics: false, advertising: false }), style);
  headersOf.set(isHttps, headers);
  return headers;
}

/** As long as the longest search: a letter of Devanagari is 9 characters of an address. */
const longestLinked = 2_000;

/** The address where it can stand in a link as it is: no other host ('//'), nothing that ends an attribute. */
function linkable(url: string): string {
  const isPlain = /^\/[\w./~%:@,;=+-]*(?:\?[\w./~%:@,;=+&-]*)?$/.test(url) && !/^[^?]*\/\//.test(url);
  return isPlain && url.length <= longestLinked ? url : '/';
}

/** Such an address gets a redirect, and no other prefix can stand before it. */
const hasMisspelledPrefix = (url: string): boolean =>
  splitPrefix(url).language === null && splitPrefix(firstSegmentOf(url)).language !== null;
const firstSegmentOf = (url: string): string => {
  const [, first = ''] = url.split(/[/?]/, 2);
  return `/${/^(?:%[2-7][\da-f]|\w)+$/i.test(first) ? decodeURIComponent(first).toLowerCase() : ''}`;
};

/** Links to the same address in the site's other languages; of a page that is not here, to their home pages. */
function otherLanguages(status: number, { url = '/', method }: IncomingMessage): string {
  const linksHere = status >= 500 && (method === 'GET' || method === 'HEAD') && !hasMisspelledPrefix(url);
  const here = linksHere ? linkable(url) : '/';
  return siteLanguages()
    .filter((language) => language !== currentLanguage())
    .map((language) => {
      const address = addressIn(language, here).replaceAll('&', '&amp;');
      return ` <a lang="${language}" hreflang="${language}" href="${address}">${ownLanguageName(language)}</a>`;
    })
    .join('');
}

/** A page without React, for errors before or instead of rendering. */
export function answerRawPage(
  response: ServerResponse,
  error: AppError,
  isHttps: boolean,
  more: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy();
  const body = `<!doctype html><html lang="${currentLanguage()}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(siteName())}</title><style>${style}</style><main><h1>${problems.pages[error.status] ?? problems.pages.other}</h1><p>${error.message}</p><p><a href="${addressHere('/')}">${problems.pages.home}</a>${otherLanguages(error.status, response.req)}</p></main></html>`;
  response.writeHead(error.status, {
    ...rawPageHeaders(isHttps),
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
    ...more,
  });
  response.end(body);
}

/** Sheds load before any routing, at almost no cost. */
export function answerBusy(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  isHttps: boolean,
): void {
  const error = unavailable();
  const url = request.url ?? '/';
  // Refused before any request context: the language is that of the address.
  if (!isOfApi(url)) return inLanguage(frameLanguage(url), () => answerRawPage(response, error, isHttps));
  const body = JSON.stringify(errorBodyOf(error, { id: requestId, headers: request.headers }));
  response.writeHead(error.status, {
    ...commonHeaders(isHttps),
    'content-security-policy': closedPolicy,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'retry-after': String(error.retryAfterSeconds),
    vary: 'Accept-Language',
    'x-request-id': requestId,
  });
  response.end(body);
}

/** Malformed, oversized or timed-out requests: Node has no request object for them, so no handler can answer. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  // Every error has one; of what was no request nothing is logged.
  const requestId = randomUUID();
  const body = JSON.stringify({
    status,
    code: status === 431 ? 'too_large' : 'invalid_json',
    message:
      status === 408
        ? 'The request took too long.'
        : status === 431
          ? 'That address or its headers are too long.'
          : 'The request is not valid HTTP.',
    requestId,
  } satisfies ErrorBody);
  const headers = Object.entries({
    ...commonHeaders(false),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}
