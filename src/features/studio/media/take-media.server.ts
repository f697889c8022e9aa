import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { studioMedia } from '../../../database/schema.ts';
import { mediaProblems } from '../../../messages/media-problems.ts';
import { AppError } from '../../../platform/wire/errors.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { PictureTooLarge, PictureUnknown, shrinkPicture } from '../../../platform/media/shrink-picture.server.ts';
import { storable } from '../../../platform/text/storable.ts';
import { createWorkQueue } from '../../../platform/process/work-queue.server.ts';
import { actorNow, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { readCaptions } from './captions.ts';
import { FilmRefused, withFilm } from './film-file.server.ts';
import { readClip, type Clip } from './read-clip.server.ts';
import { type Actor, hasOne, insist } from '../studio.policy.ts';
import { stripMp4 } from './strip-mp4.server.ts';
import { stripWebm } from './strip-webm.server.ts';

export const mostClipBytes = 60 * 1024 * 1024;
const mostPictureBytes = 25 * 1024 * 1024;
const mostCaptionBytes = 512 * 1024;
const mostPixels = 50_000_000;
/** Wider pictures are never served: see ui/picture-sources.ts. */
const widest = 1_920;

export type Described = {
  description?: string | undefined;
  credit?: string | undefined;
  seconds?: number | undefined;
  /** As the sender names it: only compared with what the bytes are. */
  filename?: string | undefined;
};
type Row = typeof studioMedia.$inferInsert;
export type Made = Pick<Row, 'kind' | 'bytes'> & {
  ending: string;
  source: string | Buffer;
  width: number | null;
  height: number | null;
  seconds: number | null;
};

// Decoding is the costly part: one picture at a time, and few that wait.
const decoding = createWorkQueue(1, 8);

const tooLarge = (message: () => string) => new AppError(413, 'too_large', message);
const unfit = (message: () => string) => new AppError(415, 'unsupported_media_type', message);
const unknownType = () => unfit(() => mediaProblems.unknown);

/** File extensions by the kind of media that they announce; a name without an extension announces none. */
const promised: Record<Row['kind'], RegExp> = {
  picture: /\.(?:jpe?g|jfif|png|webp|avif|gif|heic|bmp|tiff?|svg)$/i,
  video: /\.(?:mp4|m4v|mov|3gp|webm|mkv|avi)$/i,
  captions: /\.(?:vtt|srt|txt)$/i,
};

/** Content and extension must agree: a film named photo.jpg is a mistake or a disguise. @throws AppError 415 */
function insistOnName(name: string | undefined, kind: Row['kind']): void {
  for (const [other, endings] of Object.entries(promised))
    if (other !== kind && endings.test(name ?? '')) throw unfit(() => mediaProblems.otherName);
}

/** By the bytes; a name and a declared type say nothing. */
function pictureFormat(start: Buffer): boolean {
  const text = start.toString('latin1');
  return (
    text.startsWith('\u00ff\u00d8\u00ff') ||
    text.startsWith('\u0089PNG\r\n\u001a\n') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF....WEBP/s.test(text) ||
    /^....ftypavi[fs]/s.test(text)
  );
}

/**
 * Stores an uploaded file.
 * @param file a local copy, which is changed; the caller deletes it
 * @throws AppError 413 for too many bytes or pixels, 415 for what is neither picture, clip nor captions
 */
export async function takeMedia(services: StudioServices, viewer: Actor, file: string, words: Described) {
  const made = await make(file, words);
  insistOnName(words.filename, made.kind);
  return storeMedia(services, viewer, made, words);
}

/** Stores a validated upload. */
export async function storeMedia(services: StudioServices, viewer: Actor, made: Made, words: Described) {
  // Content-addressed name: the same file uploaded twice is stored once.
  const name = (await digestOf(made.source)).slice(0, 32);
  const path = `studio/${name}.${made.ending}`;
  const { connection, config, clock } = services;
  const store = await openMediaStore(config, connection);
  await store.put(path, made.source);
  return connection.db.transaction(async (tx) => {
    const actor = await actorNow(tx, viewer, clock());
    insist(hasOne(actor, ['writer', 'editor', 'admin']) && actor.id !== null);
    const { description = '', credit = '' } = storable(words);
    const { kind, width, height, seconds, bytes } = made;
    await tx
      .insert(studioMedia)
      .values({
        path: `/media/${path}`,
        kind,
        width,
        height,
        seconds,
        bytes,
        description,
        credit,
        uploadedBy: actor.id!,
      })
      .onConflictDoUpdate({
        target: studioMedia.path,
        // Duplicate upload: missing metadata is filled in, existing metadata is kept.
        set: {
          description: sql`case when ${studioMedia.description} = '' then excluded.description else ${studioMedia.description} end`,
          credit: sql`case when ${studioMedia.credit} = '' then excluded.credit else ${studioMedia.credit} end`,
        },
      });
    return { path: `/media/${path}`, width, height };
  });
}

async function make(file: string, words: Described): Promise<Made> {
  const { size } = await stat(file);
  const handle = await open(file, 'r');
  const start = await handle
    .read(Buffer.alloc(32), 0, 32, 0)
    .then(({ bytesRead, buffer }) => buffer.subarray(0, bytesRead))
    .finally(() => handle.close());
  if (pictureFormat(start)) {
    if (size > mostPictureBytes) throw tooLarge(() => mediaProblems.largePicture);
    return decoding.run(file, () => makePicture(file));
  }
  if (/^(?:\u00ef\u00bb\u00bf)?WEBVTT/.test(start.toString('latin1'))) return makeCaptions(file, size);
  const clip = await readClip(file);
  if (!clip) throw unknownType();
  const { container, width, height } = clip;
  await stripClip(file, container).catch((error: unknown) => {
    throw error instanceof FilmRefused ? unfit(() => mediaProblems.film[error.kind]) : error;
  });
  const seconds = clip.seconds ?? words.seconds ?? null;
  return { kind: 'video', ending: container, source: file, bytes: size, width, height, seconds };
}

/** As uploads are, for a file that is no medium of the site. @throws AppError 413, 415 */
export async function pictureOf(file: Buffer, unknown: () => string): Promise<Buffer> {
  if (!pictureFormat(file.subarray(0, 32))) throw unfit(unknown);
  const made = await decoding.run(randomUUID(), () => makePicture(file));
  return made.source as Buffer;
}

async function makePicture(file: string | Buffer): Promise<Made> {
  const { data, info } = await shrinkPicture(file, { mostPixels, width: widest, height: widest * 2 }).catch(
    (error: unknown) => {
      if (error instanceof PictureTooLarge) throw tooLarge(() => mediaProblems.manyPoints);
      if (error instanceof PictureUnknown) throw unknownType();
      throw unfit(() => mediaProblems.damagedPicture);
    },
  );
  const { width, height } = info;
  return { kind: 'picture', ending: 'webp', source: data, bytes: data.length, width, height, seconds: null };
}

async function makeCaptions(file: string, size: number): Promise<Made> {
  if (size > mostCaptionBytes) throw tooLarge(() => mediaProblems.largeCaptions);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch {
    throw unknownType();
  }
  const captions = /^WEBVTT(?:[ \t\r\n]|$)/.test(text) && !text.includes('\u0000') ? readCaptions(text) : null;
  if (!captions) throw unknownType();
  if (!captions.ok) {
    const { line, why } = captions.problem;
    throw unfit(() => mediaProblems.captions[why](line));
  }
  const source = Buffer.from(captions.vtt);
  return { kind: 'captions', ending: 'vtt', source, bytes: source.length, width: null, height: null, seconds: null };
}

async function digestOf(source: string | Buffer): Promise<string> {
  const hash = createHash('sha256');
  if (typeof source === 'string') for await (const chunk of createReadStream(source)) hash.update(chunk as Buffer);
  else hash.update(source);
  return hash.digest('hex');
}

/**
 * Removes everything besides picture and sound from a clip, in place and without decoding it.
 * @throws FilmRefused where the container cannot be walked to its end
 */
export const stripClip = (path: string, container: Clip['container']): Promise<void> =>
  withFilm(path, container === 'mp4' ? stripMp4 : stripWebm);
