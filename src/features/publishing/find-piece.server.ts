import { eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, takedowns, videos, webstories } from '../../database/schema.ts';
import { articlePath, parseSlugAndId, videoPath, webStoryPath } from '../../platform/wire/ids.ts';
import { splitPrefix } from '../../platform/settings/site-languages.ts';
import { findArticleByOldPath } from '../articles/old-addresses.queries.server.ts';
import { sourceKeyOf } from '../../platform/wire/piece-key.ts';
import { WrongUse } from '../../platform/process/command.ts';

export type Piece = {
  kind: 'article' | 'video' | 'webstory';
  /** Null for stories, which are identified by slug. */
  id: number | null;
  /** Id or slug, as in the table of takedowns. */
  entityId: string;
  sourceKey: string;
  title: string;
  status: string;
  publishedAt: Date;
  path: string;
};

type ParsedName = { kind: Piece['kind'] | null; id: number | null; key: string | null };

/**
 * Resolves an address or path (an old one, too), `article:pm-kisan`, `video:501`, `webstory:slug` or a bare number.
 * @throws WrongUse where nothing or more than one piece matches
 */
export async function findPiece(db: Queryable, name: string): Promise<Piece> {
  const parsed = await readName(db, name.trim());
  const found = [
    ...(parsed.kind === 'video' || parsed.kind === 'webstory' ? [] : await articlesNamed(db, parsed)),
    ...(parsed.kind === 'article' || parsed.kind === 'webstory' ? [] : await videosNamed(db, parsed)),
    ...(parsed.kind === 'article' || parsed.kind === 'video' || parsed.key === null
      ? []
      : await storiesNamed(db, parsed.key)),
  ];
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new WrongUse(
      `"${name}" may be ${found.map(({ kind, entityId, title }) => `${kind}:${entityId} (${title})`).join(' or ')}. Say which.`,
    );
  const [takedown] = await db
    .select()
    .from(takedowns)
    .where(inArray(takedowns.entityId, [String(parsed.id), parsed.key ?? '']));
  if (takedown && (parsed.kind === null || takedown.kind === parsed.kind)) {
    throw new WrongUse(
      `"${name}" was taken down on ${takedown.takenDownAt.toISOString().slice(0, 10)}: ${takedown.reason}`,
    );
  }
  throw new WrongUse(
    `Nothing is called "${name}". Give its address, a kind and key such as article:pm-kisan, or a kind and number such as article:1001.`,
  );
}

async function readName(db: Queryable, name: string): Promise<ParsedName> {
  if (/^[1-9]\d{0,9}$/.test(name)) return { kind: null, id: Number(name), key: null };
  const named = /^(article|video|webstory):(.+)$/.exec(name);
  if (named) {
    const kind = named[1] as Piece['kind'];
    return /^[1-9]\d{0,9}$/.test(named[2]!)
      ? { kind, id: Number(named[2]), key: null }
      : { kind, id: null, key: named[2]! };
  }
  const url = /^(?:https?:\/\/|\/)/.test(name) ? URL.parse(name, 'http://here.invalid') : null;
  if (!url) return { kind: null, id: null, key: name };
  const moved = await findArticleByOldPath(db, url.pathname);
  if (moved !== null) return { kind: 'article', id: moved, key: null };
  const page = /^\/(article|video|webstory)\/([^/]+)\/?$/.exec(splitPrefix(url.pathname).bare);
  if (!page) throw new WrongUse(`${name} is no address of an article, video or story.`);
  const kind = page[1] as Piece['kind'];
  if (kind === 'webstory') return { kind, id: null, key: decodeURIComponent(page[2]!) };
  const id = parseSlugAndId(page[2]!)?.id;
  if (id === undefined) throw new WrongUse(`${name} is no address of an article, video or story.`);
  return { kind, id, key: null };
}

const byName = (table: typeof articles | typeof videos, { id, key }: ParsedName) =>
  id === null ? eq(table.sourceKey, sourceKeyOf(key!)) : eq(table.id, id);

async function articlesNamed(db: Queryable, parsed: ParsedName): Promise<Piece[]> {
  const rows = await db
    .select({
      id: articles.id,
      sourceKey: articles.sourceKey,
      title: articles.title,
      status: articles.status,
      publishedAt: articles.publishedAt,
    })
    .from(articles)
    .where(byName(articles, parsed));
  return rows.map((row) => ({
    ...row,
    kind: 'article',
    entityId: String(row.id),
    path: articlePath(row.title, row.id),
  }));
}

async function videosNamed(db: Queryable, parsed: ParsedName): Promise<Piece[]> {
  const rows = await db
    .select({
      id: videos.id,
      sourceKey: videos.sourceKey,
      title: videos.title,
      status: videos.status,
      publishedAt: videos.publishedAt,
    })
    .from(videos)
    .where(byName(videos, parsed));
  return rows.map((row) => ({ ...row, kind: 'video', entityId: String(row.id), path: videoPath(row.title, row.id) }));
}

async function storiesNamed(db: Queryable, slug: string): Promise<Piece[]> {
  const rows = await db
    .select({
      slug: webstories.slug,
      title: webstories.title,
      status: webstories.status,
      publishedAt: webstories.publishedAt,
    })
    .from(webstories)
    .where(eq(webstories.slug, slug));
  return rows.map((row) => ({
    ...row,
    kind: 'webstory',
    id: null,
    entityId: row.slug,
    sourceKey: `content:${row.slug}`,
    path: webStoryPath(row.slug),
  }));
}
