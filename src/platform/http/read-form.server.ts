import type { IncomingMessage } from 'node:http';
import { AppError } from '../wire/errors.ts';
import { problems } from '../../messages/problems.ts';

const longestForm = 64 * 1024;
/** Two small files, which the page takes, and the fields around them. */
const longestFiles = 1024 * 1024 + longestForm;
/** A picture of 10 MB, which no page keeps, and the fields around it. */
const longestShare = 11 * 1024 * 1024;

/** `drop`: of a file, only the field's name is returned. `take`: its bytes, in base64. */
type Files = 'drop' | 'take' | undefined;

/**
 * @param files without it they are left out; where they are dropped, what is sent beyond 64 KB is read and forgotten
 * @throws AppError 415 for other content types, 413 past 64 KB or what files may take, 400 for invalid UTF-8
 */
export async function readForm(request: IncomingMessage, files?: Files): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?: *;|$)/i.test(type))
    throw new AppError(415, 'unsupported_media_type', () => problems.sendForm);
  const isMultipart = /^multipart/i.test(type);
  const longest = isMultipart && files ? { drop: longestShare, take: longestFiles }[files] : longestForm;
  const longestBuffered = isMultipart && files === 'take' ? longestFiles : longestForm;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longest) break;
    if (size - chunk.length < longestBuffered) chunks.push(chunk);
  }
  // Unread, the rest would hold up the next request of this connection: behind a proxy, that of another reader.
  request.resume();
  if (size > longest) throw new AppError(413, 'too_large', () => problems.tooLarge);
  const body = Buffer.concat(chunks).subarray(0, longestBuffered);
  const form = isMultipart
    ? await readParts(size > longestBuffered ? endAtFile(body, type) : body, type, files)
    : new URLSearchParams(body.toString('latin1'));
  for (const [name, value] of form) {
    if (/[\u0000\ufffd]/.test(name + value)) throw new AppError(400, 'validation_failed', () => problems.badCharacter);
  }
  return form;
}

/** Ends a body that was cut off: the part that is not whole keeps its headers and loses its content. */
function endAtFile(body: Buffer, type: string): Buffer {
  const boundary = /;\s*boundary="?([^";]+)"?/i.exec(type)?.[1] ?? '';
  const last = body.lastIndexOf(`--${boundary}\r\n`);
  const content = last < 0 ? -1 : body.indexOf('\r\n\r\n', last);
  const isFile = content > 0 && body.toString('latin1', last, content).includes('filename=');
  if (!isFile) throw new AppError(413, 'too_large', () => problems.tooLarge);
  return Buffer.concat([body.subarray(0, content), Buffer.from(`\r\n\r\n\r\n--${boundary}--\r\n`, 'latin1')]);
}

/**
 * multipart/form-data, as mail clients send for one-click unsubscribe (RFC 8058) and share sheets for the Web Share
 * Target API. @throws AppError 400
 */
async function readParts(body: Buffer, type: string, files: Files): Promise<URLSearchParams> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new AppError(400, 'validation_failed', () => problems.badForm);
  });
  const form = new URLSearchParams();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else if (files && value.size + value.name.length > 0)
      form.append(name, files === 'take' ? Buffer.from(await value.arrayBuffer()).toString('base64') : '');
  }
  return form;
}
