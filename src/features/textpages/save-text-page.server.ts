import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { textPages } from '../../database/schema.ts';
import { renderMarkdown, type RenderOptions } from '../../platform/markdown/render-markdown.server.ts';
import { storable } from '../../platform/text/storable.ts';
import type { Problem } from '../../platform/wire/problem.ts';

export type TextPageInput = {
  key: string;
  lang: PieceLanguage;
  /** Key of the page that this one translates; null for an original. */
  translationOf: string | null;
  /** ISO date. */
  follows: string | null;
  title: string;
  description: string;
  updatedOn: string;
  body: string;
};

/** The stored HTML keeps its placeholders, such as {organization}; rendering fills them in, escaped. */
export async function saveTextPage(
  tx: Queryable,
  given: TextPageInput,
  options: RenderOptions,
): Promise<{ outcome: 'created' | 'changed' | 'unchanged'; problems: Problem[]; cacheTags: string[] }> {
  const { body, ...input } = storable(given);
  const rendered = renderMarkdown(body, { ...options, lang: input.lang });
  const row = { ...input, bodyHtml: rendered.html, isBehind: null };
  const [stored] = await tx.select().from(textPages).where(eq(textPages.key, input.key));
  if (stored && isDeepStrictEqual({ ...stored, isBehind: null }, row))
    return { outcome: 'unchanged', problems: rendered.problems, cacheTags: [] };
  await tx.insert(textPages).values(row).onConflictDoUpdate({ target: textPages.key, set: row });
  const follows = and(eq(textPages.translationOf, input.key), eq(textPages.isBehind, false));
  await tx.update(textPages).set({ isBehind: null }).where(follows);
  return {
    outcome: stored ? 'changed' : 'created',
    problems: rendered.problems,
    cacheTags: [`page:${input.translationOf ?? input.key}`, 'pages'],
  };
}
