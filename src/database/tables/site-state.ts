import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';

/** What the site knows of itself, a row each, whichever instance asks. */
export const siteState = pgTable('site_state', {
  /**
   * `secret`: a hash that only this site's AUTH_SECRET gives. `backup`: the last one that was verified. `drill`: the
   * last that was restored for practice. `…_failed`: the last of them that failed, and why. `routed`: the day whose questions
   * were routed to those who can answer them. `community`: what happens to new posts.
   */
  name: text()
    .$type<'secret' | 'backup' | 'backup_failed' | 'drill' | 'drill_failed' | 'routed' | 'community'>()
    .primaryKey(),
  value: text().notNull(),
  at: moment('at').notNull().defaultNow(),
});
