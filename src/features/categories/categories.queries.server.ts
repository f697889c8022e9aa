import { asc, desc, eq, sql } from 'drizzle-orm';
import type { CategoryTexts, Translations } from '../../database/tables/categories.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { languages } from '../../messages/languages-here.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { articleTags, articleCategories, categories, tags } from '../../database/schema.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { categoryPath } from '../../platform/wire/ids.ts';
import { presentTag } from '../tags/tags.queries.server.ts';
import type { Category, CategoryLook, RelatedCategory } from './categories.contract.ts';

type CategoryRow = typeof categories.$inferSelect;
export type SmallCategoryRow = Pick<
  CategoryRow,
  'id' | 'name' | 'displayName' | 'imageUrl' | 'iconUrl' | 'isTop' | 'translations'
>;

/** The names in all languages, without the texts of the category's page: every card brings its categories. */
const translatedNames = sql<CategoryRow['translations']>`json_strip_nulls(json_build_object(${sql.raw(
  languages
    .map((lang) => `'${lang}', json_build_object('displayName', categories.translations #> '{${lang},displayName}')`)
    .join(', '),
)}))`;

/** A SmallCategoryRow as JSON within another row. */
export const categoryObject = sql`json_build_object('id', categories.id, 'name', categories.name, 'displayName', categories.display_name, 'imageUrl', categories.image_url, 'iconUrl', categories.icon_url, 'isTop', categories.is_top, 'translations', ${translatedNames})`;

/** A row's texts in the current language, as far as they are translated. */
const textsOf = <Row extends { translations: Translations<CategoryTexts> }>(row: Row) => ({
  ...row,
  ...row.translations[currentLanguage()],
});

/** The small form, as articles include it. */
export const presentSmallCategory = (row: SmallCategoryRow): RelatedCategory => ({
  id: row.id,
  contentType: 'CATEGORY',
  name: row.name,
  displayName: textsOf(row).displayName,
  // Drawn where the newsroom has given no picture of its own.
  imageUrl: row.imageUrl ?? `/og/category-${row.id}.jpg`,
  iconUrl: row.iconUrl ?? `/og/category-${row.id}.svg`,
  isTopCategory: row.isTop,
  canonicalUrl: categoryPath(row.name, row.id),
  tags: null,
  title: null,
  description: null,
  categoryAdditionalDetails: null,
  childCategories: [],
  relatedCategories: [],
});

// Top categories first, then in the editors' order.
const inOrder = [desc(sql`coalesce(${categories.isTop}, false)`), asc(categories.position), asc(categories.name)];

const allRows = (db: Queryable) =>
  db
    .select()
    .from(categories)
    .orderBy(...inOrder);

function presentWhole(row: CategoryRow, rows: CategoryRow[]): Category {
  const texts = textsOf(row);
  return {
    ...presentSmallCategory(row),
    title: texts.title,
    description: texts.description,
    categoryAdditionalDetails: texts.pageHeading === null ? null : { body: texts.body, pageHeading: texts.pageHeading },
    childCategories: rows.filter((other) => other.parentId === row.id).map(presentSmallCategory),
    relatedCategories: row.relatedKeys.flatMap((key) =>
      rows.filter((other) => other.key === key).map(presentSmallCategory),
    ),
  };
}

export async function listCategories(db: Queryable): Promise<Category[]> {
  const rows = await allRows(db);
  return rows.map((row) => presentWhole(row, rows));
}

/** For the choice of a subject, by key. */
export async function listSubjects(db: Queryable): Promise<{ key: string; name: string }[]> {
  const rows = await db.select().from(categories).orderBy(asc(categories.position), asc(categories.name));
  return rows.map((row) => ({ key: row.key, name: textsOf(row).displayName }));
}

/** Small forms by id. */
export async function mapCategories(db: Queryable): Promise<Map<number, RelatedCategory>> {
  const { id, name, displayName, imageUrl, iconUrl, isTop } = categories;
  const rows = await db
    .select({ id, name, displayName, imageUrl, iconUrl, isTop, translations: translatedNames })
    .from(categories)
    .orderBy(...inOrder);
  return new Map(rows.map((row) => [row.id, presentSmallCategory(row)]));
}

/** Icon, dye and pattern by category id. */
export async function mapCategoryLooks(db: Queryable): Promise<Map<number, CategoryLook>> {
  const rows = await db
    .select({ id: categories.id, dye: categories.dye, pattern: categories.pattern, icon: categories.icon })
    .from(categories);
  return new Map(rows.map((row) => [row.id, { dye: row.dye, pattern: row.pattern, icon: row.icon } as CategoryLook]));
}

/** @throws AppError category_not_found */
export async function getCategory(db: Queryable, id: number): Promise<Category & { bodyHtml: string; key: string }> {
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
    bodyHtml: textsOf(row).bodyHtml,
    key: row.key,
  };
}
