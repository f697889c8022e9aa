import { refreshTotals } from '../../publishing/refresh-totals.server.ts';
import type { ImportReport } from '../report.ts';
import type { ContentOptions, ContentRun, ImportTarget } from './content-run.ts';
import { copyMedia, listMedia, pictureSizes } from './copy-media.server.ts';
import { contentKinds, readContentFolder, type ContentFolder } from './read-folder.server.ts';
import { reportRemoved } from './removed-files.server.ts';
import { mp4Seconds } from '../../../platform/media/mp4-seconds.server.ts';
import { filmOf } from '../../pieces/project-video.server.ts';
import type { PieceFile } from '../../pieces/projection.ts';
import { linkResolver, readSiteKeys, type SiteKeys } from '../../pieces/site-keys.server.ts';
import { recorderOf } from '../runs/record-pieces.server.ts';
import { addFolderKeys } from './folder-keys.server.ts';
import { notePublished } from './keep-files.server.ts';
import { addKeys } from './stored-files.queries.server.ts';
import { originalKey } from './refuse-files.ts';
import { saveFeedFiles, saveFiles } from './save-files.server.ts';
import { refuseUnknownKeys } from './refuse-files.ts';
import { problem } from '../../../platform/wire/problem.ts';

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
  const seconds = clip ? await mp4Seconds(clip.path).catch(() => null) : null;
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
