import type { Listing } from '../../platform/wire.ts';
import type { ArticleSummary } from '../articles/articles.contract.ts';
import type { Category } from '../categories/categories.contract.ts';
import type { CategoryChoice } from '../categories/category-chips.tsx';
import type { ListingKind } from '../feed/listing-body.tsx';
import type { Video } from '../videos/videos.contract.ts';

/** `highlight` is HTML with nothing but `<mark>`. */
export type ArticleHit = ArticleSummary & { highlight: string | null };
export type VideoHit = Video & { highlight: string | null };

export type SearchModel = {
  query: string;
  kind: ListingKind;
  categoryId: number | null;
  /** Categories to narrow by. */
  filters: CategoryChoice[];
  /** 'applied': the hits are for `text`; 'offered': they are for the query as typed. */
  correction: { text: string; how: 'applied' | 'offered' } | null;
  /** How many of each kind the query finds, whatever kind is shown. */
  counts: { articles: number; videos: number; isCapped: boolean };
  /** null where the kind is not shown. */
  articles: Listing<ArticleHit> | null;
  videos: Listing<VideoHit> | null;
  /** Other searches that would find something. */
  close: string[];
  /** Ways on when nothing is found or asked: the top categories. */
  categories: Pick<Category, 'id' | 'displayName' | 'canonicalUrl'>[];
};
