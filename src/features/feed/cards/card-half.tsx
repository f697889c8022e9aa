import { InLanguage, LanguageLine } from '../../../ui/in-language.tsx';
import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardCover, CardDate, CardTitle } from './card-parts.tsx';
import { SaveButton } from '../../schemes/save-button.tsx';

/** Half width on a phone, without a border. */
export function CardHalf({ item }: { item: FeedItem }) {
  const card = cardOf(item);
  return (
    <article className="card half">
      <CardCover card={card} shape="square" />
      <CardTitle card={card} />
      {card.publishedAt ? (
        <p className="meta">
          <InLanguage lang={card.lang} />
          <CardDate card={card} />
        </p>
      ) : (
        <LanguageLine lang={card.lang} />
      )}
      <SaveButton {...card} />
    </article>
  );
}
