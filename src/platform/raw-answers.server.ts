import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBodyOf } from './api.server.ts';
import { type AppError, unavailable } from './errors.ts';
import { isOfApi } from './request-kind.server.ts';
import { closedPolicy, commonHeaders, pageHeaders } from './security-headers.server.ts';

const headings: Record<number, string> = {
  403: 'This was not done',
  405: 'This page can only be read',
  429: 'Please wait a little',
  503: 'Please try again in a moment',
};

/** A page without React: for what cannot be rendered, or is not worth it. */
export function answerRawPage(
  response: ServerResponse,
  error: AppError,
  isHttps: boolean,
  more: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.destroy();
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Nagrik</title><main><h1>${headings[error.status] ?? 'Something went wrong on our side'}</h1><p>${error.message}</p><p><a href="/">Go to the home page</a></p></main></html>`;
  response.writeHead(error.status, {
    ...pageHeaders(isHttps, [], { analytics: false, advertising: false }),
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
    ...more,
  });
  response.end(body);
}

/** Before any routing, and so at almost no cost: there is no room for the request. */
export function answerBusy(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  isHttps: boolean,
): void {
  const error = unavailable();
  if (!isOfApi(request.url ?? '/')) return answerRawPage(response, error, isHttps);
  const body = JSON.stringify(errorBodyOf(error, { id: requestId }));
  response.writeHead(error.status, {
    ...commonHeaders(isHttps),
    'content-security-policy': closedPolicy,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'retry-after': String(error.retryAfterSeconds),
    'x-request-id': requestId,
  });
  response.end(body);
}

/** What is no HTTP, too large or too slow: no request was made of it, so no handler can answer. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({
    status,
    code: status === 431 ? 'too_large' : 'invalid_json',
    message:
      status === 408
        ? 'The request took too long.'
        : status === 431
          ? 'That address or its headers are too long.'
          : 'The request is not valid HTTP.',
  });
  const headers = Object.entries({
    ...commonHeaders(false),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}
