import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardCover, CardMeta, CardSummary, CardTab, CardTitle } from './card-parts.tsx';
import { PutAside } from '../../schemes/put-aside-button.tsx';

export function CardMain({ item }: { item: FeedItem }) {
  const card = cardOf(item);
  return (
    <article className="card">
      <CardCover card={card} />
      <div className="body">
        <CardTab card={card} />
        <CardTitle card={card} />
        <CardSummary card={card} />
        <CardMeta card={card} />
      </div>
      <PutAside {...card} />
    </article>
  );
}
