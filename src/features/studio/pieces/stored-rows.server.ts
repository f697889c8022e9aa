import { articles, authors, categories, ctas, knownScams, tags, videos, webstories } from '../../../database/schema.ts';

/** The two parts of the feed have no number of their own: the studio counts them. */
export const feedParts = { home: 1, rail: 2 } as const;

export const tables = { articles, videos, webstories, categories, tags, authors, ctas, scams: knownScams } as const;
