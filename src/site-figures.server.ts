import { sql } from 'drizzle-orm';
import { countClocks } from './features/support/support.queries.server.ts';
import { briefly } from './platform/http/request-context.server.ts';
import type { SiteFigures } from './platform/observe/metrics.server.ts';
import type { PageServices } from './platform/page/page-services.server.ts';

/** What the database knows of the whole site, for the metrics. */
export function readFigures({ connection: { db } }: PageServices): Promise<SiteFigures> {
  return briefly('figures of the site', async () => {
    const { rows } = await db.execute<{ bytes: string; migrations: string; backupAt: string | null }>(sql`
      select pg_database_size(current_database()) as bytes,
        (select count(*) from drizzle.__drizzle_migrations) as migrations,
        (select at from site_state where name = 'backup') as "backupAt"`);
    const { bytes, migrations, backupAt } = rows[0]!;
    return {
      bytes: Number(bytes),
      migrations: Number(migrations),
      backupAt: backupAt === null ? null : new Date(backupAt),
      complaints: await countClocks(db),
    };
  });
}
