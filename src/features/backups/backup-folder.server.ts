import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { listFiles } from '../../platform/process/list-files.server.ts';
import type { Progress } from './progress.ts';

const fileSchema = z.object({ path: z.string(), size: z.number(), sha256: z.string() });
const manifestSchema = z.object({
  format: z.literal(1),
  engine: z.enum(['postgres', 'pglite']),
  madeAt: z.iso.datetime(),
  /** Row count of each table in the backup's snapshot. */
  tables: z.record(z.string(), z.number()),
  files: z.array(fileSchema),
});
export type BackupManifest = z.infer<typeof manifestSchema>;
type BackupFile = z.infer<typeof fileSchema>;

export class BackupError extends Error {}

export const inBackup = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  dump: join(folder, 'database.dump'),
  pglite: join(folder, 'database'),
  tables: join(folder, 'tables.json'),
  media: join(folder, 'media'),
  secret: join(folder, 'auth-secret'),
  erasures: join(folder, 'erasures.jsonl'),
});

export const sizeOf = (files: { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Includes empty ones: PostgreSQL needs some of its empty directories to start. */
async function copyFolders(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if (!existsSync(from)) return;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory())
      await mkdir(join(to, entry.parentPath.slice(from.length), entry.name), { recursive: true, mode: 0o700 });
  }
}

/**
 * Copies the files of a folder, as copy-on-write clones where the file system can. Files deleted meanwhile are skipped.
 */
export async function copyFiles(from: string, to: string, progress: Progress): Promise<void> {
  const files = await listFiles(from);
  progress.start(files.length, sizeOf(files));
  await copyFolders(from, to);
  for (const { path, size } of files) {
    await copyOwn(join(from, path), join(to, path));
    progress.step(1, size);
  }
  progress.end();
}

async function copyOwn(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await chmod(to, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Checksum of every file as read back from disk. */
export async function digestFiles(folder: string, progress: Progress): Promise<BackupFile[]> {
  const files = await listFiles(folder);
  progress.start(files.length, sizeOf(files));
  const digests: BackupFile[] = [];
  for (const { path, size } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, path)), hash);
    digests.push({ path, size, sha256: hash.digest('hex') });
    progress.step(1, size);
  }
  progress.end();
  return digests;
}

/** @throws BackupError where a file is missing, has a different checksum or is not in the manifest */
export async function checkedManifest(folder: string, progress: Progress): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  const found = new Map((await digestFiles(folder, progress)).map((file) => [file.path, file]));
  for (const { path, sha256 } of manifest.files) {
    const file = found.get(path);
    if (!file) throw new BackupError(`This backup is not whole: ${path} is missing. Nothing was changed.`);
    if (file.sha256 !== sha256)
      throw new BackupError(`This backup is damaged: ${path} is not what was written. Nothing was changed.`);
  }
  return manifest;
}

async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(inBackup(folder).manifest, 'utf8');
  } catch {
    throw new BackupError(`${folder} is not a backup: it has no manifest.json.`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`${folder}/manifest.json cannot be read: it is damaged, or of a newer version.`);
  }
}

const partial = /^\.nagrik-.*\.partial-(\d+)$/;

/** Removes the partial folder of a backup that was killed. */
export async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = partial.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) await rm(join(parent, name), { recursive: true, force: true });
  }
}

export const partialName = (name: string) => `.${name}.partial-${process.pid}`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
