import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/connect.server.ts';
import { searchedText } from '../../tracking/tracking.queries.server.ts';
import type { StudioServices } from '../pieces/act-on-piece.server.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';

export type DayFigures = {
  /** In Indian time, as 2026-11-22. */
  day: string;
  visits: number;
  searches: number;
  /** Questions, comments and replies, as long as they stand. */
  posts: number;
  complaints: { open: number; overdue: number };
  /** Messages that matched a known scam. */
  scams: number;
};

const figuresMs = 60_000;
const figuresByConnection = new WeakMap<Connection, { until: number; figures: Promise<DayFigures> }>();

/**
 * What happened on this day so far: counts only, nothing of anybody. Counted at most once a minute by each instance.
 */
export function readDayFigures({ connection, clock }: Pick<StudioServices, 'connection' | 'clock'>) {
  const now = clock();
  const known = figuresByConnection.get(connection);
  if (known && known.until > now.getTime()) return known.figures;
  const figures = count(connection, now);
  figuresByConnection.set(connection, { until: now.getTime() + figuresMs, figures });
  figures.catch(() => figuresByConnection.delete(connection));
  return figures;
}

async function count({ db }: Connection, now: Date): Promise<DayFigures> {
  const day = dayInIndia(now);
  const start = sql`(${day}::date::timestamp at time zone 'Asia/Kolkata')`;
  const end = sql`((${day}::date + 1)::timestamp at time zone 'Asia/Kolkata')`;
  const isToday = (column: string) => sql`${sql.identifier(column)} >= ${start} and ${sql.identifier(column)} < ${end}`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const {
    rows: [row],
  } = await db.execute<Record<'visits' | 'searches' | 'posts' | 'open' | 'overdue' | 'scams', number>>(sql`
    select
      (select count(distinct visit)::int from track_events
        where ${isToday('at')} and name in ('view', 'page_view', 'pageview')) as visits,
      (select count(*)::int from track_events
        where ${isToday('at')} and name in ('view', 'page_view', 'pageview') and ${searchedText} is not null) as searches,
      (select count(*)::int from recent_posts where ${isToday('posted_at')}) as posts,
      (select count(*)::int from tickets where kind = 'grievance' and status <> 'closed') as open,
      (select count(*)::int from tickets where kind = 'grievance' and status <> 'closed'
        and (decide_by < ${at} or (acknowledged_at is null and acknowledge_by < ${at}))) as overdue,
      (select coalesce(sum(times), 0)::int from scam_matches where day = ${day}::date) as scams`);
  const { visits, searches, posts, open, overdue, scams } = row!;
  return { day, visits, searches, posts, complaints: { open, overdue }, scams };
}
