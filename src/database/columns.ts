import { type AnyPgColumn, integer, timestamp } from 'drizzle-orm/pg-core';

/** Column of the type `timestamptz`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Column of the row whose part this row is, and with which it goes. */
export const partOf = (name: string, id: () => AnyPgColumn) =>
  integer(name).notNull().references(id, { onDelete: 'cascade' });
