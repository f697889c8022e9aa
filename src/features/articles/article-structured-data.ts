import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Thing } from '../../ui/json-ld.tsx';
import { absolute, type Site } from '../../ui/site-context.ts';
import { person, publisherRef } from '../../ui/structured-data.ts';
import type { ArticleSummary } from './articles.contract.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

const latest = (...moments: (string | null)[]) =>
  moments
    .filter((moment) => moment !== null)
    .sort()
    .at(-1) ?? null;

/** dateModified: the last change of the text, never before datePublished. Null for undated pieces. */
export const modifiedAt = (article: Pick<ArticleSummary, 'publishedAt' | 'updatedAt'>) =>
  latest(article.publishedAt, article.updatedAt);

/** Share image of a piece, drawn or cropped to 1200 × 675 by share-pictures.server.ts. */
export const sharePicture = (kind: 'article' | 'video', id: number, alt: string) => ({
  path: `/og/${kind}-${id}.jpg`,
  width: 1200,
  height: 675,
  alt,
});

export function newsArticle(
  site: Site,
  article: ArticleSummary,
  more: { lang: PieceLanguage; corrections: { date: string; text: string }[] },
): Thing {
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    inLanguage: `${more.lang}-IN`,
    url: absolute(site, article.canonicalUrl),
    mainEntityOfPage: absolute(site, article.canonicalUrl),
    datePublished: article.publishedAt ?? undefined,
    dateModified: modifiedAt(article) ?? undefined,
    author: person(site, article.createdBy),
    publisher: publisherRef(site),
    image: [absolute(site, sharePicture('article', article.id, '').path)],
    articleSection: article.categories.map((category) => category.displayName),
    keywords: article.tags.map((tag) => tag.displayName).join(', '),
    citation: article.sources.map((source) => source.url),
    isAccessibleForFree: true,
    correction: more.corrections.map(({ date, text }) => ({
      '@type': 'CorrectionComment',
      text,
      datePublished: dayInIndia(date),
    })),
  };
}
