import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { keepDates, readShown } from '../../database/shown-rows.server.ts';
import { takedowns, webstories } from '../../database/schema.ts';
import { clearMarks, joinGroups, problemOfTranslation } from '../../database/translation-groups.server.ts';
import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { StoryPage } from '../../database/tables/webstories.ts';
import type { Finding, SaveOutcome } from '../articles/article-input.ts';
import { asEditorLeftIt } from '../articles/editors-act.ts';
import { hashPiece, isSameInput } from '../../platform/markdown/piece-hash.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { indexWebStories } from './index-webstories.server.ts';
import { ensureAuthors } from '../authors/ensure-authors.server.ts';
import type { Problem } from '../../platform/wire/problem.ts';

export type WebStoryInput = {
  slug: string;
  /** Of a new one, where it has a number already. */
  id?: number | undefined;
  lang: PieceLanguage;
  /** Slug of the original that this one translates. */
  translationOf?: string | undefined;
  /** ISO date. */
  follows?: string | undefined;
  title: string;
  poster: string | null;
  author: { key: string; name: string };
  categories: string[];
  metaDescription?: string | undefined;
  pages: StoryPage[];
  /** Other words for what it shows. */
  searchWords?: string[] | undefined;
  status: 'draft' | 'published';
  publishedAt: Date;
  isSample: boolean;
};

export const takedownKeyOfStory = (slug: string) => `webstory:content:${slug}`;

export async function saveWebStory(
  tx: Queryable,
  given: WebStoryInput,
): Promise<{ outcome: SaveOutcome | 'refused'; reason?: Problem; problems: Finding[]; cacheTags: string[] }> {
  const { id, ...file } = storable(given);
  const [takedown] = await tx
    .select({ reason: takedowns.reason })
    .from(takedowns)
    .where(eq(takedowns.sourceKey, takedownKeyOfStory(file.slug)));
  if (takedown) return { outcome: 'taken down', problems: [], cacheTags: [] };
  const [stored] = await tx.select().from(webstories).where(eq(webstories.slug, file.slug));
  const hash = hashPiece(file, '', { mode: 'editor' });
  const { publication, conflict } = asEditorLeftIt(stored, file);
  const problems = conflict ? [conflict] : [];
  if (stored && isSameInput(stored.sourceHash, hash)) return { outcome: 'unchanged', problems, cacheTags: [] };
  const input = { ...file, ...publication };

  const isLive = eq(webstories.status, 'published');
  const [original] =
    input.translationOf === undefined
      ? []
      : await tx.select().from(webstories).where(eq(webstories.slug, input.translationOf));
  const groupId = original ? (original.groupId ?? original.id) : null;
  if (groupId !== null && input.status === 'published') {
    const placed = { id: stored?.id ?? null, lang: input.lang, groupId };
    const reason = await problemOfTranslation(tx, webstories, placed, isLive);
    if (reason !== null) return { outcome: 'refused', reason, problems, cacheTags: [] };
  }

  const authorId = (await ensureAuthors(tx, [input.author])).get(input.author.key)!;
  const { author: _, categories, translationOf: __, searchWords = [], ...own } = input;
  const row = {
    ...own,
    sourceHash: hash.whole,
    authorId,
    groupId,
    follows: input.follows ?? null,
    isBehind: null,
    categoryKeys: categories,
    metaDescription: input.metaDescription ?? null,
    updatedAt: stored ? new Date() : input.publishedAt,
  };
  const shown = await readShown(tx, 'webstories', stored ? [stored.id] : []);
  const [saved] = await tx
    .insert(webstories)
    .values({ ...row, id: stored?.id ?? id })
    .onConflictDoUpdate({ target: webstories.slug, set: row })
    .returning({ id: webstories.id });
  await joinGroups(tx, webstories, [saved!.id], isLive);
  await clearMarks(tx, webstories, [saved!.id!]);
  await keepDates(tx, 'webstories', shown);
  await indexWebStories(tx, [input.slug], new Map([[input.slug, searchWords]]));
  return {
    outcome: stored ? 'changed' : 'created',
    problems,
    cacheTags: [
      `webstory:${input.slug}`,
      ...(original ? [`webstory:${original.slug}`] : []),
      'webstories',
      'search',
      'feed',
      `author:${authorId}`,
    ],
  };
}
