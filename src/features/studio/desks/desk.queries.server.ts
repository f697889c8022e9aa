import { and, asc, desc, eq, inArray, isNotNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { studioActs, studioPieces, type StudioState } from '../../../database/schema.ts';
import { checkIntervals } from '../../publishing/check-intervals.ts';
import { listStaleFigures } from '../../publishing/stale-figures.queries.server.ts';
import { positionOf } from '../../../platform/wire/paging.ts';
import type { StudioServices } from '../pieces/act-on-piece.server.ts';
import { isShared } from '../pieces/list-pieces.server.ts';
import { type Piece, namesOf } from '../pieces/pieces.queries.server.ts';
import { presentLine } from '../pieces/present-piece.server.ts';
import { listActs } from '../pieces/read-piece.server.ts';
import { type Actor, hasOne } from '../studio.policy.ts';
import { isOutdated, withOlder } from '../translation/outdated.server.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { readDayFigures } from './day-figures.server.ts';

const most = 50;
const day = 86_400_000;

/** What waits for this person, what is overdue, and what they wrote. */
export async function readWork({ connection, clock }: StudioServices, actor: Actor) {
  const { db } = connection;
  const now = clock();
  const waiting = await waitingFor(db, actor);
  const overdue = await overdueFor(db, actor, now);
  const outdated = await outdatedFor(db, actor);
  const mine = await listOwn(db, actor, [ne(studioPieces.state, 'removed')], {
    order: desc(studioPieces.updatedAt),
    before: (one, other) => one.updatedAt > other.updatedAt,
  });
  const names = await namesOf(
    db,
    [...waiting, ...overdue, ...outdated, ...mine].map(({ updatedBy }) => updatedBy),
  );
  const lines = (pieces: Piece[]) =>
    withOlder(
      db,
      pieces.map((piece) => presentLine(piece, names)),
    );
  return {
    waiting: await lines(waiting),
    overdue: await lines(overdue),
    outdated: await lines(outdated),
    mine: await lines(mine),
    figures: hasOne(actor, ['editor', 'checker', 'admin']) ? await listStaleFigures(db, now) : [],
    day: hasOne(actor, ['editor', 'checker', 'moderator', 'admin'])
      ? await readDayFigures({ connection, clock })
      : null,
    emergencies: hasOne(actor, ['editor', 'checker', 'admin'])
      ? (await withTitles(db, await listActs(db, [eq(studioActs.isEmergency, true)], positionOf({ pageSize: 20 }))))
          .data
      : [],
  };
}

const list = (db: Queryable, filters: SQL[], order: SQL) =>
  db
    .select()
    .from(studioPieces)
    .where(and(...filters))
    .orderBy(order)
    .limit(most);

type Order = { order: SQL; before(one: Piece, other: Piece): boolean };
const oldestFirst: Order = {
  order: asc(studioPieces.updatedAt),
  before: (one, other) => one.updatedAt < other.updatedAt,
};
const merged = (lists: Piece[][], { before }: Order): Piece[] =>
  lists
    .flat()
    .sort((one, other) => Number(before(other, one)) - Number(before(one, other)))
    .slice(0, most);

/** What the actor began, and what others share: each along an index, which an 'or' could not be. */
async function listOwn(db: Queryable, actor: Actor, filters: SQL[], by: Order): Promise<Piece[]> {
  const begun = sql`${studioPieces.createdBy} = ${actor.id}`;
  return merged(
    [await list(db, [begun, ...filters], by.order), await list(db, [isShared(actor), ...filters], by.order)],
    by,
  );
}

/** Reviews for editors and checkers, except of what they wrote; publishing for editors; changes for the writer. */
async function waitingFor(db: Queryable, actor: Actor): Promise<Piece[]> {
  const wrote = sql`exists (select 1 from studio_revisions r where r.kind = ${studioPieces.kind} and r.piece_id = ${studioPieces.id}
    and r.number > coalesce(${studioPieces.lastLive}, 0) and r.author_id = ${actor.id})`;
  const states = (...wanted: StudioState[]) => inArray(studioPieces.state, wanted);
  return [
    ...(hasOne(actor, ['editor', 'checker', 'admin'])
      ? await list(db, [states('in_review'), sql`not ${wrote}`], oldestFirst.order)
      : []),
    ...(hasOne(actor, ['editor', 'admin']) ? await list(db, [states('approved')], oldestFirst.order) : []),
    ...(await listOwn(db, actor, [states('changes_requested')], oldestFirst)),
  ];
}

/** Live translations that say something else than their originals: all for editors, else one's own. */
async function outdatedFor(db: Queryable, actor: Actor): Promise<Piece[]> {
  return hasOne(actor, ['editor', 'admin'])
    ? list(db, [isOutdated()], oldestFirst.order)
    : listOwn(db, actor, [isOutdated()], oldestFirst);
}

/** Live pieces last checked too long ago; a writer's own only. */
async function overdueFor(db: Queryable, actor: Actor, now: Date): Promise<Piece[]> {
  const since = (days: number) => dayInIndia(new Date(now.getTime() - days * day));
  const { kind, id, lastCheckedOn } = studioPieces;
  const isBefore = (moment: string) => [
    isNotNull(studioPieces.live),
    sql`${lastCheckedOn} < ${moment}`,
    sql`coalesce((select c.checked_on::text from piece_checks c where c.kind = ${kind} and c.piece_id = ${id}) < ${moment}, true)`,
  ];
  const by: Order = {
    order: asc(lastCheckedOn),
    before: (one, other) => (one.lastCheckedOn ?? '') < (other.lastCheckedOn ?? ''),
  };
  const find = (filters: SQL[]) =>
    hasOne(actor, ['editor', 'checker', 'admin']) ? list(db, filters, by.order) : listOwn(db, actor, filters, by);
  // Schemes become due earlier: apart from the others, so that these are found by the index of the day alone.
  const isScheme = sql`(${kind} = 'articles' and ${id} in (select s.article_id from schemes s))`;
  const schemes = [...isBefore(since(checkIntervals.scheme)), isScheme];
  const others = [...isBefore(since(checkIntervals.article)), notInArray(kind, ['feed', 'tags']), sql`not ${isScheme}`];
  return merged([await find(others), await find(schemes)], by);
}

/** Every act on every piece, and on people and roles. */
export const readActLog = async (db: Queryable, paging: { page?: number | undefined; pageSize?: number | undefined }) =>
  withTitles(db, await listActs(db, [], positionOf(paging)));

/** Adds the titles of the working copies: only for whoever may read every piece. */
async function withTitles<List extends { data: { kind: string | null; pieceId: number | null }[] }>(
  db: Queryable,
  list: List,
): Promise<List> {
  const named = list.data.flatMap(({ kind, pieceId }) =>
    kind === null || pieceId === null ? [] : [sql`(${kind}::text, ${pieceId}::int)`],
  );
  if (named.length === 0) return list;
  const { kind, id, title } = studioPieces;
  const rows = await db
    .select({ kind, id, title })
    .from(studioPieces)
    .where(sql`(${kind}, ${id}) in (${sql.join(named, sql`, `)})`);
  const titles = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row.title]));
  return {
    ...list,
    data: list.data.map((act) => ({ ...act, title: titles.get(`${act.kind} ${act.pieceId}`) ?? null })),
  };
}
