import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { takedowns, webstories } from '../../database/schema.ts';
import type { StoryPage } from '../../database/tables/webstories.ts';
import type { SaveOutcome } from '../articles/article-input.ts';
import { hashPiece, isSameInput } from '../../platform/markdown/piece-hash.server.ts';
import { storable } from '../../platform/storable.ts';
import { ensureAuthors } from '../authors/ensure-authors.server.ts';

export type WebStoryInput = {
  slug: string;
  title: string;
  poster: string | null;
  author: { key: string; name: string };
  categories: string[];
  metaDescription?: string | undefined;
  pages: StoryPage[];
  status: 'draft' | 'published';
  publishedAt: Date;
  isSample: boolean;
};

export const takedownKeyOfStory = (slug: string) => `webstory:content:${slug}`;

export async function saveWebStory(
  tx: Queryable,
  given: WebStoryInput,
): Promise<{ outcome: SaveOutcome; cacheTags: string[] }> {
  const input = storable(given);
  const [takedown] = await tx
    .select({ reason: takedowns.reason })
    .from(takedowns)
    .where(eq(takedowns.sourceKey, takedownKeyOfStory(input.slug)));
  if (takedown) return { outcome: 'taken down', cacheTags: [] };
  const [stored] = await tx.select().from(webstories).where(eq(webstories.slug, input.slug));
  const hash = hashPiece(input, '', { mode: 'editor' });
  if (stored && isSameInput(stored.sourceHash, hash)) return { outcome: 'unchanged', cacheTags: [] };

  const authorId = (await ensureAuthors(tx, [input.author])).get(input.author.key)!;
  const { author: _, categories, ...own } = input;
  const row = {
    ...own,
    sourceHash: hash.whole,
    authorId,
    categoryKeys: categories,
    metaDescription: input.metaDescription ?? null,
    updatedAt: stored ? new Date() : input.publishedAt,
  };
  await tx.insert(webstories).values(row).onConflictDoUpdate({ target: webstories.slug, set: row });
  return {
    outcome: stored ? 'changed' : 'created',
    cacheTags: [`webstory:${input.slug}`, 'webstories', 'feed', `author:${authorId}`],
  };
}
