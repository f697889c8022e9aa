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
    ...(parsed.kind === 'video' || parsed.kind === 'webstory' ? [] : await piecesNamed(db, 'article', parsed)),
    ...(parsed.kind === 'article' || parsed.kind === 'webstory' ? [] : await piecesNamed(db, 'video', parsed)),
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

/** By its number, or by the key of its file. */
async function piecesNamed(db: Queryable, kind: 'article' | 'video', { id, key }: ParsedName): Promise<Piece[]> {
  const table: typeof articles | typeof videos = kind === 'article' ? articles : videos;
  const pathOf = kind === 'article' ? articlePath : videoPath;
  const { sourceKey, title, status, publishedAt } = table;
  const rows = await db
    .select({ id: table.id, sourceKey, title, status, publishedAt })
    .from(table)
    .where(id === null ? eq(sourceKey, sourceKeyOf(key!)) : eq(table.id, id));
  return rows.map((row) => ({ ...row, kind, entityId: String(row.id), path: pathOf(row.title, row.id) }));
}

async function storiesNamed(db: Queryable, slug: string): Promise<Piece[]> {
  const { title, status, publishedAt } = webstories;
  const rows = await db
    .select({ slug: webstories.slug, title, status, publishedAt })
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
