import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { textPages } from '../../database/schema.ts';
import { notFound } from '../../platform/errors.ts';

type TextPage = { title: string; description: string; html: string; updatedAt: string };

/** Settings that an owner's page may name in braces: `{organization}`. */
export type TextPageValues = Record<'organization' | 'grievanceOfficer' | 'supportEmail' | 'origin', string>;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @throws AppError page_not_found */
export async function getTextPage(db: Queryable, key: string, values: TextPageValues): Promise<TextPage> {
  const [row] = await db.select().from(textPages).where(eq(textPages.key, key));
  if (!row) throw notFound('page');
  const html = row.bodyHtml.replace(
    /\{(organization|grievanceOfficer|supportEmail|origin)\}/g,
    (_whole, name: keyof TextPageValues) => escapeHtml(values[name]),
  );
  return { title: row.title, description: row.description, html, updatedAt: row.updatedOn };
}
