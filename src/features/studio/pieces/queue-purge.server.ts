import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import type { StudioFields, StudioKind } from '../../../database/schema.ts';
import { articlePath, authorPath, categoryPath, tagPath, videoPath, webStoryPath } from '../../../platform/wire/ids.ts';
import { onEveryChange, queuePurges } from '../../../platform/cache/purge-queue.server.ts';
import { pictureWidths, variantAddress } from '../../../ui/picture-sources.ts';
import { textPagePath } from '../../../platform/page/text-page-path.ts';
import { tagKey } from '../../tags/ensure-tags.server.ts';

/** Acts after which readers see something else; a removal queues for itself, before it erases what the piece was. */
const changesPages: readonly string[] = ['publish', 'unpublish', 'import', 'prune', 'check'];

type Act = { act: string; kind?: string | null; pieceId?: number | null; fromRevision?: number | null };
type Row = { kind: StudioKind; id: number; key: string; fields: StudioFields | null };

/** Queues the addresses of the pieces of these acts for the caches in front, in the transaction of the acts. */
export async function queueActs(tx: Queryable, acts: readonly Act[]): Promise<void> {
  const about = acts.filter(({ act, kind, pieceId }) => changesPages.includes(act) && kind && pieceId);
  for (const isUrgent of [true, false])
    await queuePieces(
      tx,
      about.flatMap(({ act, kind, pieceId, fromRevision }) =>
        (act === 'unpublish') === isUrgent ? [{ kind: kind as StudioKind, id: pieceId!, before: fromRevision }] : [],
      ),
      { isUrgent },
    );
}

/**
 * @param pieces `before`: the revision that readers saw until now
 * @param isNew only the lists they now stand in: no cache can hold a page that never was (a 404 is not stored), and a
 * removal would wait behind every address of a large import
 */
export async function queuePieces(
  tx: Queryable,
  pieces: { kind: StudioKind; id: number; before?: number | null | undefined }[],
  { isNew = false, isUrgent = false } = {},
): Promise<void> {
  if (pieces.length === 0) return;
  const { rows } = await tx.execute<Row>(sql`
    select p.kind, p.id, p.key, r.fields
    from unnest(${sql.param(pieces.map(({ kind }) => kind))}::text[], ${sql.param(pieces.map(({ id }) => id))}::int[],
      ${sql.param(pieces.map(({ before }) => before ?? null))}::int[]) as named (kind, id, before)
    join studio_pieces p on p.kind = named.kind and p.id = named.id
    left join studio_revisions r on r.kind = p.kind and r.piece_id = p.id and r.number in (p.live, p.last_live, named.before)
    where coalesce(p.live, p.last_live, named.before) is not null`);
  if (rows.length === 0) return;
  const paths = isNew ? [] : rows.flatMap((row) => ownPaths(row));
  await queuePurges(tx, [...paths, ...(await listPaths(tx, rows)), ...onEveryChange], { isUrgent });
}

/** A file and the sizes that were made of it. @param path '/media/…' */
export function addressesOfMedia(path: string): string[] {
  if (!/\.(?:jpe?g|png|webp|avif)$/i.test(path)) return [path];
  const name = path.slice('/media/'.length);
  return [
    path,
    ...pictureWidths.flatMap((width) =>
      (['avif', 'webp'] as const).map((format) => variantAddress(name, width, format)),
    ),
  ];
}

const textIn = (fields: StudioFields | null, name: string) =>
  typeof fields?.[name] === 'string' ? fields[name] : null;
const textsIn = (fields: StudioFields | null, name: string) =>
  Array.isArray(fields?.[name]) ? fields[name].filter((one) => typeof one === 'string') : [];

function ownPaths({ kind, id, key, fields }: Row): string[] {
  const title = textIn(fields, 'title');
  if (kind === 'articles') return title === null ? [] : [articlePath(title, id), `/og/article-${id}.jpg`];
  if (kind === 'videos') return title === null ? [] : [videoPath(title, id), `/og/video-${id}.jpg`, '/videos'];
  if (kind === 'webstories') return [webStoryPath(key)];
  const name = textIn(fields, 'name');
  // Of one that is gone only this knows the address.
  if (kind === 'categories' || kind === 'tags' || kind === 'authors')
    return name === null ? [] : [{ categories: categoryPath, tags: tagPath, authors: authorPath }[kind](name, id)];
  if (kind === 'pages') return [textPagePath(textIn(fields, 'translationOf') ?? key)];
  return kind === 'scams' ? ['/check', '/scams.json', '/scams.xml'] : [];
}

/** The categories, tags and authors in whose lists a piece stands, or which it is. */
async function listPaths(tx: Queryable, rows: Row[]): Promise<string[]> {
  const named = (name: string) => rows.flatMap(({ fields }) => textsIn(fields, name));
  const authors = rows.flatMap(({ fields }) => textIn(fields, 'author') ?? []);
  const idsOf = (kind: StudioKind) => rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
  const { rows: found } = await tx.execute<{ kind: 'category' | 'tag' | 'author'; id: number; name: string }>(sql`
    select 'category' as kind, id, name from categories
      where key = any(${sql.param(named('categories'))}::text[]) or id = any(${sql.param(idsOf('categories'))}::int[])
    union all select 'tag', id, name from tags
      where name = any(${sql.param(named('tags').map(tagKey))}::text[]) or id = any(${sql.param(idsOf('tags'))}::int[])
    union all select 'author', id, name from authors
      where key = any(${sql.param(authors)}::text[]) or id = any(${sql.param(idsOf('authors'))}::int[])`);
  const pathOf = { category: categoryPath, tag: tagPath, author: authorPath };
  return found.map(({ kind, id, name }) => pathOf[kind](name, id));
}
