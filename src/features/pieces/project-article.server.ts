import { sourceKeyOf } from '../../platform/wire/piece-key.ts';
import type { Transaction } from '../../database/connect.server.ts';
import type { ArticleInput, SchemeInput } from '../articles/article-input.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import { mediaUrl, originalId, type PieceFile, type Projected, type Projection } from './projection.ts';
import type { SchemeRecord } from './scheme-record.ts';

/** One outcome for each file. */
export const projectArticles = (
  tx: Transaction,
  projection: Projection,
  files: PieceFile<'articles'>[],
): Promise<Projected[]> =>
  saveArticles(
    tx,
    files.map((file) => articleInput(projection, file)),
    projection.saving,
  );

function articleInput(projection: Projection, { key, data, body }: PieceFile<'articles'>): ArticleInput {
  const { keys } = projection;
  const { id: _, author, thumbnail, sample, scheme, ...rest } = data;
  return {
    ...rest,
    sourceKey: sourceKeyOf(key),
    id: keys.articles.get(key)!.id,
    translationOf: originalId(projection, 'articles', key),
    body,
    author: { key: author, name: keys.authors.get(author)!.name },
    thumbnail: mediaUrl(thumbnail, 'articles') ?? undefined,
    scheme: scheme && schemeInput(scheme, data.lastCheckedAt),
    isSample: sample,
  };
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
      ...(own.intake === undefined ? {} : { intake: own.intake }),
    },
  };
}
