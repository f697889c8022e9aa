import type { Queryable } from '../../database/connect.server.ts';
import type { CategoryTexts, Translations } from '../../database/tables/categories.ts';
import { categories } from '../../database/schema.ts';
import { renderMarkdown, type RenderOptions } from '../../platform/markdown/render-markdown.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { upsertRow, type Upserted } from '../../database/upsert-row.server.ts';
import { indexDocuments } from '../search-index/index-document.server.ts';
import type { Problem } from '../../platform/wire/problem.ts';

export type CategoryInput = Omit<typeof categories.$inferInsert, 'bodyHtml' | 'translations'> & {
  key: string;
  body: string;
  translations?: Translations<Omit<CategoryTexts, 'bodyHtml'>>;
};

export async function saveCategory(
  tx: Queryable,
  given: CategoryInput,
  options: RenderOptions,
): Promise<Upserted & { problems: Problem[]; cacheTags: string[] }> {
  const { id, ...input } = storable(given);
  const rendered = renderMarkdown(input.body, options);
  const translations = Object.fromEntries(
    Object.entries(input.translations ?? {}).map(([lang, texts]) => {
      if (texts?.body === undefined) return [lang, texts];
      const own = renderMarkdown(texts.body, { ...options, lang });
      rendered.problems.push(...own.problems);
      return [lang, { ...texts, bodyHtml: own.html }];
    }),
  );
  const saved = await upsertRow(tx, categories, 'key', id, { ...input, translations, bodyHtml: rendered.html });
  if (saved.outcome === 'unchanged') return { ...saved, problems: rendered.problems, cacheTags: [] };
  await indexCategory(tx, { ...input, id: saved.id }, rendered.text);
  // Every page's footer lists the categories, so every page is invalidated.
  return {
    ...saved,
    problems: rendered.problems,
    cacheTags: saved.outcome === 'created' ? ['all'] : [`category:${saved.id}`, 'categories', 'all'],
  };
}

/** Brings the index of searches in line with a category's row. @param text its body without markup */
export const indexCategory = (
  tx: Queryable,
  { id, displayName, description }: { id: number; displayName: string; description?: string | null | undefined },
  text: string,
): Promise<void> =>
  indexDocuments(tx, [
    {
      kind: 'CATEGORY',
      entityId: id,
      lang: 'en',
      title: displayName,
      summary: description ?? '',
      body: text,
      categoryIds: [],
      tagIds: [],
      publishedAt: new Date(0),
    },
  ]);
