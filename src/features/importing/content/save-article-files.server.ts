import type { Transaction } from '../../../database/connect.server.ts';
import type { ArticleInput, SchemeInput } from '../../articles/article-input.ts';
import { saveArticles } from '../../articles/save-article.server.ts';
import { checkReasons } from '../../schemes/translated-rules.ts';
import { refusalOf } from '../refused-by-database.ts';
import type { ContentRun } from './content-run.ts';
import type { ContentFile } from './read-folder.server.ts';
import { type Outcome, mediaUrl, account, refusedOrThrow, guarded } from './save-in-batches.server.ts';
import { inRounds } from './renamed-files.ts';
import type { SchemeRecord } from './scheme-schema.ts';
import { contentKey } from './site-keys.server.ts';
import { originalId, originalKey } from './translation-files.ts';

export async function saveArticleFiles(run: ContentRun): Promise<void> {
  for (const files of inRounds(run.folder.files.articles, run.renamed.articles)) await saveRound(run, files);
}

async function saveRound(run: ContentRun, all: ContentFile<'articles'>[]): Promise<void> {
  const size = run.options.batchSize ?? 50;
  for (let start = 0; start < all.length; start += size) {
    run.options.signal?.throwIfAborted();
    const batch = all.slice(start, start + size);
    const results = await run.target.inTransaction((tx) =>
      guarded(tx, run, batch, (files) => saveTogether(tx, run, files)),
    );
    for (const [file, outcome] of results) {
      account(run, file.file, outcome, file.data);
      for (const problem of problemsOfReasons(run, file)) run.report.note(file.file, problem);
    }
  }
}

/** The whole batch in a dozen statements; one by one only where the database refuses something in it. */
async function saveTogether(tx: Transaction, run: ContentRun, batch: ContentFile<'articles'>[]): Promise<Outcome[]> {
  const inputs = batch.map((file) => articleInput(run, file));
  try {
    return await tx.transaction((all) => saveArticles(all, inputs, run.saving));
  } catch (error) {
    if (refusalOf(error) === null) throw error;
  }
  const results: Outcome[] = [];
  for (const input of inputs)
    results.push(
      await tx.transaction(async (one) => (await saveArticles(one, [input], run.saving))[0]!).catch(refusedOrThrow),
    );
  return results;
}

/** What is saved for an article's file. */
export function articleInput(run: ContentRun, { key, data, body }: ContentFile<'articles'>): ArticleInput {
  const { id: _, author, thumbnail, sample, scheme, ...rest } = data;
  return {
    ...rest,
    sourceKey: contentKey(key),
    id: run.keys.articles.get(key)!.id,
    translationOf: originalId(run.folder, run.keys, 'articles', key),
    body,
    author: { key: author, name: run.keys.authors.get(author)!.name },
    thumbnail: mediaUrl(thumbnail, 'articles') ?? undefined,
    scheme: scheme && schemeInput(withOriginalRules(run, key, scheme), data.lastCheckedAt),
    isSample: sample,
  };
}

/** A translated record without rules of its own has those of its original, cases included. */
function withOriginalRules({ folder }: ContentRun, key: string, scheme: SchemeRecord): SchemeRecord {
  const original = originalKey(folder, 'articles', key);
  if (scheme.rules || original === null || original === key) return scheme;
  const { rules, cases = scheme.cases } = folder.files.articles.get(original)?.data.scheme ?? {};
  return { ...scheme, rules, cases };
}

/** What `reasons` of a translated record lacks, and what it has in vain. */
function problemsOfReasons({ folder }: ContentRun, { key, data }: ContentFile<'articles'>): string[] {
  const { scheme } = data;
  if (!scheme) return [];
  const original = originalKey(folder, 'articles', key);
  if (original === key || scheme.rules)
    return scheme.reasons ? ['scheme.reasons: only a translation without rules of its own has them'] : [];
  const source = original === null ? undefined : folder.files.articles.get(original)?.data.scheme;
  return source?.rules ? checkReasons({ ...source, rules: source.rules }, scheme.reasons ?? {}) : [];
}

function schemeInput(
  { name, level, department, rules, cases, officialUrl, lastCheckedAt, ...own }: SchemeRecord,
  articleCheckedAt: string | undefined,
): SchemeInput {
  return {
    name,
    level: level === 'central' ? 'CENTRAL' : 'STATE',
    state: level === 'central' ? null : level,
    department: department ?? null,
    rules: rules ?? null,
    cases,
    officialUrl,
    lastCheckedOn: lastCheckedAt ?? articleCheckedAt ?? null,
    details: {
      forWhom: own.forWhom ?? null,
      benefits: own.benefits,
      eligibility: own.eligibility,
      exclusions: own.exclusions,
      documents: own.documents.map((text) => {
        const [paper, ...note] = text.split(/ [—–] /);
        return { name: paper!, note: note.length > 0 ? note.join(' — ') : null };
      }),
      fee: own.fee ? { amount: own.fee.amount, note: own.fee.note ?? null } : null,
      apply: { onlineUrl: own.apply?.online ?? null, offlineSteps: own.apply?.offline ?? [] },
      alsoCheck: own.alsoCheck,
      ...(own.reasons === undefined ? {} : { reasons: own.reasons }),
      ...(own.kind === undefined ? {} : { kind: own.kind }),
      ...(own.worth === undefined ? {} : { worth: own.worth }),
    },
  };
}
