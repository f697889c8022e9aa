import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import sharp from 'sharp';
import type { Queryable } from '../../../database/connect.server.ts';
import { studioMedia } from '../../../database/schema.ts';
import type { Config } from '../../../platform/settings/config.server.ts';
import type { RenderOptions } from '../../../platform/markdown/markdown.types.ts';
import type { TextWorker } from '../../../platform/text/text-worker.server.ts';
import type { Projection } from '../../pieces/projection.ts';
import { linkResolver, readNamedKeys, type SiteKeys } from '../../pieces/site-keys.server.ts';
import { findClip } from '../media/find-clip.server.ts';
import type { Ahead } from './piece-text.ts';
import { findBySource, type Piece, type Revision } from './pieces.queries.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

export type LiveConfig = Pick<Config, 'mediaDir'> &
  Partial<Pick<Config, 'mediaBucket'>> & {
    /** Renders what would hold the serving thread; none in commands, and for what is due while its queue is full. */
    worker?: TextWorker | undefined;
    /** Within a transaction: what was rendered before it. */
    ahead?: Ahead | undefined;
  };

export const liveConfigOf = (
  { config, pieceTexts }: { config: Config; pieceTexts?: TextWorker },
  ahead?: Ahead,
): LiveConfig => ({ ...config, worker: pieceTexts, ahead });

// In two steps: a run is read once, however many folders of this name are in it.
const mediaRuns = /\/?media\/[\w./-]+/gi;
const mediaPath = /^\/?media\/[\w./-]+\.(?:webp|avif|jpe?g|png|mp4|webm|vtt)/i;

/** `/media/…` paths that a revision shows. */
export const mediaOf = ({ fields, body }: Pick<Revision, 'fields' | 'body'>): string[] => [
  ...new Set(
    (`${JSON.stringify(fields)}\n${body}`.match(mediaRuns) ?? [])
      .flatMap((run) => mediaPath.exec(run) ?? [])
      .map((path) => path.replace(/^\/?/, '/')),
  ),
];

/** Sizes of the pictures that revisions show, for rendering them. */
export async function pictureSizes(db: Queryable, config: LiveConfig, copies: Pick<Revision, 'fields' | 'body'>[]) {
  const paths = [...new Set(copies.flatMap(mediaOf))];
  if (paths.length === 0) return new Map<string, never>();
  return sizesOf(config, paths, await db.select().from(studioMedia).where(inArray(studioMedia.path, paths)));
}

export const newsroom = 'newsroom';
type Known = Pick<Piece, 'kind' | 'id' | 'key' | 'sourceKey'>;

/**
 * What the projectors need for one revision.
 * @returns besides, the uploads that it shows
 */
export async function projectionOf(
  db: Queryable,
  config: LiveConfig,
  piece: Known,
  revision: Pick<Revision, 'fields' | 'body'>,
) {
  const keys = await readNamedKeys(db, [revision.fields, revision.body, newsroom]);
  claimKeys(keys, piece, revision);
  await claimOriginal(db, keys, piece, revision);
  const paths = mediaOf(revision);
  const uploads = paths.length === 0 ? [] : await db.select().from(studioMedia).where(inArray(studioMedia.path, paths));
  const sizes = await sizesOf(config, paths, uploads);
  const media = new Set(paths);
  const original = revision.fields.translationOf;
  const projection: Projection = {
    keys,
    saving: { mode: modeOf(piece), resolveLink: linkResolver(keys), imageSize: (path) => sizes.get(path) ?? null },
    // An imported story names its pictures without their folder.
    hasMedia: (url) => media.has(url) || url.startsWith('/media/stories/'),
    async findClip(one, { data }) {
      const clip = await findClip(one, config.mediaDir, piece, data);
      return 'problem' in clip ? { problem: problem('piece.inField', 'video', clip.problem) } : clip;
    },
    originalKey: (_, key) => (typeof original === 'string' ? (original === key ? null : original) : key),
  };
  return { projection, uploads };
}

/** The piece's own key leads to itself, so that the conversion finds its id. */
function claimKeys(keys: SiteKeys, { kind, key, id }: Known, { fields }: Pick<Revision, 'fields'>): void {
  const title = String(fields.title ?? key);
  if (kind === 'articles' || kind === 'videos')
    keys[kind].set(key, {
      groupId: null,
      ...keys[kind].get(key),
      id,
      title,
      status: 'published',
      isHeld: false,
      isSample: false,
    });
  if (kind === 'webstories') keys.webstories.set(key, { id, status: 'published', isHeld: false });
  if (kind === 'categories' || kind === 'authors') keys[kind].set(key, { id, name: String(fields.name ?? key) });
  if (kind === 'tags') keys.tags.set(String(fields.name ?? key), { id, name: String(fields.name ?? key) });
}

/** An original that is a draft still has its number already: its translations may go first. */
async function claimOriginal(db: Queryable, keys: SiteKeys, { kind }: Known, { fields }: Pick<Revision, 'fields'>) {
  const original = fields.translationOf;
  if ((kind !== 'articles' && kind !== 'videos') || typeof original !== 'string' || keys[kind].has(original)) return;
  const piece = await findBySource(db, kind, original);
  if (!piece) return;
  const { id, title } = piece;
  keys[kind].set(original, { id, title, groupId: null, status: 'draft', isHeld: false, isSample: false });
}

type Size = { width: number; height: number };

async function sizesOf(
  config: LiveConfig,
  paths: string[],
  uploads: { path: string; width: number | null; height: number | null }[],
) {
  const sizes = new Map<string, Size>();
  for (const { path, width, height } of uploads) if (width && height) sizes.set(path, { width, height });
  for (const path of paths) {
    if (sizes.has(path) || !/\.(?:webp|avif|jpe?g|png)$/i.test(path)) continue;
    const facts = await sharp(join(config.mediaDir, path.slice('/media/'.length)))
      .metadata()
      .catch(() => null);
    if (!facts?.width || !facts.height) continue;
    const isTurned = (facts.orientation ?? 1) >= 5;
    sizes.set(
      path,
      isTurned ? { width: facts.height, height: facts.width } : { width: facts.width, height: facts.height },
    );
  }
  return sizes;
}

/** Articles of another site may contain HTML. */
export const modeOf = ({ kind, sourceKey }: Pick<Piece, 'kind' | 'sourceKey'>): RenderOptions['mode'] =>
  kind === 'articles' && !sourceKey.startsWith('content:') ? 'imported' : 'editor';

/** A picture without words of its own shows the description that it was uploaded with. */
export function describePictures(body: string, uploads: { path: string; description: string }[]): string {
  const described = new Map(uploads.map(({ path, description }) => [path, description]));
  return body.replace(/!\[\s*\]\((\/?media\/[\w./-]+)/g, (whole, path: string) => {
    const description = described.get(path.replace(/^\/?/, '/'));
    return description ? `![${description.replace(/[\\[\]`<>&*_]/g, '\\$&').replace(/\s+/g, ' ')}](${path}` : whole;
  });
}
