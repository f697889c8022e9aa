import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { mediaProblems } from '../../../messages/media-problems.ts';
import { AppError, invalidInput } from '../../../platform/wire/errors.ts';
import { problem } from '../../../platform/wire/problem.ts';

/** Milliseconds without a byte. */
const longestSilence = 10_000;
/** Bytes a second, once it has begun: a file that trickles in would keep its place for two minutes. */
const leastSpeed = 4_096;

type Part =
  | { type: 'file'; filename?: string; file: Readable & { truncated: boolean } }
  | { type: 'field'; fieldname: string; value: unknown };

/** Writes the one file of the form below `folder`. @throws AppError 400, 408 or 413 */
export async function receiveFile(request: FastifyRequest, folder: string, tooLarge = () => mediaProblems.largeFile) {
  const fields: Record<string, unknown> = {};
  let file: string | undefined;
  let filename: string | undefined;
  const parts = (request as FastifyRequest & { parts(): AsyncIterable<Part> }).parts();
  try {
    for await (const part of parts) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else {
        file = join(folder, 'file');
        filename = part.filename;
        await pipeline(part.file, createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
          signal: stallOf(part.file),
        });
        if (part.file.truncated) throw new AppError(413, 'too_large', tooLarge);
      }
    }
  } catch (error) {
    throw refusalOf(error as Error & { code?: string }, tooLarge);
  }
  if (file === undefined) throw invalidInput([{ path: 'file', message: problem('field.noFile') }]);
  return { file, filename, fields };
}

/** A stalled or trickling upload would keep its concurrency slot and its temporary file. */
function stallOf(stream: Readable): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  let timer = setTimeout(stop, longestSilence);
  let bytes = 0;
  const since = Date.now();
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    clearTimeout(timer);
    timer = setTimeout(stop, longestSilence);
  });
  const speed = setInterval(() => {
    const ms = Date.now() - since;
    if (ms >= longestSilence && bytes < (leastSpeed * ms) / 1_000) stop();
  }, 1_000);
  stream.once('close', () => {
    clearTimeout(timer);
    clearInterval(speed);
  });
  return controller.signal;
}

function refusalOf(error: Error & { code?: string }, tooLarge: () => string): Error {
  if (error instanceof AppError) return error;
  if (error.name === 'AbortError') return new AppError(408, 'validation_failed', () => mediaProblems.stopped);
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(413, 'too_large', tooLarge);
  if (error.code?.startsWith('FST_') || /multipart|form|boundary|header|terminated/i.test(error.message))
    return invalidInput([{ path: 'file', message: problem('field.badForm') }]);
  return error;
}
