import { timestamp } from 'drizzle-orm/pg-core';

/** Column of the type `timestamptz`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });
