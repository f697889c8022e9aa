import type { Thing } from '../../ui/json-ld.tsx';
import { absolute, type Site } from '../../ui/site-context.ts';
import { person, publisherRef } from '../../ui/structured-data.ts';
import type { WebStory } from './webstories.contract.ts';

export function storyArticle(site: Site, story: WebStory, description: string): Thing {
  return {
    '@type': 'NewsArticle',
    headline: story.title,
    description,
    inLanguage: `${story.lang}-IN`,
    url: absolute(site, story.canonicalUrl),
    mainEntityOfPage: absolute(site, story.canonicalUrl),
    datePublished: story.publishedAt,
    dateModified: story.publishedAt,
    author: person(site, story.createdBy),
    publisher: publisherRef(site),
    image: [story.poster, ...story.pages.map((page) => page.imageUrl)]
      .flatMap((path) => (path ? [absolute(site, path)] : []))
      .slice(0, 3),
  };
}
