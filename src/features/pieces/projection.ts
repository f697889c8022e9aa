import type { Transaction } from '../../database/connect.server.ts';
import type { Finding, SaveOptions, SaveResult } from '../articles/article-input.ts';
import type { FeedFile, RailFile } from './feed-files.ts';
import type { FileData } from './piece-files.ts';
import type { Problem } from '../../platform/wire/problem.ts';
import type { SiteKeys } from './site-keys.server.ts';

/** Kinds with an original and its translations. */
export const translatedKinds = ['articles', 'videos', 'webstories', 'pages', 'ctas'] as const;
export type TranslatedKind = (typeof translatedKinds)[number];

/** What the projectors of a run or of one revision share: they write the rows that readers' pages use. */
export type Projection = {
  keys: SiteKeys;
  saving: SaveOptions;
  /** Whether the piece may show a file of `/media/…`: in an import, one that comes along; in the studio, one it names. */
  hasMedia(url: string): boolean;
  /** The film of a video, or what is wrong with it. */
  findClip(tx: Transaction, file: PieceFile<'videos'>): Promise<Clip | { problem: Problem }>;
  /** Key of a translation's original, its own for an original; null where two name each other. */
  originalKey(kind: TranslatedKind, key: string): string | null;
};

/** `captions`, `poster`: where the video itself names none. */
export type Clip = { url: string; seconds: number; captions?: string | undefined; poster?: string | undefined };

type Data = Omit<FileData, 'questions'> & { feed: FeedFile | RailFile };
export type ProjectedKind = keyof Data;
export type PieceFile<Kind extends ProjectedKind = ProjectedKind> = { key: string; data: Data[Kind]; body: string };

/** What became of a piece's rows. `cacheTags` are to be invalidated after the commit. */
export type Projected = Pick<SaveResult, 'outcome' | 'cacheTags'> & {
  id?: number | null;
  reason?: Problem | null;
  problems?: Finding[];
};

/** `media/a.webp`, `a.webp` → `/media/<folder>/a.webp` */
export const mediaUrl = (path: string | undefined, folder: string) =>
  path === undefined ? null : /^\/?media\//.test(path) ? `/${path.replace(/^\//, '')}` : `/media/${folder}/${path}`;

/** Number of the original of an article or video; undefined where the piece is no translation. */
export function originalId(projection: Projection, kind: 'articles' | 'videos', key: string): number | undefined {
  const original = projection.originalKey(kind, key);
  const row = original === null || original === key ? undefined : projection.keys[kind].get(original);
  return row && (row.groupId ?? row.id);
}
