import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from '../../../database/connect.server.ts';
import { studioUploads } from '../../../database/schema.ts';
import { mediaProblems } from '../../../messages/media-problems.ts';
import { AppError, isAppError, notFound, tooMany } from '../../../platform/wire/errors.ts';
import { type MediaStore, openMediaStore } from '../../../platform/media/media-store.server.ts';
import { storable } from '../../../platform/text/storable.ts';
import type { StudioServices } from '../pieces/act-on-piece.server.ts';
import type { Actor } from '../studio.policy.ts';
import { takeMedia } from './take-media.server.ts';
import * as rows from './uploads.queries.server.ts';

const lifetime = 24 * 3_600_000;
const mostOpen = 3;
/** One that nothing came of for so long makes room for another. */
const idleAfter = 30 * 60_000;
const mostParts = 2_000;
/** Less of a broken request is not kept: it is sooner sent again than stored. */
const leastPart = 4_096;

/** The dot keeps parts out of addresses, listings and backups. */
const partPath = (id: string, number: number) => `.uploads/${id}-${number}`;
const userOf = ({ id }: Actor): string => id!;

/** What becomes of a file once it is whole. @returns its address, also for whoever asks again */
export type Keeping = {
  purpose: rows.Purpose;
  take(services: StudioServices, actor: Actor, file: string, words: rows.UploadWords): Promise<{ path: string }>;
};
/** Pictures and clips. */
export const keepingMedia: Keeping = { purpose: 'media', take: takeMedia };
const ownerOf = (actor: Actor, { purpose }: Pick<Keeping, 'purpose'>): rows.Owner => ({
  userId: userOf(actor),
  purpose,
});
const conflict = () => new AppError(409, 'conflict', () => mediaProblems.otherOffset);

/** @throws AppError 429 where the person has too many open */
export async function beginUpload(
  { connection, clock }: StudioServices,
  actor: Actor,
  { length, words }: { length: number; words: rows.UploadWords },
) {
  const id = randomUUID();
  const [now, userId] = [clock(), userOf(actor)];
  const expiresAt = new Date(now.getTime() + lifetime);
  await connection.db.transaction(async (tx) => {
    const open = await rows.countOpen(tx, userId, now);
    const idleSince = new Date(now.getTime() - idleAfter);
    if (open >= mostOpen && !(await rows.endIdle(tx, userId, idleSince, now))) throw tooMany(idleAfter / 1_000);
    await tx
      .insert(studioUploads)
      .values({ id, userId, length, words: storable(words), createdAt: now, changedAt: now, expiresAt });
  });
  return { id, expiresAt };
}

/** @throws AppError 404 for one that is not there, has ended, or is somebody else's */
export async function getUpload({ connection, clock }: StudioServices, actor: Actor, id: string, keeping: Keeping) {
  const upload = await rows.findUpload(connection.db, id, ownerOf(actor, keeping), clock());
  if (!upload) throw notFound('page');
  return { ...upload, media: upload.path === null ? null : await finishedAt(connection.db, upload.path, keeping) };
}

/** Media may have been erased since; an import's address leads to its desk, whatever became of the job. */
const finishedAt = async (db: Queryable, path: string, { purpose }: Keeping) =>
  purpose === 'media' ? rows.findFinished(db, path) : { path };

/** Unfinished ones of the caller, so that a device that picks the same file again goes on with it. */
export async function listOpenUploads({ connection, clock }: StudioServices, actor: Actor, keeping: Keeping) {
  const open = await rows.listOpen(connection.db, ownerOf(actor, keeping), clock());
  return open.map(({ id, length, offset, expiresAt, words: { filename = '', digest = null } }) => ({
    id,
    filename,
    digest,
    length,
    offset,
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function endUpload(
  { connection, config, clock }: StudioServices,
  actor: Actor,
  id: string,
  keeping: Keeping,
): Promise<void> {
  const ended = await rows.endUpload(connection.db, id, ownerOf(actor, keeping), clock());
  if (!ended) throw notFound('page');
  await forget(connection.db, await openMediaStore(config, connection), ended);
}

export type Received = { file: string; bytes: number; isWhole: boolean };

/**
 * Keeps what has arrived, also of a request that broke off; with the last byte the file is judged and stored. The last
 * part is counted only then: whoever asks for the offset after a failure sends that part again.
 * @param folder the caller's, which deletes it
 * @returns the new offset
 * @throws AppError 409 where the upload went on meanwhile, 413 or 415 where the file is refused (and forgotten)
 */
export async function addToUpload(
  services: StudioServices,
  actor: Actor,
  upload: rows.Upload,
  { file, bytes, isWhole }: Received,
  folder: string,
  keeping: Keeping,
) {
  if (bytes === 0 || (!isWhole && bytes < leastPart)) return { offset: upload.offset, media: null };
  const store = await openMediaStore(services.config, services.connection);
  const offset = upload.offset + bytes;
  if (offset === upload.length)
    return { offset, media: await finish(services, actor, upload, store, { file, folder, keeping }) };
  const { connection, clock } = services;
  const number = await rows.beginPart(connection.db, upload, mostParts);
  if (number === null) throw new AppError(413, 'too_large', () => mediaProblems.manyParts);
  await store.put(partPath(upload.id, number), file);
  if (!(await rows.addPart(connection.db, upload, { number, bytes }, clock()))) {
    // Many at once from one offset would fill the disk until the upload expires.
    await store.remove(partPath(upload.id, number));
    throw conflict();
  }
  return { offset, media: null };
}

async function finish(
  services: StudioServices,
  actor: Actor,
  upload: rows.Upload,
  store: MediaStore,
  { file, folder, keeping }: { file: string; folder: string; keeping: Keeping },
) {
  const whole = join(folder, 'whole');
  for (const number of upload.parts) {
    const part = join(folder, 'part');
    if (!(await store.copyTo(partPath(upload.id, number), part))) throw conflict();
    await pipeline(createReadStream(part), createWriteStream(whole, { flags: 'a', mode: 0o600 }));
  }
  await pipeline(createReadStream(file), createWriteStream(whole, { flags: 'a', mode: 0o600 }));
  const { connection } = services;
  try {
    const stored = await keeping.take(services, actor, whole, upload.words);
    await rows.finishUpload(connection.db, upload, stored.path);
    await removeParts(store, upload);
    return stored;
  } catch (error) {
    // No second attempt makes another file of the same bytes.
    if (isAppError(error) && (error.status === 413 || error.status === 415))
      await endUpload(services, actor, upload.id, keeping).catch(() => {});
    throw error;
  }
}

async function removeParts(store: MediaStore, { id, partsBegun }: rows.Upload): Promise<void> {
  for (let number = 0; number < partsBegun; number += 1) await store.remove(partPath(id, number));
}

/** Erases what expired, was ended or refused: parts first, so that a failure leaves the row for the next time. */
export async function forgetExpiredUploads({
  connection,
  config,
  clock,
}: Pick<StudioServices, 'connection' | 'config' | 'clock'>): Promise<void> {
  const expired = await rows.listExpired(connection.db, clock());
  if (expired.length === 0) return;
  const store = await openMediaStore(config, connection);
  for (const upload of expired) await forget(connection.db, store, upload);
}

async function forget(db: Queryable, store: MediaStore, upload: rows.Upload): Promise<void> {
  await removeParts(store, upload);
  await rows.deleteUpload(db, upload.id);
}
