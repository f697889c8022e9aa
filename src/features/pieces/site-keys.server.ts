import { and, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../database/connect.server.ts';
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
} from '../../database/schema.ts';
import { importedKeysIn, keyOfSource, percentDecoded, sourceKeyOf } from '../../platform/wire/piece-key.ts';
import { articlePath, authorPath, categoryPath, tagPath, videoPath, webStoryPath } from '../../platform/wire/ids.ts';
import { type LinkKind, linkKinds, type LinkResolver } from '../../platform/markdown/render-markdown.server.ts';
import { textPagePath } from '../../platform/page/text-page-path.ts';
import { takedownKeyOfVideo } from '../videos/video-input.ts';
import { takedownKeyOfStory } from '../webstories/save-webstory.server.ts';

type Numbered = {
  id: number;
  groupId: number | null;
  title: string;
  status: string;
  isHeld: boolean;
  isSample: boolean;
};
type Named = { id: number; name: string };

/** Link targets and references by key, as stored: all of content/, and the imported pieces that were named. */
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

/**
 * All of the site, for an import.
 * @param folder in which imported pieces may be named: they are too many to be read all
 */
export const readSiteKeys = (tx: Queryable, folder: unknown = null): Promise<SiteKeys> =>
  readKeys(tx, (column) => {
    if (column !== articles.sourceKey && column !== videos.sourceKey) return undefined;
    return or(like(column, 'content:%'), among(column, [...importedKeysIn(folder)]));
  });

/** What these texts and fields name. */
export function readNamedKeys(db: Queryable, texts: unknown): Promise<SiteKeys> {
  const names = [...namesIn(texts)].filter((name) => !name.includes('\u0000'));
  const sources = names.map(sourceKeyOf);
  const takenDown = [...sources, ...sources.map(takedownKeyOfVideo), ...names.map(takedownKeyOfStory)];
  return readKeys(db, (column) =>
    among(
      column,
      column === takedowns.sourceKey
        ? takenDown
        : column === articles.sourceKey || column === videos.sourceKey
          ? sources
          : names,
    ),
  );
}

const among = (column: PgColumn, values: string[]) => sql`${column} = any(${sql.param(values)}::text[])`;

const links = new RegExp(`\\b(${linkKinds.join('|')}):([^#\\s()<>"]+)`, 'g');
/** Kind and key of each `article:pm-kisan` in a text, the key as written and decoded. */
export const linkTargets = (text: string): [LinkKind, string][] =>
  [...text.matchAll(links)].flatMap(([, kind, key]) =>
    [key!, percentDecoded(key!)].map((one): [LinkKind, string] => [kind as LinkKind, one]),
  );
/** Longer ones are no keys. */
const longest = 2_000;

/** Every value that may be a key, alone or after the kind in a slot, and the targets of links. */
function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (value.length <= longest) names.add(value).add(value.slice(value.indexOf(':') + 1));
    for (const [, key] of linkTargets(value)) names.add(key);
  } else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) namesIn(one, names);
  return names;
}

async function readKeys(tx: Queryable, only: (column: PgColumn) => SQL | undefined): Promise<SiteKeys> {
  const pieces = async <Table extends typeof articles | typeof videos>(table: Table) => {
    const { sourceKey, id, groupId, title, status, isHeld, isSample } = table;
    const rows = await tx
      .select({ sourceKey, id, groupId, title, status, isHeld, isSample })
      .from(table as typeof articles)
      .where(only(sourceKey));
    return new Map(rows.map(({ sourceKey: source, ...row }) => [keyOfSource(source), row]));
  };
  const named = async (table: typeof categories | typeof authors) => {
    const rows = await tx
      .select({ id: table.id, key: table.key, name: table.name })
      .from(table as typeof categories)
      .where(only(table.key));
    return new Map(rows.map((row) => [row.key, row]));
  };
  const stories = await tx
    .select({ slug: webstories.slug, status: webstories.status, isHeld: webstories.isHeld })
    .from(webstories)
    .where(only(webstories.slug));
  const tagRows = await tx.select({ id: tags.id, name: tags.name }).from(tags).where(only(tags.name));
  const pages = await tx
    .select({ key: textPages.key })
    .from(textPages)
    .where(and(isNull(textPages.translationOf), only(textPages.key)));
  const ctaRows = await tx.select({ key: ctas.key }).from(ctas).where(only(ctas.key));
  const removed = await tx.select({ sourceKey: takedowns.sourceKey }).from(takedowns).where(only(takedowns.sourceKey));
  return {
    articles: await pieces(articles),
    videos: await pieces(videos),
    webstories: new Map(stories.map(({ slug, ...row }) => [slug, row])),
    categories: await named(categories),
    tags: new Map(tagRows.map((row) => [row.name, row])),
    authors: await named(authors),
    pages: new Set(pages.map(({ key }) => key)),
    ctas: new Set(ctaRows.map(({ key }) => key)),
    takenDown: new Set(removed.map(({ sourceKey }) => sourceKey)),
  };
}

/** A link to a draft or a takedown is reduced to its text and reported. */
export function linkResolver(keys: SiteKeys): LinkResolver {
  const piece = (found: Numbered | undefined, path: typeof articlePath) =>
    found?.status === 'published' ? path(found.title, found.id) : null;
  return (kind, key) => {
    switch (kind) {
      case 'article':
        return keys.takenDown.has(sourceKeyOf(key)) ? null : piece(keys.articles.get(key), articlePath);
      case 'video':
        return keys.takenDown.has(takedownKeyOfVideo(sourceKeyOf(key))) ? null : piece(keys.videos.get(key), videoPath);
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
