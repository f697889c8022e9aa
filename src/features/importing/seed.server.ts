import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connect.server.ts';
import { categories } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { openMediaStore } from '../../platform/media/media-store.server.ts';
import { refreshTotals } from '../publishing/refresh-totals.server.ts';
import { plainFeed } from '../pieces/feed-files.ts';
import { ownContent } from '../pieces/own-content.ts';
import { linkResolver, readSiteKeys } from '../pieces/site-keys.server.ts';
import { createReport } from './report.ts';

const seedLock = 7_206_162;

export type SeedProgress = (line: string) => void;

/**
 * Seeds an empty database exactly once across instances: all of content/, or without samples only the categories,
 * text pages and a plain home page. Atomic: a killed first start begins again. @returns whether it was empty
 */
export async function seedIfEmpty(
  connection: Connection,
  config: Pick<Config, 'mediaDir' | 'seedSamples'> & Partial<Pick<Config, 'mediaBucket'>>,
  onProgress: SeedProgress,
  contentRoot = ownContent,
): Promise<boolean> {
  return connection.db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (!(await isEmpty(tx))) return false;
    onProgress(
      config.seedSamples
        ? 'Filling it with the demonstration content …'
        : 'Filling it with the categories and the text pages …',
    );
    // Lazy: later starts do not need it.
    const { importContent } = await import('./content/import-content.server.ts');
    const report = createReport('content', { isTty: false, out: onProgress, err: onProgress, progress: onProgress });
    await importContent(contentRoot, { inTransaction: (work) => work(tx), changed: async () => {} }, report, {
      media: await openMediaStore(config, connection),
      isPublishing: true,
      isSeed: true,
      ...(config.seedSamples ? {} : { only: ['categories', 'pages'] }),
    });
    if (!config.seedSamples) {
      const { reviseFeed } = await import('./revise-by-system.server.ts');
      const resolveLink = linkResolver(await readSiteKeys(tx));
      await reviseFeed(tx, 'home', plainFeed(await topCategories(tx)), resolveLink);
      await reviseFeed(tx, 'rail', { helplines: [], dates: [] }, resolveLink);
    }
    await refreshTotals(tx);
    report.finish();
    return true;
  });
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from articles union all select 1 from categories limit 1`);
  return rows.length === 0;
}

export const topCategories = async (tx: Transaction) =>
  (
    await tx
      .select({ key: categories.key })
      .from(categories)
      .where(sql`is_top`)
      .orderBy(categories.position)
  ).map((row) => row.key);
