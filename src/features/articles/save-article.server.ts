import { and, eq, inArray, or } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { problemOfTranslation } from '../../database/translation-groups.server.ts';
import { articles, takedowns } from '../../database/schema.ts';
import { problem, type Problem } from '../../platform/wire/problem.ts';
import { MarkdownRefused, renderMarkdown } from '../../platform/markdown/render-markdown.server.ts';
import type { ArticleInput, SaveOptions, SaveResult } from './article-input.ts';
import { asEditorLeftIt } from './editors-act.ts';
import { hashPiece } from '../../platform/markdown/piece-hash.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { type Changing, isLiveArticle, isOnTheWeb, writeArticleRows } from './write-article-rows.server.ts';

/**
 * Upsert, idempotent by sourceKey and hash; about a dozen statements a batch, so pass 50 to 100 in a transaction.
 * Call refreshTotals after the last batch and invalidatePages after the commit.
 */
export async function saveArticles(tx: Queryable, inputs: ArticleInput[], options: SaveOptions): Promise<SaveResult[]> {
  const cleaned = inputs.map(storable);
  const keys = cleaned.map((input) => input.sourceKey);
  const givenIds = cleaned.flatMap((input) => (input.id === undefined ? [] : [input.id]));
  if (keys.length === 0) return [];
  const stored = await tx
    .select({
      id: articles.id,
      sourceKey: articles.sourceKey,
      sourceHash: articles.sourceHash,
      authorId: articles.authorId,
      createdAt: articles.createdAt,
      updatedAt: articles.updatedAt,
      isHeld: articles.isHeld,
      status: articles.status,
      publishedAt: articles.publishedAt,
    })
    .from(articles)
    .where(or(inArray(articles.sourceKey, keys), givenIds.length > 0 ? inArray(articles.id, givenIds) : undefined));
  const takenDown = await tx
    .select({ sourceKey: takedowns.sourceKey, entityId: takedowns.entityId, reason: takedowns.reason })
    .from(takedowns)
    .where(
      and(
        eq(takedowns.kind, 'article'),
        or(
          inArray(takedowns.sourceKey, keys),
          givenIds.length > 0 ? inArray(takedowns.entityId, givenIds.map(String)) : undefined,
        ),
      ),
    );
  const byKey = new Map(stored.map((row) => [row.sourceKey, row]));
  const byId = new Map(stored.map((row) => [row.id, row]));
  // A takedown is matched by id as well, since renaming the file changes the source key.
  const reasons = new Map(
    takenDown.flatMap((row) => [[row.sourceKey, row.reason] as const, [`#${row.entityId}`, row.reason] as const]),
  );

  const seen = new Set<string>();
  const changing: Changing[] = [];
  const results = cleaned.map((input): SaveResult => {
    const result: SaveResult = {
      outcome: 'unchanged',
      id: null,
      reason: null,
      problems: [],
      images: [],
      cacheTags: [],
    };
    const refuse = (reason: Problem) => Object.assign(result, { outcome: 'refused' as const, reason });
    const takedown = reasons.get(input.sourceKey) ?? (input.id === undefined ? undefined : reasons.get(`#${input.id}`));
    if (takedown !== undefined) return Object.assign(result, { outcome: 'taken down' as const });
    if (seen.has(input.sourceKey)) return refuse(problem('piece.sameKey', input.sourceKey));
    seen.add(input.sourceKey);
    if (!input.title.trim()) return refuse(problem('piece.noTitle'));

    const owner = input.id === undefined ? undefined : byId.get(input.id);
    const known =
      byKey.get(input.sourceKey) ??
      (owner && namespaceOf(owner.sourceKey) === namespaceOf(input.sourceKey) ? owner : undefined);
    if (!known && owner) return refuse(problem('piece.numberOf', input.id!, owner.sourceKey));
    if (known && input.id !== undefined && known.id !== input.id) {
      result.problems.push(
        `It keeps its number ${known.id}, because addresses have it; the number ${input.id} is not used.`,
      );
    }
    const hash = hashPiece(input, input.body, options);
    const editorsState = asEditorLeftIt(known, input);
    if (editorsState.conflict) result.problems.push(editorsState.conflict);
    result.id = known?.id ?? null;
    if (known?.sourceHash === hash.whole && known.sourceKey === input.sourceKey) return result;
    try {
      const rendered =
        options.rendered?.get(input.sourceKey) ?? renderMarkdown(input.body, { ...options, lang: input.lang });
      result.problems.push(...rendered.problems);
      if (!input.sources.every(isOnTheWeb))
        result.problems.push('A source without a full web address (http or https) is left out.');
      result.images = rendered.images;
      result.outcome = known ? 'changed' : 'created';
      changing.push({ input: { ...input, ...editorsState.publication }, hash, stored: known, rendered, result });
    } catch (error) {
      if (!(error instanceof MarkdownRefused)) throw error;
      refuse(error.problem);
    }
    return result;
  });
  const writable = await withoutWrongTranslations(tx, changing);
  if (writable.length > 0) await writeArticleRows(tx, writable, options);
  return results;
}

/** Refuses translations whose place in the group is taken. */
async function withoutWrongTranslations(tx: Queryable, changing: Changing[]): Promise<Changing[]> {
  const fitting: Changing[] = [];
  for (const piece of changing) {
    const { translationOf, lang, status } = piece.input;
    const placed = { id: piece.stored?.id ?? piece.input.id ?? null, lang, groupId: translationOf! };
    const reason =
      translationOf === undefined || status !== 'published'
        ? null
        : await problemOfTranslation(tx, articles, placed, isLiveArticle);
    if (reason === null) fitting.push(piece);
    else Object.assign(piece.result, { outcome: 'refused', reason });
  }
  return fitting;
}

const namespaceOf = (sourceKey: string) => sourceKey.slice(0, sourceKey.lastIndexOf(':'));
