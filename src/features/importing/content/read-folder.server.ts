import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import {
  feedFile,
  railFile,
  schemas,
  type ContentKind,
  type FeedFile,
  type FileData,
  type RailFile,
} from './content-schemas.ts';
import { BrokenFile, readFrontMatter, readYaml } from './front-matter.ts';

export type ContentFile<Kind extends ContentKind = ContentKind> = {
  kind: Kind;
  key: string;
  file: string;
  data: FileData[Kind];
  body: string;
  bodyLine: number;
};

export type ContentFolder = {
  files: { [Kind in ContentKind]: Map<string, ContentFile<Kind>> };
  feed: FeedFile | null;
  rail: RailFile | null;
  /** Keys of all files that are there, broken ones too: what is broken was not removed. */
  present: Record<ContentKind, Set<string>>;
  broken: { file: string; messages: string[] }[];
};

export const contentKinds = Object.keys(schemas) as ContentKind[];
const maxFileBytes = 1_000_000;

type Cached = { stamp: string; parsed: ContentFile | BrokenFile };
/** Parsed files by path; hand the same one in again and only what changed on disk is read. */
export type FolderCache = Map<string, Cached>;

/** Reads every file of a content folder. Nothing is thrown for a broken file: it is listed. */
export async function readContentFolder(root: string, cache: FolderCache = new Map()): Promise<ContentFolder> {
  const folder: ContentFolder = {
    files: {
      articles: new Map(),
      videos: new Map(),
      webstories: new Map(),
      categories: new Map(),
      tags: new Map(),
      authors: new Map(),
      pages: new Map(),
      ctas: new Map(),
    },
    feed: null,
    rail: null,
    present: {
      articles: new Set(),
      videos: new Set(),
      webstories: new Set(),
      categories: new Set(),
      tags: new Set(),
      authors: new Set(),
      pages: new Set(),
      ctas: new Set(),
    },
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
  folder.feed = await readSettings(root, 'feed/home.yaml', feedFile, folder.broken);
  folder.rail = await readSettings(root, 'feed/rail.yaml', railFile, folder.broken);
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

/** Exported for tests. `bytes` null: too large. */
export function parseFile(kind: ContentKind, file: string, bytes: Uint8Array | null): ContentFile | BrokenFile {
  const key = basename(file, '.md');
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key))
    return new BrokenFile([`${file}: the file's name must be a key: lower-case letters, digits and hyphens`]);
  if (bytes === null) return new BrokenFile([`${file}: larger than ${maxFileBytes / 1e6} MB`]);
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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
  name: string,
  schema: Schema,
  broken: ContentFolder['broken'],
): Promise<z.output<Schema> | null> {
  const source = await readFile(join(root, name), 'utf8').catch(() => null);
  if (source === null) return null;
  try {
    return readYaml(`content/${name}`, source, schema);
  } catch (error) {
    broken.push({
      file: `content/${name}`,
      messages: error instanceof BrokenFile ? error.messages : [`content/${name}: ${(error as Error).message}`],
    });
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
