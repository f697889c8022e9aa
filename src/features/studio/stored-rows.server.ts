import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import {
  articleCategories,
  articles,
  articleTags,
  authors,
  categories,
  ctas,
  feedRail,
  feedSections,
  redirects,
  schemes,
  type StudioFields,
  type StudioKind,
  tags,
  textPages,
  videoCategories,
  videos,
  videoTags,
  webstories,
} from '../../database/schema.ts';
import type { CtaDefinition, CtaQuestion } from '../referrals/cta-definition.ts';
import { htmlToMarkdown } from '../importing/html-to-markdown.server.ts';
import { isUndated } from '../../platform/undated.ts';

/** What a stored row says, as the front matter and the body of a file. */
export type Row = {
  id: number;
  key: string;
  sourceKey: string;
  fields: StudioFields;
  body: string;
  status: 'published' | 'draft' | 'removed';
  isHeld: boolean;
  publishedAt: Date | null;
  createdAt: Date | null;
};

const bare = (sourceKey: string) =>
  sourceKey.startsWith('content:') ? sourceKey.slice('content:'.length) : sourceKey.slice(0, 300);
const given = (fields: StudioFields): StudioFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0) && value !== '',
    ),
  );
const someOf = (record: object) => (Object.keys(record).length === 0 ? null : record);
const dateOf = (moment: Date) => (isUndated(moment) ? null : moment.toISOString());
const pathOf = (url: string | null) => url?.replace(/^\//, '') ?? null;

const markdownOf = (html: string) => htmlToMarkdown(html).markdown;

type Reader = (db: Queryable, ids: number[]) => Promise<Row[]>;

const readArticles: Reader = async (db, ids) => {
  const rows = await db
    .select({ row: articles, author: authors.key, scheme: schemes })
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId))
    .leftJoin(schemes, eq(schemes.articleId, articles.id))
    .where(inArray(articles.id, ids));
  const inCategories = await db
    .select({ id: articleCategories.articleId, key: categories.key })
    .from(articleCategories)
    .innerJoin(categories, eq(categories.id, articleCategories.categoryId))
    .where(inArray(articleCategories.articleId, ids))
    .orderBy(articleCategories.position);
  const withTags = await db
    .select({ id: articleTags.articleId, key: tags.displayName })
    .from(articleTags)
    .innerJoin(tags, eq(tags.id, articleTags.tagId))
    .where(inArray(articleTags.articleId, ids))
    .orderBy(tags.name);
  const paths = await db
    .select({ id: redirects.toId, key: redirects.fromPath })
    .from(redirects)
    .where(and(eq(redirects.toKind, 'article'), inArray(redirects.toId, ids)))
    .orderBy(redirects.fromPath);
  const originals = await originalsOf(
    db,
    articles,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, author, scheme }) => ({
    ...row,
    key: bare(row.sourceKey),
    fields: given({
      id: row.id,
      title: row.title,
      summary: row.summary,
      author,
      categories: keysOf(inCategories, row.id),
      tags: keysOf(withTags, row.id),
      publishedAt: dateOf(row.publishedAt),
      lastCheckedAt: row.lastCheckedAt,
      coverFigure: row.coverFigure,
      lang: row.lang,
      translationOf: originals.get(row.id),
      follows: row.follows,
      metaTitle: row.metaTitle,
      metaDescription: row.metaDescription,
      thumbnail: pathOf(row.thumbnail),
      sources: row.sources,
      corrections: row.corrections,
      scheme: scheme && schemeFields(scheme),
      oldPaths: keysOf(paths, row.id),
      sample: row.isSample || null,
    }),
  }));
};

/** Keys of the originals that these pieces translate. */
async function originalsOf(
  db: Queryable,
  table: typeof articles | typeof videos,
  rows: { id: number; groupId: number | null }[],
): Promise<Map<number, string>> {
  const translations = rows.filter(({ id, groupId }) => groupId !== null && groupId !== id);
  if (translations.length === 0) return new Map();
  const groups = translations.map(({ groupId }) => groupId!);
  const found = await db
    .select({ id: table.id, sourceKey: table.sourceKey })
    .from(table as typeof articles)
    .where(inArray(table.id, groups));
  const keys = new Map(found.map(({ id, sourceKey }) => [id, bare(sourceKey)]));
  return new Map(translations.flatMap(({ id, groupId }) => (keys.has(groupId!) ? [[id, keys.get(groupId!)!]] : [])));
}

const keysOf = (rows: { id: number; key: string }[], id: number) =>
  rows.filter((row) => row.id === id).map(({ key }) => key);

const schemeFields = ({ details, ...row }: typeof schemes.$inferSelect): StudioFields =>
  given({
    name: row.name,
    level: row.level === 'STATE' ? row.state : 'central',
    department: row.department,
    forWhom: details.forWhom,
    kind: details.kind,
    worth: details.worth,
    benefits: details.benefits,
    eligibility: details.eligibility,
    exclusions: details.exclusions,
    documents: details.documents.map(({ name, note }) => (note === null ? name : `${name} — ${note}`)),
    fee: details.fee && given(details.fee),
    apply: given({ online: details.apply.onlineUrl, offline: details.apply.offlineSteps }),
    officialUrl: row.officialUrl,
    lastCheckedAt: row.lastCheckedOn,
    rules: row.rules,
    alsoCheck: details.alsoCheck ?? [],
    cases: row.cases,
    reasons: details.reasons,
  });

const readVideos: Reader = async (db, ids) => {
  const rows = await db
    .select({ row: videos, author: authors.key, article: articles.sourceKey })
    .from(videos)
    .innerJoin(authors, eq(authors.id, videos.authorId))
    .leftJoin(articles, eq(articles.id, videos.articleId))
    .where(inArray(videos.id, ids));
  const inCategories = await db
    .select({ id: videoCategories.videoId, key: categories.key })
    .from(videoCategories)
    .innerJoin(categories, eq(categories.id, videoCategories.categoryId))
    .where(inArray(videoCategories.videoId, ids))
    .orderBy(videoCategories.position);
  const withTags = await db
    .select({ id: videoTags.videoId, key: tags.displayName })
    .from(videoTags)
    .innerJoin(tags, eq(tags.id, videoTags.tagId))
    .where(inArray(videoTags.videoId, ids))
    .orderBy(tags.name);
  const originals = await originalsOf(
    db,
    videos,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, author, article }) => ({
    ...row,
    key: bare(row.sourceKey),
    // The table keeps only the HTML of a video's text.
    body: markdownOf(row.bodyHtml),
    fields: given({
      id: row.id,
      title: row.title,
      description: row.description,
      author,
      categories: keysOf(inCategories, row.id),
      tags: keysOf(withTags, row.id),
      publishedAt: dateOf(row.publishedAt),
      lastCheckedAt: row.lastCheckedAt,
      label: row.label,
      article: article?.startsWith('content:') ? bare(article) : null,
      lang: row.lang,
      translationOf: originals.get(row.id),
      follows: row.follows,
      metaTitle: row.metaTitle,
      metaDescription: row.metaDescription,
      video: pathOf(row.videoUrl),
      captions: pathOf(row.captionsUrl),
      poster: pathOf(row.thumbnail),
      sample: row.isSample || null,
    }),
  }));
};

const readStories: Reader = async (db, ids) => {
  const rows = await db
    .select({ row: webstories, author: authors.key })
    .from(webstories)
    .innerJoin(authors, eq(authors.id, webstories.authorId))
    .where(inArray(webstories.id, ids));
  return rows.map(({ row, author }) => ({
    ...row,
    key: row.slug,
    sourceKey: `content:${row.slug}`,
    createdAt: null,
    body: '',
    fields: given({
      title: row.title,
      author,
      lang: row.lang,
      publishedAt: dateOf(row.publishedAt),
      categories: row.categoryKeys,
      poster: pathOf(row.poster),
      metaDescription: row.metaDescription,
      pages: row.pages.map(({ heading, text, imageUrl, linkUrl, linkText, seconds }) =>
        given({ heading, text, image: pathOf(imageUrl), link: linkUrl, linkText, seconds }),
      ),
      sample: row.isSample || null,
    }),
  }));
};

const settled = { status: 'published' as const, isHeld: false, publishedAt: null, createdAt: null };
const named = (key: string) => ({ key, sourceKey: `content:${key}` });

const readCategories: Reader = async (db, ids) => {
  const all = new Map(
    (await db.select({ id: categories.id, key: categories.key }).from(categories)).map((row) => [row.id, row.key]),
  );
  return (await db.select().from(categories).where(inArray(categories.id, ids))).map((row) => ({
    ...settled,
    ...named(row.key),
    id: row.id,
    body: row.body,
    fields: given({
      id: row.id,
      name: row.name,
      displayName: row.displayName === row.name ? null : row.displayName,
      top: row.isTop,
      parent: row.parentId === null ? null : all.get(row.parentId),
      dye: row.dye,
      pattern: row.pattern,
      icon: row.icon,
      imageUrl: pathOf(row.imageUrl),
      title: row.title,
      description: row.description,
      pageHeading: row.pageHeading,
      related: row.relatedKeys,
      translations: someOf(row.translations),
      position: row.position,
      sample: row.isSample || null,
    }),
  }));
};

const readTags: Reader = async (db, ids) =>
  (await db.select().from(tags).where(inArray(tags.id, ids))).map((row) => ({
    ...settled,
    ...named(row.name),
    id: row.id,
    body: '',
    fields: given({
      id: row.id,
      name: row.name,
      displayName: row.displayName,
      translations: someOf(row.translations),
      sample: row.isSample || null,
    }),
  }));

const readAuthors: Reader = async (db, ids) =>
  (await db.select().from(authors).where(inArray(authors.id, ids))).map((row) => ({
    ...settled,
    ...named(row.key),
    id: row.id,
    body: '',
    fields: given({
      id: row.id,
      name: row.name,
      bio: row.bio,
      image: pathOf(row.imageUrl),
      translations: someOf(row.translations),
      sample: row.isSample || null,
    }),
  }));

/** A question about a fact has its words from the catalogue of facts. */
const writtenQuestion = ({ id, fact, type, text, note, options, required }: CtaQuestion) =>
  fact === null
    ? given({ id, type, text, note, options, required: required || null })
    : given({ id, fact, required: required || null });

const readCtas: Reader = async (db, ids) =>
  (await db.select().from(ctas).where(inArray(ctas.id, ids))).map((row) => {
    const { articlePath: _, questions, ...definition } = row.definition as CtaDefinition;
    return {
      ...settled,
      ...named(row.key),
      id: row.id,
      body: '',
      status: row.isActive ? ('published' as const) : ('draft' as const),
      isHeld: !row.isActive,
      fields: given({
        id: row.id,
        title: row.title,
        description: row.description,
        questions: questions.map(writtenQuestion),
        ...definition,
        active: row.isActive ? null : false,
        sample: row.isSample || null,
      }),
    };
  });

/** The two parts of the feed, and the text pages, have no number of their own: the studio counts them. */
export async function readPage(db: Queryable, key: string, id: number): Promise<Row | null> {
  const [row] = await db.select().from(textPages).where(eq(textPages.key, key));
  if (!row) return null;
  return {
    ...settled,
    ...named(key),
    id,
    // The table keeps only the HTML of a page's text.
    body: markdownOf(row.bodyHtml),
    fields: given({ title: row.title, description: row.description, updatedAt: row.updatedOn }),
  };
}

export const feedParts = { home: 1, rail: 2 } as const;

async function readFeed(db: Queryable, id: number): Promise<Row | null> {
  if (id === feedParts.rail) {
    const [rail] = await db.select().from(feedRail);
    const fields = { helplines: rail?.helplines ?? [], dates: rail?.dates ?? [] };
    return { ...settled, ...named('rail'), id, body: '', fields };
  }
  if (id !== feedParts.home) return null;
  const sections = await db.select().from(feedSections).orderBy(asc(feedSections.position));
  const slots = (slot: (typeof sections)[number]['slots'][number]) =>
    slot.kind === 'latest'
      ? { latest: given({ kind: slot.of, category: slot.category, limit: slot.limit }) }
      : `${slot.kind}:${slot.key}`;
  return {
    ...settled,
    ...named('home'),
    id,
    body: '',
    fields: {
      sections: sections.map(({ title, layout, link, slots: own }) =>
        given({ title, layout, link, items: own.map(slots) }),
      ),
    },
  };
}

const readers = {
  articles: readArticles,
  videos: readVideos,
  webstories: readStories,
  categories: readCategories,
  tags: readTags,
  authors: readAuthors,
  ctas: readCtas,
} as const;
export const tables = { articles, videos, webstories, categories, tags, authors, ctas } as const;

const isNumbered = (kind: StudioKind): kind is keyof typeof readers => kind in readers;

/** Rows of a kind as their files would say them; ids without a row are left out. */
export async function readRows(db: Queryable, kind: StudioKind, ids: number[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  if (isNumbered(kind)) return readers[kind](db, ids);
  if (kind === 'feed') return (await Promise.all(ids.map((id) => readFeed(db, id)))).flatMap((row) => row ?? []);
  return [];
}
