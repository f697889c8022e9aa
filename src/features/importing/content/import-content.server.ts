import { refreshTotals } from '../../publishing/refresh-totals.server.ts';
import type { ImportReport } from '../report.ts';
import type { ContentOptions, ContentRun, ImportTarget } from './content-run.ts';
import { copyMedia, listMedia, pictureSizes } from './copy-media.server.ts';
import { contentKinds, readContentFolder, type ContentFolder } from './read-folder.server.ts';
import { mp4Seconds } from '../../../platform/media/mp4-boxes.server.ts';
import { filmOf } from '../../pieces/project-video.server.ts';
import type { PieceFile } from '../../pieces/projection.ts';
import { linkResolver, readSiteKeys, type SiteKeys } from '../../pieces/site-keys.server.ts';
import { recorderOf } from '../runs/record-pieces.server.ts';
import { notePublished, prunePieces } from './keep-files.server.ts';
import { addKeys, ownKeys } from './stored-files.queries.server.ts';
import { originalKey, refuseUnknownKeys } from './refuse-files.ts';
import { saveFeedFiles, saveFiles } from './save-files.server.ts';
import { problem } from '../../../platform/wire/problem.ts';
import { sql, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { followRenames, nothingRenamed, type RenamedFiles } from './renamed-files.server.ts';
import { isImportedKey } from '../../../platform/wire/piece-key.ts';
import { articles, videos, webstories } from '../../../database/schema.ts';
import { endCtas, listCtasWithout } from '../../referrals/save-cta.server.ts';
import { indexWebStories } from '../../webstories/index-webstories.server.ts';
import { unindexDocuments } from '../../search-index/index-document.server.ts';

/** Imports a content folder, in any order. Invalid files are reported and their stored version stays. */
export async function importContent(
  root: string,
  target: ImportTarget,
  report: ImportReport,
  options: ContentOptions,
): Promise<void> {
  const wants = (part: NonNullable<ContentOptions['only']>[number]) => !options.only || options.only.includes(part);
  const folder = await readContentFolder(root, options.cache);
  for (const kind of contentKinds) if (!wants(kind)) folder.files[kind].clear();
  const { files: media, refused } = await listMedia(root);
  for (const file of refused)
    report.note(file, 'not a picture, video or caption file that can be served; it is left out');

  const { keys, renamed } = await target.inTransaction(async (tx) => {
    const found = await readSiteKeys(tx, folder);
    // Runs before ids are assigned: other files must not refer to one that is refused here.
    refuseUnknownKeys(folder, found);
    await addKeys(tx, found, folder);
    return { keys: found, renamed: await addFolderKeys(tx, found, folder, options.isPublishing) };
  });
  for (const { messages } of folder.broken) for (const message of messages) report.lose(...splitMessage(message));

  const stored = wants('media') ? [...media.values()].filter(({ url }) => !isTakenDown(url, keys)) : [];
  const total = Object.values(folder.files).reduce((sum, files) => sum + files.size, 2 + stored.length);
  let finished = 0;
  const done = (entries: number) => {
    finished += entries;
    report.progress(finished / total);
  };
  await copyMedia(stored, options.media, () => done(1));
  const sizes = await pictureSizes(media, mediaOfBodies(folder));
  const run: ContentRun = {
    folder,
    keys,
    renamed,
    options,
    target,
    report,
    media,
    hasMedia: (url) => media.has(url),
    findClip: (_, file) => findClip(media, file),
    originalKey: (kind, key) => originalKey(folder, kind, key),
    cacheTags: new Set(),
    published: new Set(),
    recorder: options.held && recorderOf(options.held),
    done,
    saving: { mode: 'editor', resolveLink: linkResolver(keys), imageSize: (path) => sizes.get(path) ?? null },
  };

  await saveFiles(run);
  if (wants('feed')) await saveFeedFiles(run);
  if (!options.only) await reportRemoved(run);
  if (run.cacheTags.size > 0) await target.inTransaction(refreshTotals);
  await target.inTransaction((tx) => notePublished(tx, run));
  await target.changed(run.cacheTags);
}

async function findClip(media: ContentRun['media'], file: PieceFile<'videos'>): ReturnType<ContentRun['findClip']> {
  const clip = media.get(filmOf(file));
  const seconds = clip ? await mp4Seconds(clip.path) : null;
  if (clip && seconds !== null) return { url: clip.url, seconds };
  return { problem: problem(clip ? 'piece.noMp4' : 'piece.fileMissing', `content/media/videos/${file.key}.mp4`) };
}

function splitMessage(message: string): [name: string, reason: string] {
  const at = message.indexOf(': ');
  return at < 0 ? [message, 'broken'] : [message.slice(0, at), message.slice(at + 2)];
}

function mediaOfBodies(folder: ContentFolder): string[] {
  const files = [
    ...folder.files.articles.values(),
    ...folder.files.videos.values(),
    ...folder.files.categories.values(),
    ...folder.files.pages.values(),
  ];
  return files.flatMap(({ body }) => body.match(/\/?media\/[\w./-]+/g) ?? []).map((path) => path.replace(/^\/?/, '/'));
}

/** Files of a video or story that was taken down must not come back either. */
function isTakenDown(url: string, keys: SiteKeys): boolean {
  const video = /^\/media\/videos\/([a-z0-9-]+)\./.exec(url);
  if (video) return keys.takenDown.has(`video:content:${video[1]}`);
  const story = /^\/media\/stories\/([a-z0-9-]+?)(?:-\d+)?\./.exec(url);
  return story !== null && keys.takenDown.has(`webstory:content:${story[1]}`);
}

/**
 * Reserves ids for the folder's pieces, so that links can be rendered before their targets are stored.
 * Updates `keys` to the state after the import; a former name that no file has still leads to its piece.
 * @param mayRename false where drafts are made, which rename nothing
 * @returns the files that take over a number, in rounds
 */
async function addFolderKeys(
  tx: Queryable,
  keys: SiteKeys,
  folder: ContentFolder,
  mayRename: boolean,
): Promise<RenamedFiles> {
  const renamed = nothingRenamed();
  for (const kind of ['articles', 'videos'] as const) {
    const { pieces, rounds } = followRenames(keys[kind], mayRename ? folder.files[kind] : new Map());
    renamed[kind] = rounds;
    for (const [key, { data }] of folder.files[kind]) {
      const stored = pieces.get(key);
      const id = stored?.id ?? data.id ?? (await nextId(tx, kind));
      keys[kind].set(key, {
        id,
        groupId: stored?.groupId ?? null,
        title: data.title,
        ...statusOf(stored, data.status),
        isSample: data.sample,
      });
    }
  }
  for (const kind of ['categories', 'authors'] as const) {
    for (const [key, { data }] of folder.files[kind]) {
      keys[kind].set(key, { id: keys[kind].get(key)?.id ?? data.id ?? (await nextId(tx, kind)), name: data.name });
    }
  }
  for (const [key, { data }] of folder.files.tags) {
    const name = data.name ?? key;
    keys.tags.set(name, { id: keys.tags.get(name)?.id ?? data.id ?? (await nextId(tx, 'tags')), name });
  }
  for (const [key, { data }] of folder.files.webstories)
    keys.webstories.set(key, { ...keys.webstories.get(key), ...statusOf(keys.webstories.get(key), data.status) });
  for (const [key, { data }] of folder.files.pages) if (data.translationOf === undefined) keys.pages.add(key);
  return renamed;
}

/** Links follow the effective status: for a held piece the stored one wins over the file's. */
const statusOf = (stored: { status: string; isHeld: boolean } | undefined, status: string) => ({
  status: stored?.isHeld ? stored.status : status,
  isHeld: stored?.isHeld ?? false,
});

async function nextId(
  tx: Queryable,
  table: 'articles' | 'videos' | 'categories' | 'authors' | 'tags',
): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`select nextval(${`${table}_id_seq`}::regclass) as id`);
  return Number(rows[0]!.id);
}

type Kind = 'articles' | 'videos' | 'webstories' | 'ctas';

/** Published pieces whose files were deleted: reported, and with `prune` unpublished. */
async function reportRemoved(run: ContentRun): Promise<void> {
  const { prune } = run.options;
  for (const kind of ['articles', 'videos', 'webstories', 'ctas'] as const)
    await run.target.inTransaction(async (tx) => {
      const gone = await goneOf(tx, run, kind);
      const words = kind === 'ctas' ? wordsOfCtas : wordsOfPieces;
      for (const key of gone) run.report.note(`content/${kind}/${key}.md`, prune ? words.pruned : words.left);
      if (!prune || gone.length === 0) return;
      await prunePieces(tx, run, kind, gone, () => hide(tx, run, kind, gone));
      run.cacheTags.add(kind === 'ctas' ? 'ctas' : 'all');
    });
}

const wordsOfPieces = {
  pruned: 'the file is gone: the piece is unpublished',
  left: 'the file is gone, but the piece is still published: unpublish or remove it, or import with --prune',
};
const wordsOfCtas = {
  pruned: 'the file is gone: the call to action is over',
  left: 'the file is gone, but the call to action is still open: import with --prune',
};

/** @returns their keys */
async function goneOf(tx: Transaction, { keys, folder, options }: ContentRun, kind: Kind): Promise<string[]> {
  const here = new Set([...folder.present[kind], ...(await ownKeys(tx, kind))]);
  if (kind === 'ctas') return listCtasWithout(tx, [...here]);
  // A file under a new name with the number of a piece is that piece's file.
  const ids = new Set([...folder.present[kind]].flatMap((key) => keys[kind].get(key)?.id ?? []));
  return [...keys[kind]].flatMap(([key, { id, status, isHeld }]) =>
    status === 'published' &&
    !isImportedKey(key) &&
    !(id !== undefined && ids.has(id)) &&
    !here.has(key) &&
    !(isHeld && options.prune)
      ? [key]
      : [],
  );
}

async function hide(tx: Transaction, { keys }: ContentRun, kind: Kind, gone: string[]): Promise<void> {
  // An empty hash makes the next import treat a returning file as changed.
  const hidden = { status: 'draft', sourceHash: '' } as const;
  if (kind === 'ctas') return endCtas(tx, gone);
  if (kind === 'webstories') {
    await tx.update(webstories).set(hidden).where(inArray(webstories.slug, gone));
    return indexWebStories(tx);
  }
  const ids = gone.map((key) => keys[kind].get(key)!.id);
  if (kind === 'articles') await tx.update(articles).set(hidden).where(inArray(articles.id, ids));
  else await tx.update(videos).set(hidden).where(inArray(videos.id, ids));
  await unindexDocuments(tx, kind === 'articles' ? 'ARTICLE' : 'VIDEO', ids);
}
