import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { monthInIndia } from '../../database/indian-day.server.ts';
import { appeals, moderationActs, reports } from '../../database/schema.ts';

/** A figure of a month, by the name that the file has: `acts.HIDE`, `median_minutes.reports`. */
export type MonthFigure = { month: string; name: string; value: number };

/** What members reported, what was done, and appeals, since a moment; months of the clock in India. */
export async function countModeration(db: Queryable, since: Date): Promise<MonthFigure[]> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const minutes = sql`extract(epoch from settled_at - created_at) / 60`;
  const { rows } = await db.execute<MonthFigure>(sql`
    select month, name, count(*)::int as value from (
      select ${monthInIndia(sql`created_at`)} as month, 'reports.' || reason as name from ${reports}
        where reporter_id is not null and reason <> 'DUPLICATE' and created_at >= ${from}
      union all select ${monthInIndia(sql`created_at`)}, 'acts.' || act from ${moderationActs}
        where moderator_id is not null and created_at >= ${from}
      union all select ${monthInIndia(sql`created_at`)}, case when is_hold then 'site.held' else 'site.hidden' end from ${moderationActs}
        where moderator_id is null and act = 'HIDE' and created_at >= ${from}
      union all select ${monthInIndia(sql`a.created_at`)}, 'site.removed' from ${moderationActs} a
        where a.moderator_id is not null and (a.act in ('HIDE', 'DELETE') or a.act = 'SUSPEND' and not a.keeps_post) and a.created_at >= ${from}
          and (select was.is_hold from ${moderationActs} was where was.entity_type = a.entity_type and was.entity_id = a.entity_id and was.id < a.id
            order by was.id desc limit 1)
      union all select ${monthInIndia(sql`created_at`)}, 'appeals.made' from ${appeals} where created_at >= ${from}
      union all select ${monthInIndia(sql`decided_at`)}, 'appeals.' || status from ${appeals} where decided_at >= ${from}
    ) as counted group by month, name
    union all
    select month, name, round(percentile_cont(0.5) within group (order by minutes))::int from (
      select ${monthInIndia(sql`settled_at`)} as month, case when reporter_id is null then 'median_minutes.site' else 'median_minutes.reports' end as name, ${minutes} as minutes
      from ${reports} where settled_at >= ${from} and reason <> 'DUPLICATE'
    ) as settled group by month, name`);
  return rows;
}
