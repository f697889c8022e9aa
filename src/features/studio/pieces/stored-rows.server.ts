import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  articles,
  authors,
  categories,
  ctas,
  feedRail,
  feedSections,
  knownScams,
  type StudioKind,
  tags,
  textPages,
  videos,
  webstories,
} from '../../../database/schema.ts';
import { given, markdownOf, named, type Row, settled } from './row-fields.server.ts';
import { readScams } from './read-scam-rows.server.ts';
import { readArticles, readStories, readVideos } from './read-piece-rows.server.ts';
import { readAuthors, readCategories, readCtas, readTags } from './read-term-rows.server.ts';

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
  scams: readScams,
} as const;
export const tables = { articles, videos, webstories, categories, tags, authors, ctas, scams: knownScams } as const;

const isNumbered = (kind: StudioKind): kind is keyof typeof readers => kind in readers;

/** Rows of a kind as their files would say them; ids without a row are left out. */
export async function readRows(db: Queryable, kind: StudioKind, ids: number[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  if (isNumbered(kind)) return readers[kind](db, ids);
  if (kind === 'feed') return (await Promise.all(ids.map((id) => readFeed(db, id)))).flatMap((row) => row ?? []);
  return [];
}
