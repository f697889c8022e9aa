import { and, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { Connection, Queryable, Transaction } from '../../../database/connect.server.ts';
import {
  type articles,
  authors,
  categories,
  ctas,
  feedRail,
  feedSections,
  knownScams,
  studioPieces,
  type StudioKind,
  tags,
  textPages,
  webstories,
} from '../../../database/schema.ts';
import { sameContent } from './compare-revisions.ts';
import {
  addRevision,
  findPiece,
  getRevision,
  insertPieces,
  lockPiece,
  noteAct,
  noteActs,
  type Piece,
  timeFromFile,
  updatePiece,
} from './pieces.queries.server.ts';
import { type BareKind, bareKinds, feedParts, isBareKind, readRows, tables } from './stored-rows.server.ts';
import type { Row } from './row-fields.server.ts';
import { system } from '../studio.policy.ts';

/** The studio's state of a row that it did not write: live, scheduled, ended by an editor, or a draft. */
export function stateOf(
  { status, publishedAt, isHeld }: Pick<Row, 'status' | 'publishedAt' | 'isHeld'>,
  now: Date,
  revision: number,
): Partial<Piece> {
  if (status !== 'published') return { state: isHeld ? 'unpublished' : 'draft', live: null };
  if (publishedAt !== null && publishedAt > now)
    return { state: 'scheduled', live: null, scheduledAt: publishedAt, scheduledReason: timeFromFile };
  return { state: 'live', live: revision, lastLive: revision, firstLiveAt: publishedAt ?? now };
}

const shownOrHidden = (isShown: boolean) => ({
  status: isShown ? ('published' as const) : ('draft' as const),
  isHeld: !isShown,
});

/** What the tables say of a piece. The studio counts the ids of pages itself. */
export type RowState = Pick<Row, 'status' | 'publishedAt' | 'isHeld'> & { id: number | null };

/** By source key; keys without a row are left out. */
export async function rowStates(tx: Queryable, kind: StudioKind, sourceKeys: string[]): Promise<Map<string, RowState>> {
  const settled = { status: 'published' as const, publishedAt: null, isHeld: false };
  const keys = sourceKeys.map((key) => key.slice('content:'.length));
  const states = (rows: ({ key: string } & RowState)[]) =>
    new Map(rows.map(({ key, ...row }) => [`content:${key}`, row]));
  if (kind === 'feed') {
    const shown = [];
    if (keys.includes('home') && (await tx.$count(feedSections)) > 0)
      shown.push({ ...settled, key: 'home', id: feedParts.home });
    if (keys.includes('rail') && (await tx.$count(feedRail)) > 0)
      shown.push({ ...settled, key: 'rail', id: feedParts.rail });
    return states(shown);
  }
  if (kind === 'articles' || kind === 'videos') {
    const table = tables[kind] as typeof articles;
    const { id, sourceKey, status, publishedAt, isHeld } = table;
    const rows = await tx
      .select({ id, sourceKey, status, publishedAt, isHeld })
      .from(table)
      .where(inArray(sourceKey, sourceKeys));
    return new Map(rows.map(({ sourceKey: key, ...row }) => [key, row]));
  }
  if (kind === 'webstories') {
    const { id, slug, status, publishedAt, isHeld } = webstories;
    return states(
      await tx.select({ id, key: slug, status, publishedAt, isHeld }).from(webstories).where(inArray(slug, keys)),
    );
  }
  if (kind === 'ctas') {
    const rows = await tx
      .select({ id: ctas.id, key: ctas.key, isActive: ctas.isActive })
      .from(ctas)
      .where(inArray(ctas.key, keys));
    return states(rows.map(({ isActive, ...row }) => ({ ...settled, ...row, ...shownOrHidden(isActive) })));
  }
  if (kind === 'scams') {
    const { id, key, isActive } = knownScams;
    const rows = await tx.select({ id, key, isActive }).from(knownScams).where(inArray(key, keys));
    return states(rows.map(({ isActive: isShown, ...row }) => ({ ...settled, ...row, ...shownOrHidden(isShown) })));
  }
  if (kind === 'pages') {
    const rows = await tx.select({ key: textPages.key }).from(textPages).where(inArray(textPages.key, keys));
    return states(rows.map((row) => ({ ...settled, ...row, id: null })));
  }
  const table = { categories, authors, tags }[kind] as typeof categories;
  const column = kind === 'tags' ? (table.name as unknown as typeof categories.key) : table.key;
  const rows = await tx.select({ id: table.id, key: column }).from(table).where(inArray(column, keys));
  return states(rows.map((row) => ({ ...settled, ...row })));
}

/** Adopts what readers see under these keys and the studio does not know yet. @returns the rows that there are */
export async function adoptNamed(
  tx: Transaction,
  kind: StudioKind,
  sourceKeys: string[],
): Promise<Map<string, RowState>> {
  const rows = await rowStates(tx, kind, sourceKeys);
  if (rows.size === 0) return rows;
  const known = await tx
    .select({ sourceKey: studioPieces.sourceKey })
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.sourceKey, [...rows.keys()])));
  const adopted = new Set(known.map(({ sourceKey }) => sourceKey));
  const missing = [...rows].filter(([key]) => !adopted.has(key));
  for (const [, { id }] of missing) await adoptOne(tx, kind, id!);
  return rows;
}

/** Makes live revision 1, by the system, of rows that have no piece yet. @returns how many */
async function adoptRows(tx: Transaction, kind: BareKind, ids: number[], now = new Date()): Promise<number> {
  const rows = await readRows(tx, kind, ids);
  if (rows.length === 0) return 0;
  const sourceKeys = rows.map(({ sourceKey }) => sourceKey);
  const known = await tx
    .select({ sourceKey: studioPieces.sourceKey })
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.sourceKey, sourceKeys)));
  const taken = new Set(known.map(({ sourceKey }) => sourceKey));
  const fresh = rows.filter(({ sourceKey }) => !taken.has(sourceKey));
  await insertPieces(
    tx,
    fresh.map((row) => {
      const { id, key, sourceKey, fields, body } = row;
      const at = row.createdAt ?? undefined;
      return { piece: { kind, id, key, sourceKey, fields, body, by: system, at }, state: stateOf(row, now, 1) };
    }),
  );
  await noteActs(
    tx,
    fresh.map(({ id }) => ({ actor: 'system', act: 'adopt', kind, pieceId: id, toRevision: 1 })),
  );
  return fresh.length;
}

/**
 * Takes over what was written into the rows of pieces that nobody is working on: a new revision where the row says
 * something else than the newest one.
 */
export async function followRows(tx: Transaction, kind: BareKind, ids: number[], now = new Date()): Promise<void> {
  for (const row of await readRows(tx, kind, ids)) {
    const piece = await lockPiece(tx, { kind, id: row.id });
    if (!piece || piece.state === 'removed' || (piece.live !== null && piece.live !== piece.revision)) continue;
    const newest = await getRevision(tx, piece, piece.revision);
    const isSame = sameContent(piece, newest, row);
    const number = piece.revision + (isSame ? 0 : 1);
    const { lastLive = piece.lastLive, ...state } = stateOf(row, now, number);
    const standing = { ...state, lastLive, firstLiveAt: piece.firstLiveAt ?? state.firstLiveAt ?? null };
    if (isSame && state.live === piece.live && state.state === piece.state) continue;
    if (isSame) await updatePiece(tx, piece, standing);
    else await addRevision(tx, piece, { fields: row.fields, body: row.body, by: system }, standing);
    await noteAct(tx, system, 'import', { kind, pieceId: row.id, fromRevision: piece.revision, toRevision: number });
  }
}

/** Adopts one row on demand, before the background batches reach it. */
export async function adoptOne(tx: Transaction, kind: StudioKind, id: number): Promise<void> {
  if (!isBareKind(kind)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`adopt ${kind}`}), ${id})`);
  if ((await findPiece(tx, { kind, id })) === null) await adoptRows(tx, kind, [id]);
}

async function withoutPiece(
  db: Queryable,
  kind: Exclude<BareKind, 'feed'>,
  after: number,
  most: number,
): Promise<number[]> {
  const table = tables[kind] as typeof articles;
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        gt(table.id, after),
        notExists(
          db
            .select({ one: sql`1` })
            .from(studioPieces)
            .where(and(eq(studioPieces.kind, kind), eq(studioPieces.id, table.id))),
        ),
      ),
    )
    .orderBy(table.id)
    .limit(most);
  return rows.map(({ id }) => id);
}

const batch = 100;

/**
 * Makes pieces of everything that readers see and the studio does not know yet, batch by batch; several instances may
 * do so at once. @returns how many
 */
export async function adoptEverything({ db }: Pick<Connection, 'db'>, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (const kind of bareKinds) {
    for (let after = 0; ;) {
      if (signal?.aborted) return count;
      const { done, last } = await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('studio adopts'))`);
        if (kind === 'feed') return { done: await adoptFeed(tx), last: null };
        const ids = await withoutPiece(tx, kind, after, batch);
        return { done: await adoptRows(tx, kind, ids), last: ids.at(-1) ?? null };
      });
      count += done;
      if (last === null) break;
      after = last;
    }
  }
  return count;
}

async function adoptFeed(tx: Transaction): Promise<number> {
  let count = 0;
  for (const id of Object.values(feedParts))
    if ((await findPiece(tx, { kind: 'feed', id })) === null) count += await adoptRows(tx, 'feed', [id]);
  return count;
}
