import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { articles, imports } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/page-cache.server.ts';
import { MarkdownRefused, renderMarkdown, type Rendered } from '../../platform/markdown/render-markdown.server.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import { saveArticles, type SaveResult } from '../articles/save-article.server.ts';
import type { CommandContext } from './command.ts';
import { NotTaken, SourceBroken, type Converted, type ImportEntry, type ImportSource } from './import-source.ts';
import { createImageStore, listImages, type ImageStore } from './imported-images.server.ts';
import { refreshTotals } from './refresh-totals.server.ts';
import { countsOf, createReport, type ImportReport } from './report.ts';

type Taken = Extract<Converted, { kind: 'article' }>;
type Piece = { name: string; taken: Taken; input: ArticleInput };
type Listed = { url: string; alt: string; sourceKey: string };
/** A batch as far as it goes without the database, and what to report once it is in. */
type Prepared = {
  entries: number;
  pieces: Piece[];
  listed: Listed[];
  rendered: Map<string, Rendered>;
  tellings: (() => void)[];
};
type Run = {
  source: ImportSource;
  context: CommandContext;
  report: ImportReport;
  images: ImageStore;
  /** Entries of the source that are safely in, and what came of them in runs before this one. */
  done: number;
  before: Record<string, number>;
  /** The day of pieces without a date. */
  startedAt: Date;
  hasChanged: boolean;
  /** Whether the last batch brought much that was new: then the next is rendered ahead. */
  isFresh: boolean;
};

/**
 * Reads a source to its end and saves it in batches. Each batch and the count of entries that are in are one transaction,
 * so an import that was killed goes on where it stopped, and one that has finished changes nothing when it runs again.
 * @returns 0, 1 when something was lost, 130 when it was stopped
 */
export async function runImport(
  source: ImportSource,
  context: CommandContext,
  options: { fetchImages: boolean; date?: Date | undefined },
): Promise<number> {
  const report = createReport(source.name, context.output);
  const run = await beginRun(source, context, report, options);
  const size = context.isInsideServer ? 10 : 50;
  let batch: ImportEntry[] = [];
  const alreadyIn = run.done;
  let position = 0;
  let isWhole = true;
  // The next batch is read and rendered while the database stores this one.
  let storing: Promise<void> = Promise.resolve();
  const save = async () => {
    const prepared = await prepareBatch(run, batch);
    batch = [];
    await storing;
    storing = storeBatch(run, prepared);
    storing.catch(() => {});
  };
  try {
    for await (const entry of source.entries()) {
      position += 1;
      if (position <= alreadyIn) {
        // Entries that were lost before are told again: the report of a killed run was never seen.
        if ((run.before.lost ?? 0) > 0) reportLoss(entry, report);
        continue;
      }
      batch.push(entry);
      if (batch.length < size) continue;
      await save();
      report.progress(source.progress());
      if (context.signal.aborted) {
        await storing;
        return stop(run);
      }
    }
  } catch (error) {
    await storing;
    if (!(error instanceof SourceBroken) && !(error instanceof NotTaken)) throw error;
    isWhole = false;
    report.lose(source.name, error.message);
  }
  if (batch.length > 0) await save();
  await storing;
  if (position === 0 && isWhole) report.lose(source.name, 'There is nothing in it.');
  await endRun(run, isWhole);
  for (const remark of source.remarks?.() ?? []) context.output.out(remark);
  return report.finish();
}

async function beginRun(
  source: ImportSource,
  context: CommandContext,
  report: ImportReport,
  options: { fetchImages: boolean; date?: Date | undefined },
): Promise<Run> {
  const { db } = context.connection;
  const [known] = await db.select().from(imports).where(eq(imports.fingerprint, source.fingerprint));
  const isGoingOn = known !== undefined && known.isFinished === 0 && known.doneEntries > 0;
  const done = isGoingOn ? known.doneEntries : 0;
  const before = isGoingOn ? known.counts : {};
  const startedAt = options.date ?? known?.startedAt ?? new Date();
  // The same source with other settings begins anew: what it had reached before no longer counts.
  await db
    .delete(imports)
    .where(
      and(
        eq(imports.name, source.name.slice(0, 300)),
        eq(imports.format, source.format),
        eq(imports.isFinished, 0),
        ne(imports.fingerprint, source.fingerprint),
      ),
    );
  await db
    .insert(imports)
    .values({
      fingerprint: source.fingerprint,
      name: source.name.slice(0, 300),
      format: source.format,
      startedAt: known?.startedAt ?? new Date(),
    })
    .onConflictDoUpdate({
      target: imports.fingerprint,
      set: { doneEntries: done, counts: before, isFinished: 0, updatedAt: new Date() },
    });
  if (isGoingOn)
    context.output.out(
      `${source.name}: going on after ${done} entries that are already in (${Object.entries(before)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}).`,
    );
  return {
    source,
    context,
    report,
    done,
    before,
    startedAt,
    hasChanged: isGoingOn,
    isFresh: true,
    images: await createImageStore(context, options.fetchImages, report),
  };
}

function reportLoss(entry: ImportEntry, report: ImportReport): void {
  try {
    entry.convert();
  } catch (error) {
    report.lose(entry.name, (error as Error).message);
  }
}

async function prepareBatch(run: Run, entries: ImportEntry[]): Promise<Prepared> {
  const { report, source } = run;
  const prepared: Prepared = { entries: entries.length, pieces: [], listed: [], rendered: new Map(), tellings: [] };
  for (const { name, convert } of entries) {
    await breathe();
    try {
      const converted = convert();
      if (converted.kind === 'article') {
        const input = { ...converted.article, publishedAt: converted.article.publishedAt ?? run.startedAt };
        prepared.pieces.push({ name, taken: converted, input });
        if (run.isFresh) renderAhead(input, prepared.rendered, converted.images.length > 0);
      } else if (converted.isLoss) prepared.tellings.push(() => report.lose(name, converted.reason));
      else {
        prepared.tellings.push(() => report.skip(name, converted.reason));
        prepared.listed.push(
          ...(converted.images ?? []).map((image) => ({ ...image, sourceKey: `${source.format}:media` })),
        );
      }
    } catch (error) {
      if (error instanceof SourceBroken || error instanceof NotTaken) throw error;
      prepared.tellings.push(() => report.lose(name, (error as Error).message));
    }
  }
  return prepared;
}

/** Sizes of pictures come from the database, so a body that shows any is rendered when it is saved. */
function renderAhead(input: ArticleInput, rendered: Map<string, Rendered>, hasImages: boolean): void {
  if (hasImages || /media\//.test(input.body)) return;
  try {
    rendered.set(
      input.sourceKey,
      renderMarkdown(input.body.replaceAll('\u0000', '').toWellFormed(), { mode: 'imported', lang: input.lang }),
    );
  } catch (error) {
    if (!(error instanceof MarkdownRefused)) throw error;
  }
}

async function storeBatch(run: Run, prepared: Prepared): Promise<void> {
  const { report, images, context } = run;
  for (const telling of prepared.tellings) telling();
  const kept = await withStoredDates(run, prepared.pieces);
  const listed = [
    ...prepared.listed,
    ...kept.flatMap(({ taken, input }) => taken.images.map((image) => ({ ...image, sourceKey: input.sourceKey }))),
  ];
  const inputs = await images.place(
    kept.map(({ input, taken }) => ({ input, images: taken.images, thumbnailUrl: taken.thumbnailUrl })),
  );
  const ready = kept.map((piece, index) => ({ ...piece, input: inputs[index]! }));

  const save = async (tx: Transaction, some: Piece[]) =>
    saveArticles(
      tx,
      some.map(({ input }) => input),
      { mode: 'imported', imageSize: images.sizeOf, rendered: prepared.rendered },
    );
  const tags: string[] = [];
  try {
    const results = await context.connection.db.transaction(async (tx) => {
      const saved = await save(tx, ready);
      await listImages(tx, listed);
      await remember(tx, run, prepared.entries, countsWith(report, saved));
      return saved;
    });
    run.isFresh =
      results.filter(({ outcome }) => outcome === 'created' || outcome === 'changed').length * 2 > results.length;
    for (const [index, result] of results.entries()) tags.push(...tell(run, ready[index]!, result));
  } catch (error) {
    if (!isAboutData(error)) throw error;
    // One entry that the database refuses must not take the others with it.
    for (const piece of ready) {
      try {
        const [result] = await context.connection.db.transaction((tx) => save(tx, [piece]));
        tags.push(...tell(run, piece, result!));
      } catch (inner) {
        if (!isAboutData(inner)) throw inner;
        report.lose(piece.name, 'The database refused it.');
      }
    }
    await context.connection.db.transaction(async (tx) => {
      await listImages(tx, listed);
      await remember(tx, run, prepared.entries, countsOf(report));
    });
  }
  run.done += prepared.entries;
  if (tags.length > 0) await invalidatePages(context.connection, tags);
}

/** Pieces without a date keep the day they were first taken; a lesser copy never replaces a fuller one. */
async function withStoredDates(run: Run, pieces: Piece[]): Promise<Piece[]> {
  const keys = pieces
    .filter(({ taken }) => taken.article.publishedAt === null || taken.isLesser)
    .map(({ input }) => input.sourceKey);
  if (keys.length === 0) return pieces;
  const stored = await run.context.connection.db
    .select({ sourceKey: articles.sourceKey, publishedAt: articles.publishedAt, sources: articles.sources })
    .from(articles)
    .where(inArray(articles.sourceKey, keys));
  const byKey = new Map(stored.map((row) => [row.sourceKey, row]));
  return pieces.flatMap((piece) => {
    const known = byKey.get(piece.input.sourceKey);
    if (!known) return [piece];
    if (piece.taken.isLesser && known.sources[0]?.url !== piece.input.sources[0]?.url) {
      run.report.skip(piece.name, 'a fuller text of the same is there already');
      return [];
    }
    return [
      piece.taken.article.publishedAt === null
        ? { ...piece, input: { ...piece.input, publishedAt: known.publishedAt } }
        : piece,
    ];
  });
}

function tell({ report }: Run, { name, taken, input }: Piece, result: SaveResult): string[] {
  if (result.outcome === 'refused') {
    report.lose(name, result.reason ?? 'It was refused.');
    return [];
  }
  report.count(result.outcome);
  if (result.outcome !== 'taken down') {
    if (input.status === 'draft') report.draft(name, 'a draft');
    else if (input.publishedAt > new Date()) report.draft(name, 'scheduled: it appears by itself on its day');
  }
  if (result.outcome === 'created' || result.outcome === 'changed')
    for (const note of [...taken.notes, ...result.problems]) report.note(name, note);
  return result.cacheTags;
}

/** SQLSTATE 22 and 23: the data, not the connection or our own mistake. */
function isAboutData(error: unknown): boolean {
  const code =
    (error as { code?: unknown; cause?: { code?: unknown } }).code ??
    (error as { cause?: { code?: unknown } }).cause?.code;
  return typeof code === 'string' && /^(?:22|23|54)/.test(code);
}

const merged = (one: Record<string, number>, other: Record<string, number>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]),
  );

/** Counts as they will be once this batch is in. */
function countsWith(report: ImportReport, results: SaveResult[]): Record<string, number> {
  const more: Record<string, number> = {};
  for (const { outcome } of results)
    more[outcome === 'refused' ? 'lost' : outcome] = (more[outcome === 'refused' ? 'lost' : outcome] ?? 0) + 1;
  return merged(countsOf(report), more);
}

async function remember(tx: Transaction, run: Run, entries: number, counts: Record<string, number>): Promise<void> {
  await tx
    .update(imports)
    .set({ doneEntries: run.done + entries, counts: merged(run.before, counts), updatedAt: new Date() })
    .where(eq(imports.fingerprint, run.source.fingerprint));
}

async function endRun(run: Run, isWhole: boolean): Promise<void> {
  const { created, changed } = run.report.counts;
  await run.context.connection.db.transaction(async (tx) => {
    if (created + changed > 0 || run.hasChanged) await refreshTotals(tx);
    // A source that breaks off is read from its start next time: it may have been replaced by a whole one.
    await tx
      .update(imports)
      .set({
        isFinished: isWhole ? 1 : 0,
        ...(isWhole ? {} : { doneEntries: 0 }),
        counts: sql`${JSON.stringify(merged(run.before, countsOf(run.report)))}::jsonb`,
        updatedAt: new Date(),
      })
      .where(eq(imports.fingerprint, run.source.fingerprint));
  });
  if (created + changed > 0)
    await invalidatePages(run.context.connection, ['articles', 'feed', 'search', 'categories']);
  const lostBefore = (run.before.lost ?? 0) - run.report.counts.lost;
  if (lostBefore > 0)
    run.report.lose(
      run.source.name,
      `${lostBefore} entries were lost before the import was stopped; run it once more to see which.`,
    );
}

async function stop(run: Run): Promise<number> {
  const { created, changed } = run.report.counts;
  if (created + changed > 0) await run.context.connection.db.transaction(refreshTotals);
  run.report.finish();
  run.context.output.out(
    `Stopped after ${run.done} entries, which are safely in. Give the same command again to go on from there.`,
  );
  return 130;
}
