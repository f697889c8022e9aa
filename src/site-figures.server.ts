import { sql } from 'drizzle-orm';
import { countClocks } from './features/support/support.queries.server.ts';
import { briefly } from './platform/http/request-context.server.ts';
import type { SiteFigures } from './platform/observe/metrics.server.ts';
import { readState } from './platform/settings/site-state.server.ts';
import type { PageServices } from './platform/page/page-services.server.ts';

/** What the database knows of the whole site, for the metrics. */
export function readFigures({ connection: { db } }: PageServices): Promise<SiteFigures> {
  return briefly('figures of the site', async () => {
    const { rows } = await db.execute<{ bytes: string; migrations: string }>(sql`
      select pg_database_size(current_database()) as bytes,
        (select count(*) from drizzle.__drizzle_migrations) as migrations`);
    const { bytes, migrations } = rows[0]!;
    return {
      bytes: Number(bytes),
      migrations: Number(migrations),
      backupAt: (await readState(db, 'backup'))?.at ?? null,
      complaints: await countClocks(db),
    };
  });
}
