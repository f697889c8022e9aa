import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.ts';
import { problems } from '../messages/problems.ts';

const longestForm = 64 * 1024;

/** @throws AppError 415 for other content types, 413 past 64 KB, 400 for invalid UTF-8 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?: *;|$)/i.test(type))
    throw new AppError(415, 'unsupported_media_type', () => problems.sendForm);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestForm) throw new AppError(413, 'too_large', () => problems.tooLarge);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const form = /^multipart/i.test(type) ? await readParts(body, type) : new URLSearchParams(body.toString('latin1'));
  for (const [name, value] of form) {
    if (/[\u0000\ufffd]/.test(name + value)) throw new AppError(400, 'validation_failed', () => problems.badCharacter);
  }
  return form;
}

/** multipart/form-data, as mail clients send for one-click unsubscribe (RFC 8058). @throws AppError 400 */
async function readParts(body: Buffer, type: string): Promise<URLSearchParams> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new AppError(400, 'validation_failed', () => problems.badForm);
  });
  return new URLSearchParams([...parts].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
