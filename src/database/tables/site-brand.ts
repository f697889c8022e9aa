import { sql } from 'drizzle-orm';
import { boolean, check, customType, pgTable, text } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One row at most: what the studio has set in place of the settings ORGANIZATION_NAME and ORGANIZATION_LOGO. */
export const siteBrand = pgTable(
  'site_brand',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    name: text(),
    /** As it is shown, at most 200 kB. */
    logo: bytes(),
    logoDark: bytes('logo_dark'),
  },
  (table) => [check('site_brand_is_only', sql`${table.isOnly}`)],
);
