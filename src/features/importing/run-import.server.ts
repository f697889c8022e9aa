import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { articles, imports } from '../../database/schema.ts';
import { undatedAt } from '../../platform/undated.ts';
import { invalidatePages } from '../../platform/page-cache.server.ts';
import { MarkdownRefused, renderMarkdown, type Rendered } from '../../platform/markdown/render-markdown.server.ts';
import type { ArticleInput, SaveResult } from '../articles/article-input.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import { adoptFormerPieces, hasFormerPieces } from './adopt-former-pieces.server.ts';
import { refuseAnothersName } from './same-source.server.ts';
import type { CommandContext } from '../../platform/command.ts';
import { NotTaken, SourceBroken, type Converted, type ImportEntry, type ImportSource } from './import-source.ts';
import { createImageStore, listImages, type ImageStore } from './imported-images.server.ts';
import { refusalOf } from './refused-by-database.ts';
import { refreshTotals } from '../publishing/refresh-totals.server.ts';
import { type ImportConflict, keepImported } from '../studio/keep-imported.server.ts';
import { countsOf, createReport, type ImportReport } from './report.ts';
import { beginImportRun, endImportRun, type HeldRun, holdImportRun, keepRunAlive } from './runs/import-runs.server.ts';
import { recorderOf } from './runs/record-pieces.server.ts';

type Taken = Extract<Converted, { kind: 'article' }>;
type Piece = { name: string; taken: Taken; input: ArticleInput };
type Stored = SaveResult | ImportConflict;
type Listed = { url: string; alt: string; sourceKey: string };
/** A batch prepared without the database, and what to report once it is committed. */
type Prepared = {
  entries: number;
  pieces: Piece[];
  listed: Listed[];
  rendered: Map<string, Rendered>;
  tellings: (() => void)[];
};
export type RunOptions = {
  fetchImages: boolean;
  mediaFolder?: string | undefined;
  date?: Date | undefined;
  /** A user's id; else the system. */
  startedBy?: string | undefined;
};
type Run = {
  held: HeldRun;
  source: ImportSource;
  context: CommandContext;
  report: ImportReport;
  images: ImageStore;
  /** Entries committed by earlier runs, and their counts. */
  done: number;
  before: Record<string, number>;
  /** For pieces without a date: the value of --date, else undated. */
  date: Date;
  hasChanged: boolean;
  /** Pieces adopted from keys without a source's name. */
  adopted: number;
  /** Whether the last batch was mostly new: then rendering the next one ahead pays off. */
  isFresh: boolean;
};

/**
 * Imports a source in batches. Batch and position are one transaction, so a killed import resumes and a finished one is
 * idempotent. @returns 0, 1 when something was lost, 130 when it was interrupted
 */
export async function runImport(source: ImportSource, context: CommandContext, options: RunOptions): Promise<number> {
  const { db } = context.connection;
  await refuseAnothersName(db, source);
  const report = createReport(source.name, context.output);
  const run = await beginRun(source, context, report, options);
  const stopHeartbeat = keepRunAlive(db, run.held);
  try {
    return await takeEntries(run);
  } catch (error) {
    await endImportRun(db, run.held, 'failed', { report: report.parts() }).catch(() => {});
    throw error;
  } finally {
    stopHeartbeat();
  }
}

async function takeEntries(run: Run): Promise<number> {
  const { source, context, report } = run;
  const size = context.isInsideServer ? 10 : 50;
  let batch: ImportEntry[] = [];
  const alreadyIn = run.done;
  let position = 0;
  let isWhole = true;
  // Pipelining: the next batch is read and rendered while the database writes this one.
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
        // Losses of the earlier run are reported again: a killed run printed no report.
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
  if (run.adopted > 0)
    context.output.out(
      `${run.adopted} of its pieces were here from before imports had names; they belong to "${source.site}" now.`,
    );
  for (const remark of source.remarks?.() ?? []) context.output.out(remark);
  return report.finish();
}

async function beginRun(
  source: ImportSource,
  context: CommandContext,
  report: ImportReport,
  options: RunOptions,
): Promise<Run> {
  const { db } = context.connection;
  const [known] = await db.select().from(imports).where(eq(imports.fingerprint, source.fingerprint));
  const isGoingOn = known !== undefined && known.isFinished === 0 && known.doneEntries > 0;
  const done = isGoingOn ? known.doneEntries : 0;
  const before = isGoingOn ? known.counts : {};
  // With other settings the same source starts over: earlier positions are void.
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
  const held = await beginImportRun(db, source, { isGoingOn, startedBy: options.startedBy ?? 'system' });
  return {
    held,
    source,
    context,
    report,
    done,
    before,
    date: options.date ?? undatedAt,
    hasChanged: isGoingOn,
    isFresh: true,
    adopted: 0,
    images: await createImageStore(context, { fetches: options.fetchImages, folder: options.mediaFolder }, report),
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
        const { author, ...article } = converted.article;
        const input = {
          ...article,
          author: { ...author, key: authorKey(source, author.key) },
          publishedAt: article.publishedAt ?? run.date,
        };
        prepared.pieces.push({ name, taken: converted, input });
        if (run.isFresh) renderAhead(input, prepared.rendered, converted.images.length > 0);
      } else if (converted.isLoss) prepared.tellings.push(() => report.lose(name, converted.reason));
      else {
        prepared.tellings.push(() => report.skip(name, converted.reason));
        prepared.listed.push(
          ...(converted.images ?? []).map((image) => ({
            ...image,
            sourceKey: `${source.format}:${source.site}:media`,
          })),
        );
      }
    } catch (error) {
      if (error instanceof SourceBroken || error instanceof NotTaken) throw error;
      prepared.tellings.push(() => report.lose(name, (error as Error).message));
    }
  }
  return prepared;
}

/** Namespaced by source: two sites each have an `admin`. */
const authorKey = ({ format, site }: ImportSource, key: string) => `${format}:${site}:${key}`;

/** Bodies with images need sizes from the database, so these are rendered when saved. */
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
  run.adopted += await adopt(run, prepared.pieces);
  const kept = await withoutLesserCopies(run, prepared.pieces);
  const listed = [
    ...prepared.listed,
    ...kept.flatMap(({ taken, input }) => taken.images.map((image) => ({ ...image, sourceKey: input.sourceKey }))),
  ];
  const inputs = await images.place(
    kept.map(({ input, taken }) => ({ input, images: taken.images, thumbnailUrl: taken.thumbnailUrl })),
  );
  const ready = kept.map((piece, index) => ({ ...piece, input: inputs[index]! }));

  const save = async (tx: Transaction, some: Piece[]) =>
    keepImported(
      tx,
      some.map(({ input }) => input),
      async (inner, articleInputs) => {
        const { beforeWrite, record } = recorderOf(run.held);
        const results = await saveArticles(inner, articleInputs, {
          mode: 'imported',
          imageSize: images.sizeOf,
          rendered: prepared.rendered,
          beforeWrite,
        });
        await record(
          inner,
          articleInputs.map(({ sourceKey }, index) => ({ sourceKey, result: results[index]! })),
        );
        return results;
      },
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
    if (refusalOf(error) === null) throw error;
    // Falls back to one entry at a time, so that a refused one does not roll back the batch.
    for (const piece of ready) {
      try {
        const [result] = await context.connection.db.transaction((tx) => save(tx, [piece]));
        tags.push(...tell(run, piece, result!));
      } catch (inner) {
        const refusal = refusalOf(inner);
        if (refusal === null) throw inner;
        report.lose(piece.name, refusal);
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

async function adopt(run: Run, pieces: Piece[]): Promise<number> {
  const { db } = run.context.connection;
  const former = pieces.filter(({ taken, input }) => taken.formerKey !== input.sourceKey);
  if (
    !(await hasFormerPieces(
      db,
      former.map(({ taken }) => taken.formerKey),
    ))
  )
    return 0;
  return db.transaction((tx) =>
    adoptFormerPieces(
      tx,
      former.map(({ taken: { formerKey, article }, input }) => ({
        formerKey,
        sourceKey: input.sourceKey,
        title: input.title,
        oldPaths: input.oldPaths,
        author: { formerKey: article.author.key, key: input.author.key },
      })),
    ),
  );
}

/** A less complete copy never replaces a fuller one. */
async function withoutLesserCopies(run: Run, pieces: Piece[]): Promise<Piece[]> {
  const keys = pieces.filter(({ taken }) => taken.isLesser).map(({ input }) => input.sourceKey);
  if (keys.length === 0) return pieces;
  const stored = await run.context.connection.db
    .select({ sourceKey: articles.sourceKey, sources: articles.sources })
    .from(articles)
    .where(inArray(articles.sourceKey, keys));
  const byKey = new Map(stored.map((row) => [row.sourceKey, row]));
  return pieces.filter(({ name, taken, input }) => {
    const known = byKey.get(input.sourceKey);
    if (!taken.isLesser || !known || known.sources[0]?.url === input.sources[0]?.url) return true;
    run.report.skip(name, 'a fuller text of the same is there already');
    return false;
  });
}

function tell({ report }: Run, { name, taken, input }: Piece, result: Stored): string[] {
  if (result.outcome === 'conflict') {
    report.conflict(name, result.reason, result.differences);
    return [];
  }
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

const merged = (one: Record<string, number>, other: Record<string, number>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]),
  );

/** Totals including this batch, stored in its own transaction. */
function countsWith(report: ImportReport, results: Stored[]): Record<string, number> {
  const more: Record<string, number> = {};
  for (const { outcome } of results)
    more[outcome === 'refused' ? 'lost' : outcome] = (more[outcome === 'refused' ? 'lost' : outcome] ?? 0) + 1;
  return merged(countsOf(report), more);
}

async function remember(tx: Transaction, run: Run, entries: number, added: Record<string, number>): Promise<void> {
  const counts = merged(run.before, added);
  await holdImportRun(tx, run.held, { counts });
  await tx
    .update(imports)
    .set({ doneEntries: run.done + entries, counts, updatedAt: new Date() })
    .where(eq(imports.fingerprint, run.source.fingerprint));
}

async function endRun(run: Run, isWhole: boolean): Promise<void> {
  const { created, changed } = run.report.counts;
  await run.context.connection.db.transaction(async (tx) => {
    if (created + changed > 0 || run.hasChanged) await refreshTotals(tx);
    // A truncated source starts over next time, since a complete file may have replaced it.
    await tx
      .update(imports)
      .set({
        isFinished: isWhole ? 1 : 0,
        ...(isWhole ? {} : { doneEntries: 0 }),
        counts: sql`${JSON.stringify(merged(run.before, countsOf(run.report)))}::jsonb`,
        updatedAt: new Date(),
      })
      .where(eq(imports.fingerprint, run.source.fingerprint));
    await endImportRun(tx, run.held, 'finished', {
      counts: merged(run.before, countsOf(run.report)),
      report: run.report.parts(),
    });
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
  await endImportRun(run.context.connection.db, run.held, 'stopped', { report: run.report.parts() });
  run.report.finish();
  run.context.output.out(
    `Stopped after ${run.done} entries, which are safely in. Give the same command again to go on from there.`,
  );
  return 130;
}
