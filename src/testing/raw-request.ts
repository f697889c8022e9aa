import { connect } from 'node:net';
import type { App } from '../app.server.ts';

export type RawAnswer = { status: number; head: string; body: string; isClosed: boolean; afterMs: number };

export async function listenOn(app: App): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as { port: number }).port;
}

/** Sends raw bytes (Latin-1), which an HTTP client would normalise or reject; status 0 where no response came. */
export function sendRaw(port: number, bytes: string, waitMs = 12_000): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = (isClosed: boolean) => {
      const [head = '', ...body] = text.split('\r\n\r\n');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head: head.toLowerCase(),
        body: body.join('\r\n\r\n'),
        isClosed,
        afterMs: performance.now() - startedAt,
      });
    };
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => finish(true));
    setTimeout(() => {
      if (!socket.destroyed) {
        finish(false);
        socket.destroy();
      }
    }, waitMs).unref();
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

export const rawRequest = (target: string, { method = 'GET', headers = '' } = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`;
