import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { cappedCount, type Total } from '../../../database/listing.server.ts';
import {
  studioPieces,
  studioRevisions,
  studioShares,
  type StudioKind,
  type StudioState,
} from '../../../database/schema.ts';
import { cappedTotal, offsetOf, type Position, positionOf, toListing } from '../../../platform/wire/paging.ts';
import { currentLanguage, sourceLanguage } from '../../../messages/catalogue.ts';
import { namesIn, type Piece } from './pieces.queries.server.ts';
import { asLive, presentLine } from './present-piece.server.ts';
import { kindRules } from '../studio-kinds.ts';
import { type Actor, hasOne } from '../studio.policy.ts';
import { withOlder } from '../translation/outdated.server.ts';

export type PieceFilter = {
  page?: number | undefined;
  pageSize?: number | undefined;
  state?: StudioState | undefined;
  q?: string | undefined;
};

/** Newest change first. A writer sees own and shared pieces, and of the others what readers see. */
export async function listPieces(db: Queryable, actor: Actor, kind: StudioKind, filter: PieceFilter) {
  const position = positionOf(filter);
  const parts = partsFor(actor, kind, filter);
  const ids = await newestOf(db, parts, position);
  const found = await db
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.id, ids)));
  const byId = new Map(found.map((piece) => [piece.id, piece]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const pieces = seesAll(actor) ? rows : await asSeenBy(db, actor, kind, rows);
  const names = await namesIn(db, pieces, 'updatedBy');
  const shown = pieces.slice(0, position.pageSize);
  const titles = await titlesHere(db, kind, shown);
  const lines = shown.map((piece) => {
    const line = presentLine(piece, names);
    return { ...line, title: titles.get(piece.id) ?? line.title };
  });
  const items = await withOlder(db, lines);
  return toListing(rows, position, await totalOf(db, parts, ids.length, position), items, () => null);
}

/** Of pieces that hold their translations themselves, as scams and tags: how they are called in the page's language. */
async function titlesHere(db: Queryable, kind: StudioKind, pieces: Piece[]): Promise<Map<number, string>> {
  if (currentLanguage() === sourceLanguage || pieces.length === 0) return new Map();
  const here = sql`r.fields #> array['translations', ${currentLanguage()}::text]`;
  const { rows } = await db.execute<{ id: number; title: string | null }>(sql`
    select r.piece_id as id, coalesce(${here} ->> 'title', ${here} ->> 'displayName') as title from studio_revisions r
    where r.kind = ${kind} and (r.piece_id, r.number) in ${pieces.map(({ id, revision }) => sql`(${id}::int, ${revision}::int)`)}`);
  return new Map(rows.flatMap(({ id, title }) => (title ? [[id, title] as const] : [])));
}

/** The last page knows its total; a search that finds little would cost the same again. */
async function totalOf(db: Queryable, parts: Part[], found: number, position: Position): Promise<Total> {
  const offset = offsetOf(position);
  const isLast = found <= position.pageSize && (found > 0 || offset === 0);
  return isLast ? capped(offset + found) : countOf(db, parts);
}

const capped = (value: number, isCapped = value > cappedTotal): Total => ({
  value: Math.min(value, cappedTotal),
  isCapped,
});

const seesAll = (actor: Actor) => hasOne(actor, ['editor', 'checker', 'admin']);

/** Pieces that are sorted by one expression, each part along an index of its own. */
type Part = { filters: SQL[]; at: SQL };

/** What the viewer may see, in parts that do not overlap: of pieces of others a writer sees the live revision. */
function partsFor(actor: Actor, kind: StudioKind, { state, q }: PieceFilter): Part[] {
  const { createdBy, live, title, updatedAt } = studioPieces;
  const ofKind = eq(studioPieces.kind, kind);
  const pattern = q?.trim() ? `%${q.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const titled = (text: SQL) => (pattern === null ? [] : [sql`${text} ilike ${pattern}`]);
  const at = sql`${updatedAt}`;
  const working = [ofKind, ...(state ? [eq(studioPieces.state, state)] : []), ...titled(sql`${title}`)];
  if (seesAll(actor)) return [{ filters: working, at }];
  const isOthers = sql`${createdBy} is distinct from ${actor.id}`;
  // As an array it is read once, not for each row.
  const shared = sql`array(select s.piece_id from studio_shares s where s.kind = ${kind} and s.user_id = ${actor.id})`;
  const own = [
    { filters: [...working, sql`${createdBy} = ${actor.id}`], at },
    { filters: [...working, isOthers, sql`${studioPieces.id} = any(${shared})`], at },
  ];
  if (state && state !== 'live') return own;
  // As the statistics and the index `studio_pieces_ahead` have it: the planner takes two columns that are compared with
  // each other to differ in nearly every row, and would sort all pieces.
  const ahead = (piece: SQL) => sql`${piece}.revision - ${piece}.live`;
  const beside = sql`array(select b.id from studio_pieces b where b.kind = ${kind} and ${ahead(sql`b`)} <> 0)`;
  const others = [ofKind, isOthers, sql`${studioPieces.id} <> all(${shared})`];
  const { titleField } = kindRules[kind];
  const seen = (value: SQL) => sql`(select ${value} from studio_revisions r
    where r.kind = ${studioPieces.kind} and r.piece_id = ${studioPieces.id} and r.number = ${live})`;
  const seenTitle = seen(
    sql`coalesce(nullif(btrim(r.fields ->> ${titleField}), ''), nullif(btrim(r.fields ->> 'name'), ''), ${studioPieces.key})`,
  );
  return [
    ...own,
    { filters: [...others, sql`${ahead(sql`${studioPieces}`)} = 0`, ...titled(sql`${title}`)], at },
    // Only beside an unpublished change is there anything else to look up: the few ids are read first.
    {
      filters: [
        ...others,
        sql`${studioPieces.id} = any(${beside})`,
        sql`${ahead(sql`${studioPieces}`)} <> 0`,
        ...titled(seenTitle),
      ],
      at: seen(sql`r.at`),
    },
  ];
}

async function newestOf(db: Queryable, parts: Part[], position: Position): Promise<number[]> {
  const offset = offsetOf(position);
  const upTo = offset + position.pageSize + 1;
  const each = parts.map(
    ({ filters, at }) =>
      sql`(select ${studioPieces.id} as id, ${at} as at from ${studioPieces} where ${and(...filters)}
        order by 2 desc, 1 desc limit ${upTo})`,
  );
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from (${sql.join(each, sql` union all `)}) as seen order by at desc, id desc limit ${position.pageSize + 1} offset ${offset}`,
  );
  return rows.map(({ id }) => id);
}

async function countOf(db: Queryable, parts: Part[]): Promise<Total> {
  let [value, isCapped] = [0, false];
  for (const { filters } of parts) {
    const part = await cappedCount(db, studioPieces, filters);
    value += part.value;
    isCapped ||= part.isCapped;
  }
  return capped(value, isCapped || value > cappedTotal);
}

/** Shared with the actor by somebody else, of any kind. */
export const isShared = (actor: Actor): SQL => sql`(${studioPieces.kind}, ${studioPieces.id}) in
  (select s.kind, s.piece_id from studio_shares s where s.user_id = ${actor.id}) and ${studioPieces.createdBy} is distinct from ${actor.id}`;

async function asSeenBy(db: Queryable, actor: Actor, kind: StudioKind, rows: Piece[]): Promise<Piece[]> {
  const ids = rows.flatMap(({ id, createdBy }) => (createdBy === actor.id ? [] : [id]));
  if (ids.length === 0) return rows;
  const shares = await db
    .select({ id: studioShares.pieceId })
    .from(studioShares)
    .where(
      and(eq(studioShares.kind, kind), eq(studioShares.userId, actor.id ?? ''), inArray(studioShares.pieceId, ids)),
    );
  const shared = new Set(shares.map(({ id }) => id));
  const others = rows.filter(({ id, live }) => ids.includes(id) && !shared.has(id) && live !== null);
  if (others.length === 0) return rows;
  const revisions = await db
    .select()
    .from(studioRevisions)
    .where(
      and(
        eq(studioRevisions.kind, kind),
        sql`(${studioRevisions.pieceId}, ${studioRevisions.number}) in ${others.map(({ id, live }) => sql`(${id}::int, ${live}::int)`)}`,
      ),
    );
  const live = new Map(revisions.map((revision) => [revision.pieceId, revision]));
  const isOther = new Set(others);
  return rows.map((row) => (isOther.has(row) ? asLive(row, live.get(row.id)!) : row));
}
