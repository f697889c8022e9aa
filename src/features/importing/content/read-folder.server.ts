import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { schemas, type ContentKind, type FileData } from '../../pieces/piece-files.ts';
import { feedFile, railFile, type FeedFile, type RailFile } from '../../pieces/feed-files.ts';
import { BrokenFile, readFields, readFrontMatter, type Written, writtenAs } from './front-matter.ts';

export type ContentFile<Kind extends ContentKind = ContentKind> = {
  kind: Kind;
  key: string;
  file: string;
  data: FileData[Kind];
  body: string;
  /** Absent where it was not read from a file. */
  written?: Written;
};
/** The two files of the feed. */
export type FeedPart = 'home' | 'rail';

export type ContentFolder = {
  files: { [Kind in ContentKind]: Map<string, ContentFile<Kind>> };
  feed: FeedFile | null;
  rail: RailFile | null;
  feedWritten: Partial<Record<FeedPart, Written>>;
  /** Keys of all files, invalid ones included: an invalid file does not count as deleted. */
  present: Record<ContentKind, Set<string>>;
  broken: { file: string; messages: string[] }[];
};

export const contentKinds = Object.keys(schemas) as ContentKind[];
const maxFileBytes = 1_000_000;

type Cached = { stamp: string; parsed: ContentFile | BrokenFile };
/** Parsed files by path; pass the same cache again and only changed files are read. */
export type FolderCache = Map<string, Cached>;

const ofEachKind = <Part>(part: () => Part) =>
  Object.fromEntries(contentKinds.map((kind) => [kind, part()])) as Record<ContentKind, Part>;

/** Reads all files of a content folder. Invalid ones are listed, not thrown. */
export async function readContentFolder(root: string, cache: FolderCache = new Map()): Promise<ContentFolder> {
  const folder: ContentFolder = {
    files: ofEachKind(() => new Map()) as ContentFolder['files'],
    feed: null,
    rail: null,
    feedWritten: {},
    present: ofEachKind(() => new Set()),
    broken: [],
  };
  for (const kind of contentKinds) {
    for (const name of await markdownFilesOf(join(root, kind))) {
      const key = name.slice(0, -3);
      const parsed = await readOne(root, kind, name, cache);
      folder.present[kind].add(key);
      if (parsed instanceof BrokenFile)
        folder.broken.push({ file: `content/${kind}/${name}`, messages: parsed.messages });
      else (folder.files[kind] as Map<string, ContentFile>).set(key, parsed);
    }
  }
  folder.feed = await readSettings(root, 'home', feedFile, folder);
  folder.rail = await readSettings(root, 'rail', railFile, folder);
  refuseRepeatedIds(folder);
  return folder;
}

async function markdownFilesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

async function readOne(
  root: string,
  kind: ContentKind,
  name: string,
  cache: FolderCache,
): Promise<ContentFile | BrokenFile> {
  const path = join(root, kind, name);
  const file = `content/${kind}/${name}`;
  try {
    const { mtimeMs, size } = await lstat(path);
    const stamp = `${mtimeMs}:${size}`;
    const cached = cache.get(path);
    if (cached?.stamp === stamp) return cached.parsed;
    const parsed = parseFile(kind, file, size > maxFileBytes ? null : await readFile(path));
    cache.set(path, { stamp, parsed });
    return parsed;
  } catch (error) {
    return new BrokenFile([`${file}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`]);
  }
}

/** Exported for tests. `bytes` null: over the size limit. */
export function parseFile(kind: ContentKind, file: string, bytes: Uint8Array | null): ContentFile | BrokenFile {
  const key = basename(file, '.md');
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key))
    return new BrokenFile([`${file}: the file's name must be a key: lower-case letters, digits and hyphens`]);
  if (bytes === null) return new BrokenFile([`${file}: larger than ${maxFileBytes / 1e6} MB`]);
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new BrokenFile([`${file}: is not UTF-8`]);
  }
  if (source.includes('\u0000')) return new BrokenFile([`${file}: holds a NUL character`]);
  try {
    return { kind, key, file, ...readFrontMatter(file, source, schemas[kind]) } as ContentFile;
  } catch (error) {
    if (error instanceof BrokenFile) return error;
    return new BrokenFile([`${file}: ${(error as Error).message}`]);
  }
}

async function readSettings<Schema extends z.ZodType>(
  root: string,
  part: FeedPart,
  schema: Schema,
  folder: ContentFolder,
): Promise<z.output<Schema> | null> {
  const name = `content/feed/${part}.yaml`;
  const source = await readFile(join(root, `feed/${part}.yaml`), 'utf8').catch(() => null);
  if (source === null) return null;
  try {
    const { data, fields } = readFields(name, source, schema);
    folder.feedWritten[part] = writtenAs(source, fields);
    return data;
  } catch (error) {
    const messages = error instanceof BrokenFile ? error.messages : [`${name}: ${(error as Error).message}`];
    folder.broken.push({ file: name, messages });
    return null;
  }
}

function refuseRepeatedIds(folder: ContentFolder): void {
  for (const kind of contentKinds) {
    const owners = new Map<number, string>();
    for (const [key, { file, data }] of folder.files[kind] as Map<string, ContentFile>) {
      const id = 'id' in data ? data.id : undefined;
      if (id === undefined) continue;
      const owner = owners.get(id);
      if (owner === undefined) {
        owners.set(id, file);
        continue;
      }
      folder.files[kind].delete(key);
      folder.broken.push({ file, messages: [`${file}: id: ${id} is already the number of ${owner}`] });
    }
  }
}
