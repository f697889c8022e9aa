import { inArray } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { articles } from '../../database/schema.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { MarkdownRefused } from '../../platform/markdown/render-markdown.server.ts';
import { problemOfTranslation } from '../../database/translation-groups.server.ts';
import type { ArticleInput, SaveResult } from '../articles/article-input.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import { isLiveArticle } from '../articles/write-article-rows.server.ts';
import { type ImportConflict, keepImported } from './keep-imported.server.ts';
import type { Size } from '../studio/pieces/piece-text.ts';
import { mediaOf } from '../studio/pieces/projection-of-revision.server.ts';
import type { LostMedia } from '../pieces/from-html/lost-files.ts';
import type { Run } from './import-run.ts';
import { lostFiles } from '../pieces/from-html/lost-files.ts';
import type { Piece, Prepared } from './prepare-batch.server.ts';
import { refusalOf } from '../pieces/refused-by-database.server.ts';
import { adoptTakedowns, holdName, keepSourceIds, refuseOthersPieces } from './same-source.server.ts';
import { recorderOf } from './runs/record-pieces.server.ts';
import { problem } from '../../platform/wire/problem.ts';

type Stored = SaveResult | ImportConflict;
type Placed = Piece & { lost: LostMedia[] };

export async function storeBatch(run: Run, prepared: Prepared): Promise<void> {
  const { report, images, context } = run;
  for (const notice of prepared.notices) notice();
  const pieces = await withoutLesserCopies(run, prepared.pieces);
  const placed = await images.place(
    pieces.map(({ input, taken }) => ({ input, images: taken.images, thumbnailUrl: taken.thumbnailUrl })),
  );
  const ready = await renderedInWorker(
    run,
    pieces.map((piece, index) => ({ ...piece, ...placed[index]! })),
    prepared.rendered,
  );

  const save = async (tx: Transaction, some: Piece[]) => {
    await holdName(tx, run.source);
    const allTaken = some.map(({ taken }) => taken);
    await adoptTakedowns(tx, run.source, allTaken);
    const refused = await refuseOthersPieces(tx, run.source, allTaken);
    const own = some.filter(({ input }) => !refused.has(input.sourceKey));
    const originals = new Map(own.map(({ taken, input }) => [input.sourceKey, taken.translationOf ?? '']));
    const recorder = run.held ? recorderOf(run.held) : undefined;
    const saveAll: Parameters<typeof keepImported>[2] = (inner, articleInputs) => {
      return saveArticles(inner, articleInputs, {
        mode: 'imported',
        imageSize: images.sizeOf,
        rendered: prepared.rendered,
        beforeWrite: (writing, ids) => recorder?.remember(writing, 'articles', ids) ?? Promise.resolve(),
      });
    };
    const savePieces = (inputs: ArticleInput[]) => keepImported(tx, inputs, saveAll, { originals, recorder });
    const isTranslation = ({ taken }: Piece) => taken.translationOf !== undefined;
    const [translations, others] = [own.filter(isTranslation), own.filter((piece) => !isTranslation(piece))];
    const saved = await savePieces(others.map(({ input }) => input));
    if (translations.length > 0) saved.push(...(await savePieces(await linked(tx, translations))));
    await keepSourceIds(
      tx,
      own.map(({ taken }) => taken),
    );
    const results = new Map([...others, ...translations].map((piece, index) => [piece, saved[index]!]));
    return some.map((piece): Stored => results.get(piece) ?? refused.get(piece.input.sourceKey)!);
  };
  const tags: string[] = [];
  try {
    const results = await commitUnlessDry(run, (tx) => save(tx, ready));
    run.isFresh =
      results.filter(({ outcome }) => outcome === 'created' || outcome === 'changed').length * 2 > results.length;
    for (const [index, result] of results.entries()) tags.push(...reportResult(run, ready[index]!, result));
  } catch (error) {
    if (refusalOf(error) === null) throw error;
    // Falls back to one entry at a time, so that a refused one does not roll back the batch.
    for (const piece of ready) {
      try {
        const [result] = await commitUnlessDry(run, (tx) => save(tx, [piece]));
        tags.push(...reportResult(run, piece, result!));
      } catch (inner) {
        const refusal = refusalOf(inner);
        if (refusal === null) throw inner;
        report.lose(piece.name, refusal);
      }
    }
  }
  if (run.held && tags.length > 0) await invalidatePages(context.connection, tags);
}

/** With the number of the original where that is here and its place in their group is free. */
async function linked(tx: Transaction, pieces: Piece[]): Promise<ArticleInput[]> {
  const keys = pieces.flatMap(({ taken, input }) => [taken.translationOf!, input.sourceKey]);
  const { id, sourceKey, groupId } = articles;
  const rows = await tx.select({ id, sourceKey, groupId }).from(articles).where(inArray(sourceKey, keys));
  const byKey = new Map(rows.map((row) => [row.sourceKey, row]));
  const inputs: ArticleInput[] = [];
  for (const { taken, input } of pieces) {
    const original = byKey.get(taken.translationOf!);
    const group = original && (original.groupId ?? original.id);
    const place = { id: byKey.get(input.sourceKey)?.id ?? null, lang: input.lang, groupId: group! };
    const isFree = group !== undefined && (await problemOfTranslation(tx, articles, place, isLiveArticle)) === null;
    inputs.push(isFree ? { ...input, translationOf: group } : input);
  }
  return inputs;
}

/** Before the transaction, which would wait for the worker. @returns the pieces that could be rendered or were refused */
async function renderedInWorker({ source, images, report }: Run, pieces: Placed[], into: Prepared['rendered']) {
  if (!source.render) return pieces;
  const ready: Placed[] = [];
  for (const piece of pieces) {
    const { body, lang, sourceKey } = piece.input;
    const sizes = mediaOf({ fields: {}, body }).flatMap((path): [string, Size][] => {
      const size = images.sizeOf(path);
      return size ? [[path, size]] : [];
    });
    try {
      into.set(sourceKey, await source.render({ body, lang, links: [], sizes }));
      ready.push(piece);
    } catch (error) {
      // Saving refuses it, with its own words.
      if (error instanceof MarkdownRefused) ready.push(piece);
      else report.lose(piece.name, (error as Error).message);
    }
  }
  return ready;
}

/** A transaction, which a dry run takes back. */
async function commitUnlessDry<Result>(
  { held, context: { connection } }: Run,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (held) return connection.db.transaction(work);
  const takenBack = new Error('A dry run.');
  let done: { result: Result } | undefined;
  try {
    await connection.db.transaction(async (tx) => {
      done = { result: await work(tx) };
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  return done!.result;
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

function reportResult({ report, held, hosts }: Run, { name, taken, input, lost }: Placed, result: Stored): string[] {
  if (result.outcome === 'conflict') {
    report.conflict(name, result.reason, result.differences);
    return [];
  }
  if (result.outcome === 'refused') {
    report.lose(name, result.reason ?? problem('piece.refused'));
    return [];
  }
  report.count(result.outcome);
  if (result.outcome === 'taken down') return result.cacheTags;
  // Of a dry run nothing stays to which a link could lead.
  const piece = { title: input.title, ...(held && result.id !== null ? { id: result.id } : {}) };
  const named = { ...piece, ...(name === `"${input.title}"` ? {} : { about: name }) };
  if (input.status === 'draft') report.draft(named, 'a draft');
  else if (input.publishedAt > new Date()) report.draft(named, 'scheduled: it appears by itself on its day');
  if (result.outcome === 'created' || result.outcome === 'changed')
    for (const note of [...taken.notes, ...result.problems]) report.note(named, note);
  const missing = [...(taken.lost ?? []), ...lost, ...unlistedPictures(taken, result), ...lostFiles(input.body, hosts)];
  const seen = new Set<string>();
  for (const { loss, address } of missing) {
    if (seen.has(address)) continue;
    seen.add(address);
    report.loseMedia({ ...piece, about: address }, loss);
  }
  return result.cacheTags;
}

/** What readers do not see as a picture, beside those that the converter has listed. */
function unlistedPictures(taken: Piece['taken'], { images }: SaveResult): LostMedia[] {
  const listed = new Set(taken.images.map(({ url }) => url));
  return images.flatMap(({ url }): LostMedia[] => {
    const address = URL.parse(url)?.href;
    if (address === undefined) return [{ loss: 'picture_gone', address: url }];
    return listed.has(address) ? [] : [{ loss: 'picture_there', address }];
  });
}
