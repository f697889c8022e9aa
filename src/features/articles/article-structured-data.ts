import { isoDay } from '../../ui/format.ts';
import type { Thing } from '../../ui/json-ld.tsx';
import { absolute, type Site } from '../../ui/site-context.ts';
import { person, publisherRef } from '../../ui/structured-data.ts';
import type { ArticleSummary } from './articles.contract.ts';

const latest = (...moments: (string | null)[]) =>
  moments
    .filter((moment) => moment !== null)
    .sort()
    .at(-1) as string;

/** When the words were last changed; never before they were published. */
export const modifiedAt = (article: Pick<ArticleSummary, 'publishedAt' | 'updatedAt'>) =>
  latest(article.publishedAt, article.updatedAt);

/** The picture of a piece that is shared: drawn or cut to 1200 by 675 by share-pictures.server.ts. */
export const sharePicture = (kind: 'article' | 'video', id: number, alt: string) => ({
  path: `/og/${kind}-${id}.jpg`,
  width: 1200,
  height: 675,
  alt,
});

export function newsArticle(
  site: Site,
  article: ArticleSummary,
  more: { lang: 'en' | 'hi'; corrections: { date: string; text: string }[] },
): Thing {
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    inLanguage: `${more.lang}-IN`,
    url: absolute(site, article.canonicalUrl),
    mainEntityOfPage: absolute(site, article.canonicalUrl),
    datePublished: article.publishedAt,
    dateModified: modifiedAt(article),
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
      datePublished: isoDay(date),
    })),
  };
}
