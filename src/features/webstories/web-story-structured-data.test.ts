import { expect, it } from 'vitest';
import type { Site } from '../../ui/site-context.ts';
import { storyArticle } from './web-story-structured-data.ts';
import type { WebStory } from './webstories.contract.ts';

it('a story names its own language', () => {
  const story = {
    lang: 'hi',
    canonicalUrl: '/hi/webstory/a',
    pages: [],
    poster: null,
    createdBy: { name: 'Ravi', canonicalUrl: '/a' },
  };
  const site = { origin: 'https://nagrik.example' } as Site;
  expect(storyArticle(site, story as unknown as WebStory, '')).toMatchObject({ inLanguage: 'hi-IN' });
});
