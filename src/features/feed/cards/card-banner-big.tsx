import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardCover, CardMeta, CardSummary, CardTab, CardTitle } from './card-parts.tsx';
import { PutAside } from '../../schemes/put-aside-button.tsx';

/** The lead: two columns wide, a night panel under a marigold line. */
export function CardBannerBig({ item }: { item: FeedItem }) {
  const card = cardOf(item);
  return (
    <article className="card lead two">
      <CardCover card={card} isFirst sizes="(min-width: 1200px) 50vw, 100vw" />
      <div className="panel">
        <CardTab card={card} />
        <CardTitle card={card} />
        <CardSummary card={card} />
        <CardMeta card={card} withMinutes />
      </div>
      <PutAside {...card} />
    </article>
  );
}
