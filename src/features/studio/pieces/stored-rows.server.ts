import { asc } from 'drizzle-orm';
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
  videos,
  webstories,
} from '../../../database/schema.ts';
import { given, named, type Row, settled } from './row-fields.server.ts';
import { readArticles } from './read-article-rows.server.ts';
import { readAuthors, readTags } from './read-term-rows.server.ts';

/** The two parts of the feed have no number of their own: the studio counts them. */
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

export const tables = { articles, videos, webstories, categories, tags, authors, ctas, scams: knownScams } as const;

/**
 * Kinds whose rows may have no piece yet: articles of imports from elsewhere, the tags and writers that any piece
 * names, and the feed of a site that began without samples. All others are only written with a revision.
 */
export const bareKinds = ['articles', 'tags', 'authors', 'feed'] as const;
export type BareKind = (typeof bareKinds)[number];
export const isBareKind = (kind: StudioKind): kind is BareKind => (bareKinds as readonly StudioKind[]).includes(kind);

const readers = {
  articles: readArticles,
  tags: readTags,
  authors: readAuthors,
  feed: async (db: Queryable, ids: number[]) =>
    (await Promise.all(ids.map((id) => readFeed(db, id)))).flatMap((row) => row ?? []),
};

/** Rows of a kind as their files would say them; ids without a row are left out. */
export const readRows = async (db: Queryable, kind: BareKind, ids: number[]): Promise<Row[]> =>
  ids.length === 0 ? [] : readers[kind](db, ids);
