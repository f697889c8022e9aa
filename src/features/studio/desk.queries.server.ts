import { and, asc, desc, eq, inArray, isNotNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { studioActs, studioPieces, type StudioState } from '../../database/schema.ts';
import { checkIntervals } from '../publishing/check-intervals.ts';
import { listStaleFigures } from '../publishing/stale-figures.queries.server.ts';
import { positionOf } from '../../platform/paging.ts';
import { readDayFigures } from './desks/day-figures.server.ts';
import type { StudioServices } from './act-on-piece.server.ts';
import { isOwn } from './list-pieces.server.ts';
import { indianDay, type Piece } from './pieces.queries.server.ts';
import { namesOf, presentLine } from './present-piece.server.ts';
import { listActs } from './read-piece.server.ts';
import { type Actor, hasOne } from './studio.policy.ts';

const most = 50;
const day = 86_400_000;

/** What waits for this person, what is overdue, and what they wrote. */
export async function readWork({ connection, clock }: StudioServices, actor: Actor) {
  const { db } = connection;
  const now = clock();
  const waiting = await waitingFor(db, actor);
  const overdue = await overdueFor(db, actor, now);
  const mine = await list(db, [isOwn(actor), ne(studioPieces.state, 'removed')], [desc(studioPieces.updatedAt)]);
  const names = await namesOf(
    db,
    [...waiting, ...overdue, ...mine].map(({ updatedBy }) => updatedBy),
  );
  const line = (piece: Piece) => presentLine(piece, names);
  return {
    waiting: waiting.map(line),
    overdue: overdue.map(line),
    mine: mine.map(line),
    figures: hasOne(actor, ['editor', 'checker', 'admin']) ? await listStaleFigures(db, now) : [],
    day: hasOne(actor, ['editor', 'checker', 'moderator', 'admin'])
      ? await readDayFigures({ connection, clock })
      : null,
    emergencies: hasOne(actor, ['editor', 'checker', 'admin'])
      ? (await listActs(db, [eq(studioActs.isEmergency, true)], positionOf({ pageSize: 20 }))).data
      : [],
  };
}

const list = (db: Queryable, filters: SQL[], order: SQL[]) =>
  db
    .select()
    .from(studioPieces)
    .where(and(...filters))
    .orderBy(...order)
    .limit(most);

/** Reviews for editors and checkers, except of what they wrote; publishing for editors; changes for the writer. */
async function waitingFor(db: Queryable, actor: Actor): Promise<Piece[]> {
  const wrote = sql`exists (select 1 from studio_revisions r where r.kind = ${studioPieces.kind} and r.piece_id = ${studioPieces.id}
    and r.number > coalesce(${studioPieces.lastLive}, 0) and r.author_id = ${actor.id})`;
  const oldest = [asc(studioPieces.updatedAt)];
  const states = (...wanted: StudioState[]) => inArray(studioPieces.state, wanted);
  return [
    ...(hasOne(actor, ['editor', 'checker', 'admin'])
      ? await list(db, [states('in_review'), sql`not ${wrote}`], oldest)
      : []),
    ...(hasOne(actor, ['editor', 'admin']) ? await list(db, [states('approved')], oldest) : []),
    ...(await list(db, [states('changes_requested'), isOwn(actor)], oldest)),
  ];
}

/** Live pieces last checked too long ago; a writer's own only. */
function overdueFor(db: Queryable, actor: Actor, now: Date): Promise<Piece[]> {
  const since = (days: number) => indianDay(new Date(now.getTime() - days * day));
  const { kind, id, lastCheckedOn } = studioPieces;
  const isScheme = sql`${kind} = 'articles' and exists (select 1 from schemes s where s.article_id = ${id})`;
  return list(
    db,
    [
      isNotNull(studioPieces.live),
      notInArray(kind, ['feed', 'tags']),
      sql`${lastCheckedOn} < ${since(checkIntervals.scheme)}`,
      sql`greatest(${lastCheckedOn}, (select c.checked_on::text from piece_checks c where c.kind = ${kind} and c.piece_id = ${id}))
        < case when ${isScheme} then ${since(checkIntervals.scheme)}::text else ${since(checkIntervals.article)}::text end`,
      ...(hasOne(actor, ['editor', 'checker', 'admin']) ? [] : [isOwn(actor)]),
    ],
    [asc(lastCheckedOn)],
  );
}

/** Every act on every piece, and on people and roles. */
export const readActLog = (db: Queryable, paging: { page?: number | undefined; pageSize?: number | undefined }) =>
  listActs(db, [], positionOf(paging));
