import type { Listing } from '../../platform/wire/wire.ts';
import type { ArticleSummary } from '../articles/articles.contract.ts';
import type { Category } from '../categories/categories.contract.ts';
import type { CategoryChoice } from '../categories/category-chips.tsx';
import type { Question } from '../communities/communities.contract.ts';
import type { ListingKind } from '../feed/listing-body.tsx';
import type { NamedHelpline } from '../helplines/helplines.ts';
import type { StoryCard } from '../webstories/story-row.tsx';
import type { WithHighlight } from './search-listing.ts';
import type { Video } from '../videos/videos.contract.ts';

/** `highlight`: HTML whose only tag is `<mark>`. */
export type ArticleHit = WithHighlight<ArticleSummary>;
export type VideoHit = WithHighlight<Video>;
export type QuestionHit = WithHighlight<Question>;

export type SearchModel = {
  query: string;
  kind: ListingKind;
  categoryId: number | null;
  /** Category filters on offer. */
  filters: CategoryChoice[];
  /** 'applied': the hits are for `text`; 'offered': the hits are for the query as typed. */
  correction: { text: string; how: 'applied' | 'offered' } | null;
  /** The hits have only the less telling words of the query: none is about it. */
  isFar: boolean;
  /** The State that the query names, where no scheme of it is here. */
  stateWithout: string | null;
  /** Hits of each kind, whichever kind is shown. */
  counts: { articles: number; videos: number; stories: number; isCapped: boolean };
  /** To be called now: the query speaks of danger. */
  helplines: NamedHelpline[];
  /** The best web stories, where all kinds are shown. */
  stories: StoryCard[];
  /** null where the kind is not shown. */
  articles: Listing<ArticleHit> | null;
  videos: Listing<VideoHit> | null;
  /** null where they were not searched. */
  questions: Listing<QuestionHit> | null;
  /** Related queries that have hits. */
  close: string[];
  /** Top categories, for the empty and the no-hits page. */
  categories: Pick<Category, 'id' | 'displayName' | 'canonicalUrl'>[];
};
