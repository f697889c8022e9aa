import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';

/** The `format` of runs that imported a dump: their posts name the run in `imported_posts`. */
export const dumpFormat = 'stackexchange';
export const sourceOf = (site: string) => `${dumpFormat}:${site}`;

/** Advisory lock: one import per site at a time, held for a batch's transaction. */
export const holdSite = (tx: Transaction, site: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${sourceOf(site)}))`);
