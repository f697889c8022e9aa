import { randomUUID } from 'node:crypto';
import { access, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { and, asc, eq, gt } from 'drizzle-orm';
import {
  authors,
  categories,
  studioPieces,
  studioRevisions,
  type StudioKind,
  videos,
  webstories,
} from '../../../database/schema.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { slugify } from '../../../platform/wire/ids.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import type { ContentKind } from '../../pieces/piece-files.ts';
import { feedFile, railFile } from '../../pieces/feed-files.ts';
import { BrokenFile, hashOfFile, readFields } from './front-matter.ts';
import { parseFile } from './read-folder.server.ts';
import { createReport } from '../report.ts';
import { mediaOf } from '../../studio/pieces/projection-of-revision.server.ts';
import { exportedFields, saysTheSame } from './exported-fields.ts';
import { findRevision, type Piece, type Revision } from '../../studio/pieces/pieces.queries.server.ts';
import { writeFile as textOf } from '../../studio/pieces/rewrite-front-matter.ts';
import { studioKinds } from '../../studio/studio.contract.ts';

type ExportOptions = { isOverwriting: boolean; withWorkingCopies: boolean };
type Write = { file: string; path: string; text: string; isNew: boolean };

const plainKey = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Writes every piece as a file of a content folder. All files are looked at before the first is written.
 * @returns 0, or 1 where something could not be written, or stands there that is not from this site
 */
export async function exportFiles(root: string, context: CommandContext, options: ExportOptions): Promise<number> {
  const { connection, output, signal } = context;
  const report = createReport('export', output);
  const total = (await connection.db.$count(studioPieces)) || 1;
  const writes: Write[] = [];
  const strange: string[] = [];
  const media = new Set<string>();
  const taken = new Set<string>();
  let foreign = 0;
  let seen = 0;
  for (const kind of studioKinds) {
    for await (const piece of eachPiece(context, kind)) {
      signal.throwIfAborted();
      seen += 1;
      report.progress((seen / total) * 0.8);
      const name = fileName(piece);
      if (name === null) {
        foreign += 1;
        continue;
      }
      const place = join(root, name);
      if (piece.state === 'removed') {
        if (await exists(place)) report.note(`content/${name}`, 'it was removed on the site: delete this file');
        continue;
      }
      if (taken.has(name)) {
        report.lose(`content/${name}`, `two pieces would have this name; ${piece.kind} ${piece.id} is not written`);
        continue;
      }
      const written = await fileOf(context, piece, options);
      if (written === null) {
        report.skip(`content/${name}`, 'a draft that readers have not seen; --working-copies writes it');
        continue;
      }
      taken.add(name);
      for (const path of written.media) media.add(path);
      const before = await readFile(place, 'utf8').catch(() => null);
      if (before === written.text) report.count('unchanged');
      else if (before !== null && !options.isOverwriting && !(await isOurs(context, piece, name, before)))
        strange.push(`content/${name}`);
      else writes.push({ file: `content/${name}`, path: place, text: written.text, isNew: before === null });
    }
  }
  if (strange.length > 0) {
    for (const file of strange.slice(0, 20)) output.err(`${file}: this text is not from this site.`);
    output.err(
      `Nothing was written: ${strange.length === 1 ? 'one file holds' : `${strange.length} files hold`} what no revision of its piece says. Import or move it, choose an empty folder, or write over it with --overwrite.`,
    );
    return 1;
  }
  for (const { file, path, text, isNew } of writes) {
    signal.throwIfAborted();
    await replaceFile(path, text).then(
      () => report.count(isNew ? 'created' : 'changed'),
      (error: NodeJS.ErrnoException) => report.lose(file, `cannot be written (${error.code ?? error.message})`),
    );
  }
  await copyMedia(root, context, media, (path) =>
    report.note(`content${path}`, 'is not in the media store; it is left out'),
  );
  const status = report.finish();
  if (foreign > 0)
    output.out(
      `${foreign} ${foreign === 1 ? 'piece' : 'pieces'} came from elsewhere and ${foreign === 1 ? 'has' : 'have'} no file here: import the source again, or move the site with npm run backup.`,
    );
  return status;
}

/** In batches by id, so that a large site is not held in memory. */
async function* eachPiece({ connection: { db } }: CommandContext, kind: StudioKind): AsyncGenerator<Piece> {
  for (let after = 0; ;) {
    const batch = await db
      .select()
      .from(studioPieces)
      .where(and(eq(studioPieces.kind, kind), gt(studioPieces.id, after)))
      .orderBy(asc(studioPieces.id))
      .limit(200);
    yield* batch;
    const last = batch.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Null for what came from elsewhere: a file of ours would be another piece. */
function fileName({ kind, key, sourceKey }: Piece): string | null {
  if (kind === 'feed') return `feed/${key}.yaml`;
  if (!sourceKey.startsWith('content:')) return null;
  const name = kind === 'tags' && !plainKey.test(key) ? slugify(key, 'tag') : key;
  return plainKey.test(name) ? `${kind}/${name}.md` : null;
}

async function fileOf(
  { connection: { db } }: CommandContext,
  piece: Piece,
  { withWorkingCopies }: ExportOptions,
): Promise<{ text: string; media: string[] } | null> {
  const number = withWorkingCopies ? piece.revision : (piece.live ?? piece.revision);
  const revision = await findRevision(db, piece, number);
  if (!revision || revision.isErased) return null;
  const isFiles = piece.lastLive === null && piece.fileRevision === number;
  const saysDraft = ['articles', 'videos', 'webstories', 'ctas'].includes(piece.kind);
  if (piece.live === null && !isFiles && !withWorkingCopies && !(saysDraft && piece.lastLive !== null)) return null;
  const isYaml = piece.kind === 'feed';
  const text = textOf(piece.fileFront, exportedFields(piece, revision), revision.body, isYaml);
  return { text, media: mediaOf(revision) };
}

/** Whether a file that stands there says what some revision of its piece says. */
async function isOurs(
  { connection: { db } }: CommandContext,
  piece: Piece,
  name: string,
  source: string,
): Promise<boolean> {
  if (piece.fileHash === hashOfFile(source)) return true;
  const content = contentOf(piece, `content/${name}`, source);
  if (content === null) return false;
  const revisions = await db
    .select()
    .from(studioRevisions)
    .where(and(eq(studioRevisions.kind, piece.kind), eq(studioRevisions.pieceId, piece.id)));
  return revisions.some((revision) => saysTheSame(piece, revision, content));
}

/** Null where the file breaks the rules of its kind. */
function contentOf({ kind, key }: Piece, file: string, source: string): Pick<Revision, 'fields' | 'body'> | null {
  if (kind !== 'feed') {
    const parsed = parseFile(kind as ContentKind, file, Buffer.from(source));
    return parsed instanceof BrokenFile ? null : { fields: parsed.written?.fields ?? {}, body: parsed.body };
  }
  try {
    return { fields: readFields(file, source, key === 'rail' ? railFile : feedFile).fields, body: '' };
  } catch (error) {
    if (error instanceof BrokenFile) return null;
    throw error;
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Never through a link that somebody put there, and never half a file. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const folder = await lstat(dirname(path));
  if (!folder.isDirectory()) throw new Error('its folder is a link');
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o644 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function copyMedia(
  root: string,
  context: CommandContext,
  paths: Set<string>,
  missing: (path: string) => void,
): Promise<void> {
  const { db } = context.connection;
  const shown = [
    ...(await db.select({ a: videos.videoUrl, b: videos.captionsUrl, c: videos.thumbnail }).from(videos)).flatMap(
      ({ a, b, c }) => [a, b, c],
    ),
    ...(await db.select({ poster: webstories.poster, pages: webstories.pages }).from(webstories)).flatMap(
      ({ poster, pages }) => [poster, ...pages.map(({ imageUrl }) => imageUrl)],
    ),
    ...(await db.select({ url: authors.imageUrl }).from(authors)).map(({ url }) => url),
    ...(await db.select({ url: categories.imageUrl }).from(categories)).map(({ url }) => url),
  ];
  for (const url of shown) if (url?.startsWith('/media/')) paths.add(url);
  const store = await openMediaStore(context.config, context.connection);
  for (const path of paths) {
    context.signal.throwIfAborted();
    const file = join(root, path);
    if (path.includes('..') || (await exists(file))) continue;
    await mkdir(dirname(file), { recursive: true });
    if (!(await store.copyTo(path.slice('/media/'.length), file))) missing(path);
  }
}
