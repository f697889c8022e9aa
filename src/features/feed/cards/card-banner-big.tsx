import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardCover, CardMeta, CardSummary, CardTab, CardTitle } from './card-parts.tsx';
import { SaveButton } from '../../schemes/save-button.tsx';

/** Lead card: two columns wide, dark panel with a marigold rule. */
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
      <SaveButton {...card} />
    </article>
  );
}
