import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articleTags, articleCategories, categories, tags } from '../../database/schema.ts';
import { notFound } from '../../platform/errors.ts';
import { categoryPath } from '../../platform/ids.ts';
import { presentTag } from '../tags/tags.queries.server.ts';
import type { Category, CategoryLook, RelatedCategory } from './categories.contract.ts';

type CategoryRow = typeof categories.$inferSelect;
export type SmallCategoryRow = Pick<CategoryRow, 'id' | 'name' | 'displayName' | 'imageUrl' | 'iconUrl' | 'isTop'>;

/** A SmallCategoryRow within another row. */
export const categoryObject = sql`json_build_object('id', categories.id, 'name', categories.name, 'displayName', categories.display_name, 'imageUrl', categories.image_url, 'iconUrl', categories.icon_url, 'isTop', categories.is_top)`;

/** The small form, as articles carry it. */
export const presentSmallCategory = (row: SmallCategoryRow): RelatedCategory => ({
  id: row.id,
  contentType: 'CATEGORY',
  name: row.name,
  displayName: row.displayName,
  imageUrl: row.imageUrl,
  iconUrl: row.iconUrl,
  isTopCategory: row.isTop,
  canonicalUrl: categoryPath(row.name, row.id),
  tags: null,
  title: null,
  description: null,
  categoryAdditionalDetails: null,
  childCategories: [],
  relatedCategories: [],
});

// Top categories first, then as editors put them.
const allRows = (db: Queryable) =>
  db
    .select()
    .from(categories)
    .orderBy(desc(sql`coalesce(${categories.isTop}, false)`), asc(categories.position), asc(categories.name));

const presentWhole = (row: CategoryRow, rows: CategoryRow[]): Category => ({
  ...presentSmallCategory(row),
  title: row.title,
  description: row.description,
  categoryAdditionalDetails: row.pageHeading === null ? null : { body: row.body, pageHeading: row.pageHeading },
  childCategories: rows.filter((other) => other.parentId === row.id).map(presentSmallCategory),
  relatedCategories: row.relatedKeys.flatMap((key) =>
    rows.filter((other) => other.key === key).map(presentSmallCategory),
  ),
});

export async function listCategories(db: Queryable): Promise<Category[]> {
  const rows = await allRows(db);
  return rows.map((row) => presentWhole(row, rows));
}

/** The small form, as articles carry it, by id. */
export async function mapCategories(db: Queryable): Promise<Map<number, RelatedCategory>> {
  return new Map((await allRows(db)).map((row) => [row.id, presentSmallCategory(row)]));
}

/** How each category is drawn, by id. */
export async function mapCategoryLooks(db: Queryable): Promise<Map<number, CategoryLook>> {
  const rows = await db
    .select({ id: categories.id, dye: categories.dye, pattern: categories.pattern, icon: categories.icon })
    .from(categories);
  return new Map(rows.map((row) => [row.id, { dye: row.dye, pattern: row.pattern, icon: row.icon } as CategoryLook]));
}

/** @throws AppError category_not_found */
export async function getCategory(db: Queryable, id: number): Promise<Category & { bodyHtml: string }> {
  const rows = await allRows(db);
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw notFound('category');
  const used = await db
    .select({ tag: tags, uses: sql<number>`count(*)::int`.as('uses') })
    .from(articleCategories)
    .innerJoin(articleTags, eq(articleTags.articleId, articleCategories.articleId))
    .innerJoin(tags, eq(tags.id, articleTags.tagId))
    .where(eq(articleCategories.categoryId, id))
    .groupBy(tags.id)
    .orderBy(desc(sql`uses`), asc(tags.name))
    .limit(12);
  return {
    ...presentWhole(row, rows),
    tags: used.map(({ tag }) => presentTag(tag)).filter((tag) => tag.articleCount > 0),
    bodyHtml: row.bodyHtml,
  };
}
