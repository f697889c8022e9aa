import { isNull, like, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  articles,
  authors,
  categories,
  ctas,
  tags,
  takedowns,
  textPages,
  videos,
  webstories,
} from '../../../database/schema.ts';
import { articlePath, authorPath, categoryPath, tagPath, videoPath, webStoryPath } from '../../../platform/ids.ts';
import type { LinkResolver } from '../../../platform/markdown/render-markdown.server.ts';
import { textPagePath } from '../../../platform/text-page-path.ts';
import { takedownKeyOfVideo } from '../../videos/video-input.ts';
import { takedownKeyOfStory } from '../../webstories/save-webstory.server.ts';
import type { ContentFolder } from './read-folder.server.ts';
import { followRenames, nothingRenamed, type RenamedFiles } from './renamed-files.ts';

export const contentKey = (key: string) => `content:${key}`;
type Numbered = {
  id: number;
  groupId: number | null;
  title: string;
  status: string;
  isHeld: boolean;
  isSample: boolean;
};
type Named = { id: number; name: string };

/** All link targets and references by key, as stored. */
export type SiteKeys = {
  articles: Map<string, Numbered>;
  videos: Map<string, Numbered>;
  webstories: Map<string, { id?: number; status: string; isHeld: boolean }>;
  categories: Map<string, Named>;
  tags: Map<string, Named>;
  authors: Map<string, Named>;
  pages: Set<string>;
  ctas: Set<string>;
  takenDown: Set<string>;
};

export async function readSiteKeys(tx: Queryable): Promise<SiteKeys> {
  const piece = <Table extends typeof articles | typeof videos>(table: Table) =>
    tx
      .select({
        sourceKey: table.sourceKey,
        id: table.id,
        groupId: table.groupId,
        title: table.title,
        status: table.status,
        isHeld: table.isHeld,
        isSample: table.isSample,
      })
      .from(table as typeof articles)
      .where(like(table.sourceKey, 'content:%'));
  const bare = (rows: (Numbered & { sourceKey: string })[]) =>
    new Map(rows.map(({ sourceKey, ...row }) => [sourceKey.slice('content:'.length), row]));
  return {
    articles: bare(await piece(articles)),
    videos: bare(await piece(videos)),
    webstories: new Map(
      (
        await tx
          .select({ slug: webstories.slug, status: webstories.status, isHeld: webstories.isHeld })
          .from(webstories)
      ).map(({ slug, ...row }) => [slug, row]),
    ),
    categories: new Map(
      (await tx.select({ id: categories.id, key: categories.key, name: categories.name }).from(categories)).map(
        (row) => [row.key, row],
      ),
    ),
    tags: new Map((await tx.select({ id: tags.id, name: tags.name }).from(tags)).map((row) => [row.name, row])),
    authors: new Map(
      (await tx.select({ id: authors.id, key: authors.key, name: authors.name }).from(authors)).map((row) => [
        row.key,
        row,
      ]),
    ),
    pages: new Set(
      (await tx.select({ key: textPages.key }).from(textPages).where(isNull(textPages.translationOf))).map(
        (row) => row.key,
      ),
    ),
    ctas: new Set((await tx.select({ key: ctas.key }).from(ctas)).map((row) => row.key)),
    takenDown: new Set(
      (await tx.select({ sourceKey: takedowns.sourceKey }).from(takedowns)).map((row) => row.sourceKey),
    ),
  };
}

/**
 * Reserves ids for the folder's pieces, so that links can be rendered before their targets are stored.
 * Updates `keys` to the state after the import; a former name that no file has still leads to its piece.
 * @param mayRename false where drafts are made, which rename nothing
 * @returns the files that take over a number, in rounds
 */
export async function addFolderKeys(
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

/** A link to a draft or a takedown is reduced to its text and reported. */
export function linkResolver(keys: SiteKeys): LinkResolver {
  const piece = (found: Numbered | undefined, path: typeof articlePath) =>
    found?.status === 'published' ? path(found.title, found.id) : null;
  return (kind, key) => {
    switch (kind) {
      case 'article':
        return keys.takenDown.has(contentKey(key)) ? null : piece(keys.articles.get(key), articlePath);
      case 'video':
        return keys.takenDown.has(takedownKeyOfVideo(contentKey(key))) ? null : piece(keys.videos.get(key), videoPath);
      case 'webstory':
        return !keys.takenDown.has(takedownKeyOfStory(key)) && keys.webstories.get(key)?.status === 'published'
          ? webStoryPath(key)
          : null;
      case 'category':
        return named(keys.categories.get(key), categoryPath);
      case 'tag':
        return named(keys.tags.get(key), tagPath);
      case 'author':
        return named(keys.authors.get(key), authorPath);
      case 'page':
        return keys.pages.has(key) ? textPagePath(key) : null;
    }
  };
}

const named = (found: Named | undefined, path: typeof categoryPath) => (found ? path(found.name, found.id) : null);
