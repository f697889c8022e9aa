import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount } from '../../database/listing.server.ts';
import {
  studioPieces,
  studioRevisions,
  studioShares,
  type StudioKind,
  type StudioState,
} from '../../database/schema.ts';
import { offsetOf, positionOf, toListing } from '../../platform/paging.ts';
import type { Piece } from './pieces.queries.server.ts';
import { asLive, namesOf, presentLine } from './present-piece.server.ts';
import { kindRules } from './studio-kinds.ts';
import { type Actor, hasOne } from './studio.policy.ts';

export type PieceFilter = {
  page?: number | undefined;
  pageSize?: number | undefined;
  state?: StudioState | undefined;
  q?: string | undefined;
};

/** Newest change first. A writer sees own and shared pieces, and of the others what readers see. */
export async function listPieces(db: Queryable, actor: Actor, kind: StudioKind, { state, q, ...paging }: PieceFilter) {
  const position = positionOf(paging);
  const seesAll = hasOne(actor, ['editor', 'checker', 'admin']);
  const seen = seesAll ? studioPieces : seenBy(actor, kind);
  const filters: SQL[] = [eq(studioPieces.kind, kind)];
  if (state) filters.push(sql`${seen.state} = ${state}`);
  if (q?.trim()) filters.push(sql`${seen.title} ilike ${`%${q.trim().replace(/[\\%_]/g, '\\$&')}%`}`);
  if (!seesAll) filters.push(sql`(${studioPieces.live} is not null or ${isOwn(actor)})`);
  const rows = await db
    .select()
    .from(studioPieces)
    .where(and(...filters))
    .orderBy(desc(seen.updatedAt), desc(studioPieces.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const pieces = seesAll ? rows : await asSeenBy(db, actor, kind, rows);
  const names = await namesOf(
    db,
    pieces.map(({ updatedBy }) => updatedBy),
  );
  const total = await cappedCount(db, studioPieces, filters);
  const items = pieces.slice(0, position.pageSize).map((piece) => presentLine(piece, names));
  return toListing(rows, position, total, items, () => null);
}

const sharedWith = (actor: Actor) =>
  sql`exists (select 1 from studio_shares s where s.kind = ${studioPieces.kind} and s.piece_id = ${studioPieces.id} and s.user_id = ${actor.id})`;
export const isOwn = (actor: Actor): SQL => sql`(${studioPieces.createdBy} = ${actor.id} or ${sharedWith(actor)})`;

/** What a writer may filter and sort by: of pieces of others, the live revision's. */
function seenBy(actor: Actor, kind: StudioKind): Record<'state' | 'title' | 'updatedAt', SQL> {
  const own = isOwn(actor);
  const { titleField } = kindRules[kind];
  const live = (value: SQL) => sql`(select ${value} from studio_revisions r
    where r.kind = ${studioPieces.kind} and r.piece_id = ${studioPieces.id} and r.number = ${studioPieces.live})`;
  const title = sql`coalesce(nullif(btrim(r.fields ->> ${titleField}), ''), nullif(btrim(r.fields ->> 'name'), ''), ${studioPieces.key})`;
  // Only beside an unpublished change is there anything else to look up.
  const isSame = sql`(${studioPieces.revision} = ${studioPieces.live} or ${own})`;
  return {
    state: sql`case when ${own} then ${studioPieces.state} else 'live' end`,
    title: sql`case when ${isSame} then ${studioPieces.title} else ${live(title)} end`,
    updatedAt: sql`case when ${isSame} then ${studioPieces.updatedAt} else ${live(sql`r.at`)} end`,
  };
}

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
