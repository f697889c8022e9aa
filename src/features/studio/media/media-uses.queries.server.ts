import { inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../database/connect.server.ts';
import { studioLiveMedia, studioMedia, studioPieces, type StudioKind } from '../../../database/schema.ts';
import { mediaOf } from '../pieces/projection-of-revision.server.ts';
import { isSharedWith } from '../pieces/pieces.queries.server.ts';
import { titleOf } from '../studio-kinds.ts';
import { type Actor, hasOne, mayRead } from '../studio.policy.ts';

export type Use = { kind: StudioKind; id: number; title: string; isLive: boolean };
/** `others`: drafts that the viewer may not open. */
export type Uses = { pieces: Use[]; others: number };

type Row = {
  kind: StudioKind;
  id: number;
  key: string;
  number: number;
  title: string;
  live: number | null;
  createdBy: string | null;
  fields: Record<string, unknown>;
  body: string;
};

// Literals: with a parameter the planner need not see that it is the condition of the index `studio_revisions_media`.
const namesAnUpload = sql`(position('media/studio/' in studio_revisions.body) > 0 or position('media/studio/' in studio_revisions.fields::text) > 0)`;

function namesFile(path: string) {
  const name = path.slice('/media/studio/'.length);
  return sql`(position(${name} in studio_revisions.body) > 0 or position(${name} in studio_revisions.fields::text) > 0)`;
}

const withPieces = sql`studio_revisions
  join ${studioPieces} p on p.kind = studio_revisions.kind and p.id = studio_revisions.piece_id`;

/** The revision of `withPieces` names one of the uploads, and its piece is not removed. */
const namesOneOf = (paths: string[]) =>
  sql`(${namesAnUpload} and p.state <> 'removed' and (${sql.join(paths.map(namesFile), sql` or `)}))`;

/** Condition: an upload that a live revision shows, or that belongs to a clip which one shows. */
export const isShownLive = (path: AnyPgColumn) =>
  sql`exists (select 1 from ${studioLiveMedia} where ${studioLiveMedia.path} = ${path})`;

/** Those of these uploads that a live revision shows. */
export async function shownLive(db: Queryable, paths: string[]): Promise<Set<string>> {
  const { path } = studioLiveMedia;
  return new Set((await db.select({ path }).from(studioLiveMedia).where(inArray(path, paths))).map((row) => row.path));
}

/** Pieces whose working copy names the file, in the order in which they are to be locked. */
export async function listPiecesWith(db: Queryable, path: string) {
  const { rows } = await db.execute<{ kind: StudioKind; id: number }>(sql`
    select p.kind, p.id from ${withPieces}
    where ${namesOneOf([path])} and studio_revisions.number = p.revision
    order by p.kind, p.id`);
  return rows;
}

/** Working copies and live revisions that show an upload. */
async function revisionsWith(db: Queryable, paths: string[]): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select p.kind, p.id, p.key, p.title, p.live, p.created_by as "createdBy",
      studio_revisions.number, studio_revisions.fields, studio_revisions.body
    from ${withPieces}
    where ${namesOneOf(paths)} and (studio_revisions.number = p.revision or studio_revisions.number = p.live)
    order by p.updated_at desc limit 500`);
  return rows;
}

/** Where each file is used, by its path; the captions and the poster of a clip are used where the clip is. */
export async function usesOf(db: Queryable, actor: Actor, paths: string[]): Promise<Map<string, Uses>> {
  const uses = new Map<string, Uses>(paths.map((path) => [path, { pieces: [], others: 0 }]));
  if (paths.length === 0) return uses;
  for (const row of await revisionsWith(db, paths)) {
    const isLive = row.number === row.live;
    const may = hasOne(actor, ['editor', 'checker', 'admin'])
      ? 'all'
      : mayRead(actor, row, await isSharedWith(db, row, actor.id));
    // The piece's own title is the working copy's, which this viewer may not know.
    const title = may === 'all' ? row.title : titleOf(row.kind, row.fields, row.key);
    for (const path of mediaOf(row)) {
      const use = uses.get(path);
      if (!use) continue;
      const known = use.pieces.find(({ kind, id }) => kind === row.kind && id === row.id);
      if (known) known.isLive ||= isLive;
      else if (may === 'all' || (may === 'live' && isLive))
        use.pieces.push({ kind: row.kind, id: row.id, title, isLive });
      else use.others += 1;
    }
  }
  return uses;
}

/** Clips that have one of these as captions or poster. */
export const clipsWith = (db: Queryable, paths: string[]) =>
  db
    .select({ path: studioMedia.path, captions: studioMedia.captions, poster: studioMedia.poster })
    .from(studioMedia)
    .where(sql`${inArray(studioMedia.captions, paths)} or ${inArray(studioMedia.poster, paths)}`);
