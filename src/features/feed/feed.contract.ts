import { z } from 'zod';
import { oneOf } from '../../platform/wire/wire.ts';
import { articleSummary } from '../articles/articles.contract.ts';
import { category } from '../categories/categories.contract.ts';
import { video } from '../videos/videos.contract.ts';
import { webStory } from '../webstories/webstories.contract.ts';

export const cardLayouts = [
  'CardBannerBig',
  'CardBannerSmall',
  'CardMain',
  'CardWide',
  'CardHalf',
  'CardVideo',
  'CardArticleFull',
  'CardCategoryCarousel',
] as const;
export type CardLayout = (typeof cardLayouts)[number];

/** A web story among other pieces, without its pages. */
export const storySummary = webStory.omit({ pages: true }).extend({ contentType: z.literal('WEBSTORY') });
export type StorySummary = z.infer<typeof storySummary>;

export const feedItem = z.discriminatedUnion('contentType', [articleSummary, video, category, storySummary]);
export type FeedItem = z.infer<typeof feedItem>;

export const feedSection = z.object({
  title: z.string(),
  layout: z.enum(cardLayouts),
  canonicalUrl: z.string().nullable(),
  items: z.array(feedItem),
});
export type FeedSection = z.infer<typeof feedSection>;

export const feedPage = oneOf(z.object({ sections: z.array(feedSection) }));
