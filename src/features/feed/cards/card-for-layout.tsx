import type { CardLayout, FeedItem } from '../feed.contract.ts';
import { CardArticleFull } from './card-article-full.tsx';
import { CardBannerBig } from './card-banner-big.tsx';
import { CardBannerSmall } from './card-banner-small.tsx';
import { CategoryTile } from './card-category-carousel.tsx';
import { CardHalf } from './card-half.tsx';
import { CardMain } from './card-main.tsx';
import { CardVideo } from './card-video.tsx';
import { CardWide } from './card-wide.tsx';

export function CardForLayout({ layout, item }: { layout: CardLayout; item: FeedItem }) {
  switch (layout) {
    case 'CardBannerBig':
      return <CardBannerBig item={item} />;
    case 'CardBannerSmall':
      return <CardBannerSmall item={item} />;
    case 'CardWide':
      return <CardWide item={item} />;
    case 'CardHalf':
      return <CardHalf item={item} />;
    case 'CardVideo':
      return <CardVideo item={item} />;
    case 'CardArticleFull':
      return <CardArticleFull item={item} />;
    case 'CardCategoryCarousel':
      return item.contentType === 'CATEGORY' ? <CategoryTile category={item} /> : <CardMain item={item} />;
    case 'CardMain':
      return <CardMain item={item} />;
  }
}
