import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { articles, categories, knownScams, type StudioFields, videos, webstories } from '../../../database/schema.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import { type LinkResolver, renderMarkdown } from '../../../platform/markdown/render-markdown.server.ts';
import { takeOutSampleCtas } from '../../referrals/save-cta.server.ts';
import { forgetCommunityOf } from '../../communities/personal-posts.server.ts';
import { indexWebStories } from '../../webstories/index-webstories.server.ts';
import { unindexDocument } from '../../search-index/index-document.server.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { refreshTotals } from '../../publishing/refresh-totals.server.ts';
import { removeMedia } from '../../../platform/media/remove-media.server.ts';
import { forgetGonePieces } from '../../studio/pieces/forget-pieces.server.ts';
import { getRevision, lockPiece } from '../../studio/pieces/pieces.queries.server.ts';
import { feedParts } from '../../studio/pieces/stored-rows.server.ts';
import { ownContent } from '../../pieces/own-content.ts';
import { feedFile, plainFeed, railFile, type RailFile } from '../../pieces/feed-files.ts';
import { readFields } from './front-matter.ts';
import { withoutDeadItems } from './dead-items.ts';
import { readContentFolder, contentKinds } from './read-folder.server.ts';
import { takeOutSampleQuestions } from './save-question.server.ts';
import { linkResolver, readSiteKeys } from '../../pieces/site-keys.server.ts';
import { reviseBySystem, reviseFeed, shown } from '../revise-by-system.server.ts';

/**
 * Deletes sample articles, videos, stories and calls to action, and tags and authors left unused. No categories, pages.
 * @param newRoot replacement folder: any invalid file in it cancels the deletion
 */
export async function replaceSamples(newRoot: string | null, context: CommandContext): Promise<number> {
  const { output, connection } = context;
  if (newRoot !== null) {
    const folder = await readContentFolder(newRoot);
    for (const { messages } of folder.broken) for (const message of messages) output.err(message);
    const pieces = contentKinds.reduce((sum, kind) => sum + folder.files[kind].size, 0);
    if (folder.broken.length > 0 || pieces === 0) {
      output.err(
        pieces === 0
          ? `${newRoot}: there is nothing in it. The samples stay.`
          : 'The samples stay until these files are right.',
      );
      return 1;
    }
  }
  const taken = await connection.db.transaction(takeOutSamples);
  const isRemoved = await removeMedia(taken.files, context);
  await invalidatePages(connection, ['all']);
  output.out(
    `Sample content taken out: ${taken.articles} articles, ${taken.videos} videos, ${taken.stories} stories, ${taken.tags} tags, ${taken.authors} authors, ${taken.ctas} calls to action, ${taken.questions} questions, ${taken.scams} known scams.`,
  );
  return isRemoved ? 0 : 1;
}

async function takeOutSamples(tx: Transaction) {
  const sampleArticles = await tx.delete(articles).where(eq(articles.isSample, true)).returning({ id: articles.id });
  const sampleVideos = await tx.delete(videos).where(eq(videos.isSample, true)).returning({
    id: videos.id,
    videoUrl: videos.videoUrl,
    captionsUrl: videos.captionsUrl,
    thumbnail: videos.thumbnail,
  });
  const sampleStories = await tx.delete(webstories).where(eq(webstories.isSample, true)).returning();
  for (const [kind, rows] of [
    ['ARTICLE', sampleArticles],
    ['VIDEO', sampleVideos],
  ] as const) {
    for (const { id } of rows) await unindexDocument(tx, kind, id);
  }
  await indexWebStories(tx);
  await tx.execute(
    sql`delete from redirects where to_kind = 'article' and not exists (select 1 from articles where id = to_id)`,
  );
  const { rows: goneTags } = await tx.execute<{ id: number }>(sql`
    delete from tags where is_sample and not exists (select 1 from article_tags where tag_id = tags.id) and not exists (select 1 from video_tags where tag_id = tags.id) returning id`);
  for (const { id } of goneTags) await unindexDocument(tx, 'TAG', id);
  const { rows: goneAuthors } = await tx.execute<{ id: number }>(sql`
    delete from authors where is_sample and not exists (select 1 from articles where author_id = authors.id)
      and not exists (select 1 from videos where author_id = authors.id) and not exists (select 1 from webstories where author_id = authors.id) returning id`);
  const sampleCtas = await takeOutSampleCtas(tx);
  const sampleScams = await tx.delete(knownScams).where(eq(knownScams.isSample, true)).returning({ id: knownScams.id });
  const sampleQuestions = await takeOutSampleQuestions(tx, (inner, id) =>
    forgetCommunityOf(inner, id, { keepText: false }),
  );
  await forgetGonePieces(tx);
  await clearLinks(tx);
  await refreshTotals(tx);
  const files = [
    ...sampleVideos.flatMap(({ videoUrl, captionsUrl, thumbnail }) => [videoUrl, captionsUrl, thumbnail]),
    ...sampleStories.flatMap(({ poster, pages }) => [poster, ...pages.map(({ imageUrl }) => imageUrl)]),
  ];
  return {
    articles: sampleArticles.length,
    videos: sampleVideos.length,
    stories: sampleStories.length,
    tags: goneTags.length,
    authors: goneAuthors.length,
    ctas: sampleCtas,
    questions: sampleQuestions,
    scams: sampleScams.length,
    files: files.filter((url): url is string => typeof url === 'string' && /^\/media\/(?!.*\.\.)[\w./-]+$/.test(url)),
  };
}

/** The demo's sidebar items; empty where the demo folder is absent. */
async function sampleRail(): Promise<RailFile> {
  const text = await readFile(join(ownContent, 'feed/rail.yaml'), 'utf8').catch(() => '');
  return readFields('content/feed/rail.yaml', text, railFile).data;
}

async function clearLinks(tx: Transaction): Promise<void> {
  const resolveLink = linkResolver(await readSiteKeys(tx));
  const rows = await tx
    .select({ id: categories.id, key: categories.key, body: categories.body, isTop: categories.isTop })
    .from(categories)
    .orderBy(categories.position);
  for (const { id, body } of rows) {
    const cleaned = withoutDeadItems(body, resolveLink);
    const { html } = renderMarkdown(cleaned, { mode: 'editor', resolveLink });
    await tx.update(categories).set({ body: cleaned, bodyHtml: html }).where(eq(categories.id, id));
  }
  const home = await readFeedPart(tx, 'home');
  if (home && feedFile.parse(home).sections.length > 0)
    await reviseFeed(tx, 'home', plainFeed(rows.filter(({ isTop }) => isTop).map(({ key }) => key)), resolveLink);
  const fields = await readFeedPart(tx, 'rail');
  if (fields) {
    const [rail, samples] = [railFile.parse(fields), await sampleRail()];
    const dates = rail.dates
      .filter((date) => !samples.dates.some((sample) => sample.date === date.date && sample.title === date.title))
      .map((date) => (date.link && !/^https?:/.test(date.link) ? { ...date, link: null } : date));
    const helplines = rail.helplines.filter(
      ({ number, name }) => !samples.helplines.some((sample) => sample.number === number && sample.name === name),
    );
    await reviseFeed(tx, 'rail', { helplines, dates }, resolveLink);
  }
  for (const { id } of rows) await reviseCategory(tx, id, resolveLink);
}

/** As readers see it; null where there is none. */
async function readFeedPart(tx: Transaction, key: keyof typeof feedParts): Promise<StudioFields | null> {
  const piece = await lockPiece(tx, { kind: 'feed', id: feedParts[key] });
  return piece?.live ? (await getRevision(tx, piece, piece.live)).fields : null;
}

/** What readers see now becomes the next revision, where nobody works on one. */
async function reviseCategory(tx: Transaction, id: number, resolveLink: LinkResolver): Promise<void> {
  const piece = await lockPiece(tx, { kind: 'categories', id });
  if (!piece || piece.live === null) return;
  const newest = await getRevision(tx, piece, piece.revision);
  const body = withoutDeadItems(newest.body, resolveLink);
  await reviseBySystem(tx, { piece, newest }, { fields: newest.fields, body }, shown);
}
