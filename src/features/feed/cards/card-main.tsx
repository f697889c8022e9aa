import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardCover, CardMeta, CardSummary, CardTab, CardTitle } from './card-parts.tsx';
import { SaveButton } from '../../schemes/save-button.tsx';

export function CardMain({ item }: { item: FeedItem }) {
  const card = cardOf(item);
  return (
    <article className="card main">
      <CardCover card={card} />
      <div className="body">
        <CardTab card={card} />
        <CardTitle card={card} />
        <CardSummary card={card} />
        <CardMeta card={card} />
      </div>
      <SaveButton {...card} />
    </article>
  );
}
