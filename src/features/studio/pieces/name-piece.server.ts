import { tables } from './stored-rows.server.ts';
import { and, eq, getTableName, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { articles, studioPieces, takedowns, type StudioFields, type StudioKind } from '../../../database/schema.ts';
import { slugify } from '../../../platform/wire/ids.ts';
import type { Piece } from './pieces.queries.server.ts';
import { kindRules, titleOf } from '../studio-kinds.ts';

/** The id that the piece's address will have. */
export async function nextId(tx: Transaction, kind: StudioKind): Promise<number> {
  if (kind in tables) {
    const name = `${getTableName(tables[kind as keyof typeof tables])}_id_seq`;
    const { rows } = await tx.execute<{ id: string }>(sql`select nextval(${name}::regclass) as id`);
    return Number(rows[0]!.id);
  }
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`studio ${kind}`}))`);
  const { rows } = await tx.execute<{ id: number }>(
    sql`select coalesce(max(id), 0) + 1 as id from studio_pieces where kind = ${kind}`,
  );
  return rows[0]!.id;
}

const keyFrom = (kind: StudioKind, title: string) => slugify(title || 'untitled', kindRules[kind].noun);

/** The words that the key of a new piece is made from. */
export const namingTitle = (kind: StudioKind, fields: StudioFields): string =>
  kind === 'tags' && typeof fields.name === 'string' ? fields.name : titleOf(kind, fields, '');

/** The key of a changed draft: one begun without a title gets its key with the title, unless a translation names it. */
export async function keyAfter(
  tx: Transaction,
  { id, kind, key, createdBy, firstLiveAt }: Piece,
  before: StudioFields,
  after: StudioFields,
): Promise<string> {
  const title = namingTitle(kind, after);
  const isNamedNow = namingTitle(kind, before) === '' && title !== '';
  if (!isNamedNow || !key.startsWith('untitled') || createdBy === null || firstLiveAt !== null) return key;
  // Waits for who begins a translation of it.
  await lockKeys(tx, kind);
  const translations = and(eq(studioPieces.kind, kind), eq(studioPieces.groupKey, key), ne(studioPieces.id, id));
  return (await tx.$count(studioPieces, translations)) > 0 ? key : freeKey(tx, kind, title);
}

const lockKeys = (tx: Transaction, kind: StudioKind) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`studio key ${kind}`}))`);

/** A key after the title that no piece, file or takedown of the kind has. */
export async function freeKey(tx: Transaction, kind: StudioKind, title: string): Promise<string> {
  await lockKeys(tx, kind);
  const base = keyFrom(kind, title);
  const candidates = [base, ...Array.from({ length: 50 }, (_, count) => `${base.slice(0, 76)}-${count + 2}`)];
  const sourceKeys = candidates.map((key) => `content:${key}`);
  const taken = new Set(
    [
      ...(await tx
        .select({ key: studioPieces.sourceKey })
        .from(studioPieces)
        .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.sourceKey, sourceKeys)))),
      ...(kind === 'articles'
        ? await tx.select({ key: articles.sourceKey }).from(articles).where(inArray(articles.sourceKey, sourceKeys))
        : []),
      ...(await tx
        .select({ key: sql<string>`regexp_replace(${takedowns.sourceKey}, '^(video|webstory):', '')` })
        .from(takedowns)
        .where(sql`regexp_replace(${takedowns.sourceKey}, '^(video|webstory):', '') in ${sourceKeys}`)),
    ].map(({ key }) => key),
  );
  const free = candidates.find((key) => !taken.has(`content:${key}`));
  return free ?? `${base.slice(0, 60)}-${Date.now().toString(36)}`;
}
