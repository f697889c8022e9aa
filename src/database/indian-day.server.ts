import { type SQL, sql } from 'drizzle-orm';

/** Day in India at a moment, as a date. */
export const indianDayOf = (at: SQL): SQL => sql`(${at} at time zone 'Asia/Kolkata')::date`;

/** Today in India by the database's clock. */
export const indianToday: SQL = indianDayOf(sql`now()`);

/** '2026-11' */
export const monthInIndia = (at: SQL): SQL => sql`to_char(${at} at time zone 'Asia/Kolkata', 'YYYY-MM')`;
