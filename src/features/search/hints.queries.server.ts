import { inArray } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { comments, schemes } from '../../database/schema.ts';
import { listArticlesByIds } from '../articles/articles.queries.server.ts';
import { listQuestionsByIds } from '../communities/communities.queries.server.ts';
import { plainWordsOf } from '../communities/plain-words.ts';
import { dangersIn } from '../helplines/danger.server.ts';
import { findHelpline } from '../helplines/helplines.ts';
import { procedures } from '../letters/procedures.ts';
import { getErrand } from '../papers/errands.ts';
import { translated } from '../../messages/catalogue.ts';
import { letters as letterWords } from '../../messages/letters.ts';
import { listVideosByIds } from '../videos/videos.queries.server.ts';
import { addressOf, titleOf } from './errand-targets.ts';
import { type ErrandMatch, errandNames, namedIn } from './match-errands.server.ts';
import type { Hint } from './search.contract.ts';
import { searchIndex } from './search-index.server.ts';
import { cleanQuery } from './search-query.ts';
import { searchSteps } from './search-steps.server.ts';

const kinds = ['ARTICLE', 'VIDEO', 'QUESTION'] as const;
type Kind = (typeof kinds)[number];
const most = 5;
/** Of one kind, so that one article's translations or five like questions leave room for the others. */
const mostOfKind = 3;
/** Below this nothing is offered: measured on queries that a piece answers, and on others that nothing does. */
export const leastLikeness = 0.55;
const twoLines = 180;

/** What answers a question before it is asked, the likest first: nothing rather than what does not fit. */
export async function findHints(db: Database, query: string): Promise<Hint[]> {
  const text = cleanQuery(query);
  if (text === '') return [];
  const { found, likeness } = await db.transaction(async (tx) => {
    const steps = searchSteps(tx, db);
    const answer = await searchIndex(steps, {
      text,
      kinds: [...kinds],
      isRanked: true,
      isClose: true,
    });
    const close = Object.fromEntries(
      kinds.map((kind) => {
        const ids = answer.found[kind].ids.filter((id) => (answer.likeness[kind].get(id) ?? 0) >= leastLikeness);
        return [kind, { ...answer.found[kind], ids }];
      }),
    ) as typeof answer.found;
    return { found: await steps.onceInGroup(close, {}), likeness: answer.likeness };
  });
  const idsOf = (kind: Kind) => found[kind].ids.slice(0, mostOfKind);
  // The words may be those of a translation of the piece that is offered.
  const likenessOf = (kind: Kind, { id, translations }: { id: number; translations: { id: number }[] }) =>
    Math.max(...[id, ...translations.map((other) => other.id)].map((each) => likeness[kind].get(each) ?? 0));
  const articles = await listArticlesByIds(db, idsOf('ARTICLE'));
  const aboutSchemes = await schemesAmong(db, articles);
  const videos = await listVideosByIds(db, idsOf('VIDEO'));
  const questions = await listQuestionsByIds(db, idsOf('QUESTION'));
  const accepted = await acceptedWords(db, questions);
  // Of a danger to somebody the pieces about it speak, and the helplines above them.
  const named = dangersIn(text).length > 0 ? [] : namedIn(text, await errandNames(db));
  const hints: Hint[] = [
    ...articles.map((article) => ({
      kind: aboutSchemes.has(article.id) ? ('SCHEME' as const) : ('ARTICLE' as const),
      id: article.id,
      title: article.title,
      answer: inTwoLines(article.summary),
      canonicalUrl: article.canonicalUrl,
      likeness: likenessOf('ARTICLE', article),
    })),
    ...named.flatMap(hintOfNamed).slice(0, mostOfKind),
    ...videos.map((video) => ({
      kind: 'VIDEO' as const,
      id: video.id,
      title: video.title,
      answer: inTwoLines(video.description),
      canonicalUrl: video.canonicalUrl,
      likeness: likenessOf('VIDEO', video),
    })),
    ...questions.map(({ id, title, acceptedCommentId, canonicalUrl }) => ({
      kind: 'QUESTION' as const,
      id,
      title: title ?? '',
      answer: inTwoLines(accepted.get(acceptedCommentId) ?? ''),
      canonicalUrl,
      likeness: likeness.QUESTION.get(id)!,
    })),
  ];
  return hints.toSorted((one, other) => other.likeness - one.likeness).slice(0, most);
}

/** Nothing for a door, which answers no question. */
function hintOfNamed({ target, score }: ErrandMatch): Hint[] {
  const shown = { title: titleOf(target), canonicalUrl: addressOf(target), likeness: Math.min(1, score) };
  if ('papers' in target)
    return [
      { kind: 'PAPER', id: target.papers, answer: inTwoLines(translated(getErrand(target.papers).where)), ...shown },
    ];
  if ('letters' in target) {
    const answer = inTwoLines(translated(procedures[target.letters].about));
    return [{ kind: 'LETTER', id: target.letters, answer, ...shown, title: `${letterWords.door}: ${shown.title}` }];
  }
  if ('doors' in target) return [];
  return [{ kind: 'HELPLINE', id: target.helplines, answer: findHelpline(target.helplines)!.note, ...shown }];
}

/** Without breaks, cut between words. */
function inTwoLines(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= twoLines) return line;
  return `${line
    .slice(0, twoLines)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`;
}

async function schemesAmong(db: Queryable, articles: { id: number }[]): Promise<Set<number>> {
  if (articles.length === 0) return new Set();
  const ids = articles.map(({ id }) => id);
  const rows = await db.select({ id: schemes.articleId }).from(schemes).where(inArray(schemes.articleId, ids));
  return new Set(rows.map(({ id }) => id));
}

async function acceptedWords(
  db: Queryable,
  questions: { acceptedCommentId: number | null }[],
): Promise<Map<number | null, string>> {
  const ids = questions.flatMap(({ acceptedCommentId }) => acceptedCommentId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: comments.id, bodyHtml: comments.bodyHtml, isLive: comments.isLive })
    .from(comments)
    .where(inArray(comments.id, ids));
  return new Map(rows.flatMap(({ id, bodyHtml, isLive }) => (isLive ? [[id, plainWordsOf(bodyHtml)] as const] : [])));
}
