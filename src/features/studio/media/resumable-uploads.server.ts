import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Role } from '../../../database/schema.ts';
import { mediaProblems } from '../../../messages/media-problems.ts';
import { type ApiApp, refusalOf } from '../../../platform/http/api.server.ts';
import { AppError, invalidInput, unavailable } from '../../../platform/wire/errors.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { actorOf } from '../people/staff-hook.server.ts';
import * as wire from '../studio.contract.ts';
import { mostClipBytes } from './take-media.server.ts';
import {
  addToUpload,
  beginUpload,
  endUpload,
  getUpload,
  type Keeping,
  keepingMedia,
  listOpenUploads,
  type Received,
} from './resume-upload.server.ts';
import { countUpload } from './count-upload.server.ts';
import type { UploadWords } from './uploads.queries.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

// tus 1.0.0 with creation, termination and expiration: https://tus.io/protocols/resumable-upload
const version = '1.0.0';
const chunkType = 'application/offset+octet-stream';
/** Requests that send bytes: a slow phone holds a place for as long as its chunk takes. */
const atOnce = 24;
// A network that breaks often leaves some that have not ended yet.
const atOnceOfOne = 8;
const longestChunk = 120_000;

const params = z.object({ id: z.uuid() });

/** What is sent to one desk. */
export type Desk = Keeping & {
  /** Of the desk's API; uploads stand below it. */
  base: '/studio/media' | '/studio/imports';
  staff: readonly Role[];
  mostBytes: number;
  tooLarge: () => string;
  /** The words that an upload carries. @throws AppError 400 */
  read(metadata: Record<string, string>): UploadWords;
};

export const mediaDesk: Desk = {
  ...keepingMedia,
  base: '/studio/media',
  staff: ['writer', 'editor', 'admin'],
  mostBytes: mostClipBytes,
  tooLarge: () => mediaProblems.largeFile,
  read(metadata) {
    const known = Object.entries(metadata).filter(([key]) => key in wire.uploadWords.shape);
    const parsed = wire.uploadWords.safeParse(Object.fromEntries(known));
    if (parsed.success) return parsed.data;
    throw refusalOf(parsed.error);
  },
};

export const isResumable = ({ headers }: FastifyRequest): boolean => headers['tus-resumable'] !== undefined;

/** Begins a resumable upload: a POST to the desk with `Tus-Resumable`. */
export async function createUpload(services: PageServices, request: FastifyRequest, reply: FastifyReply, desk: Desk) {
  speak(request, reply);
  const actor = actorOf(request);
  const length = wholeNumber(request.headers['upload-length']);
  if (length === null || length === 0)
    throw invalidInput([{ path: 'Upload-Length', message: problem('field.uploadLength') }]);
  if (length > desk.mostBytes) throw new AppError(413, 'too_large', desk.tooLarge);
  const words = desk.read(metadataOf(request));
  await countUpload(services, actor.id!, length);
  const { id, expiresAt } = await beginUpload(services, actor, { length, words });
  return reply
    .code(201)
    .header('location', `/api${desk.base}/uploads/${id}`)
    .header('upload-offset', '0')
    .header('upload-expires', expiresAt.toUTCString())
    .send();
}

/** The routes that go on with an upload, ask how far it is, and end it. */
export function resumeUploads(app: ApiApp, services: PageServices, parent: string, desk: Desk): void {
  const { base, mostBytes } = desk;
  const one = `${base}/uploads/:id` as const;
  const config = { staff: desk.staff };
  /** The person of each request that sends bytes now. */
  const underWay: string[] = [];
  app.addContentTypeParser(chunkType, (_request, _payload, done) => done(null));

  for (const url of [base, one])
    app.options(
      url,
      { config, schema: { summary: 'What resumable uploads can do', tags: ['Studio'] } },
      async (_request, reply) =>
        reply
          .code(204)
          .header('tus-resumable', version)
          .header('tus-version', version)
          .header('tus-extension', 'creation,termination,expiration')
          .header('tus-max-size', String(mostBytes))
          .send(),
    );

  app.get(
    `${base}/uploads`,
    {
      config,
      schema: { summary: 'Unfinished uploads of the caller', tags: ['Studio'], response: { 200: wire.openUploads } },
    },
    async (request) => ({ data: await listOpenUploads(services, actorOf(request), desk) }),
  );

  app.head(one, { config, schema: { params } }, async (request, reply) => {
    speak(request, reply);
    return describe(reply, await getUpload(services, actorOf(request), request.params.id, desk))
      .code(200)
      .send();
  });

  app.patch(
    one,
    {
      config: { ...config, takesType: chunkType, countsNoWrite: true },
      bodyLimit: mostBytes,
      handlerTimeout: longestChunk,
      schema: { summary: 'The next bytes of an upload (tus 1.0)', tags: ['Studio'], params },
    },
    async (request, reply) => {
      speak(request, reply);
      await services.disk?.insistOnSpace();
      const upload = await getUpload(services, actorOf(request), request.params.id, desk);
      if (wholeNumber(request.headers['upload-offset']) !== upload.offset)
        throw new AppError(409, 'conflict', () => mediaProblems.otherOffset);
      // Whoever goes on with a file says anew what is to become of it: its settings may have been corrected meanwhile.
      const words = request.headers['upload-metadata'] ? desk.read(metadataOf(request)) : upload.words;
      const { id: person } = actorOf(request);
      const own = underWay.filter((one) => one === person).length;
      if (underWay.length >= atOnce || own >= atOnceOfOne) throw unavailable(5);
      underWay.push(person!);
      let folder: string | undefined;
      try {
        await mkdir(parent, { recursive: true, mode: 0o700 });
        folder = await mkdtemp(join(parent, 'r-'));
        const received = await receive(request.raw, join(folder, 'chunk'), upload.length - upload.offset);
        const going = { ...upload, words };
        const { offset, media } = await addToUpload(services, actorOf(request), going, received, folder, desk);
        return await describe(reply, { ...upload, offset, media })
          .code(204)
          .send();
      } finally {
        underWay.splice(underWay.indexOf(person!), 1);
        if (folder) await rm(folder, { recursive: true, force: true });
      }
    },
  );

  app.delete(
    one,
    { config, schema: { summary: 'End an upload (tus 1.0)', tags: ['Studio'], params } },
    async (request, reply) => {
      speak(request, reply);
      await endUpload(services, actorOf(request), request.params.id, desk);
      return reply.code(204).send();
    },
  );
}

/** @throws AppError 412 for another version of the protocol */
function speak(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', version);
  if (request.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new AppError(412, 'validation_failed', () => mediaProblems.otherVersion);
}

type Shown = { offset: number; length: number; expiresAt: Date; media: Finished | null };
type Finished = { path: string; width?: number | null; height?: number | null };

/** A finished one names its file: the answer to the last chunk may have been lost. */
function describe(reply: FastifyReply, { offset, length, expiresAt, media }: Shown): FastifyReply {
  reply.headers({
    'cache-control': 'no-store',
    'upload-offset': String(offset),
    'upload-length': String(length),
    'upload-expires': expiresAt.toUTCString(),
  });
  if (media) reply.header('media-path', media.path);
  if (media?.width && media.height) reply.header('media-size', `${media.width}x${media.height}`);
  return reply;
}

const wholeNumber = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,12}$/.test(header) ? Number(header) : null;

/** `Upload-Metadata`: keys with base64 values. */
function metadataOf({ headers }: FastifyRequest): Record<string, string> {
  const header = headers['upload-metadata'];
  const given: Record<string, string> = {};
  for (const pair of typeof header === 'string' ? header.split(',') : []) {
    const [key = '', value = ''] = pair.trim().split(' ');
    if (key !== '') given[key] = Buffer.from(value, 'base64').toString('utf8');
  }
  return given;
}

/** Never throws for what the network does: bytes that have arrived are kept. @throws AppError 413 */
async function receive(request: IncomingMessage, path: string, most: number): Promise<Received> {
  const tooLong = () => new AppError(413, 'too_large', () => mediaProblems.longerThanSaid);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLong();
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (bytes + chunk.length > most) throw tooLong();
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    return { file: path, bytes, isWhole: true };
  } catch (error) {
    // Unread, the rest would hold up the next request of this connection.
    request.resume();
    if (!request.destroyed || request.complete) throw error;
    return { file: path, bytes, isWhole: false };
  } finally {
    await file.close();
  }
}
