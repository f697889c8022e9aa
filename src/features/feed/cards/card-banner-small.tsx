import { langOfPiece } from '../../../ui/format.ts';
import { keepTogether } from '../../../ui/keep-together.ts';
import { Icon } from '../../../ui/icon.tsx';
import { InLanguage } from '../../../ui/in-language.tsx';
import { useLook } from '../../categories/category-look.tsx';
import { SaveButton } from '../../schemes/save-button.tsx';
import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';

/** Notice in the form of a coupon with a stub. */
export function CardBannerSmall({ item }: { item: FeedItem }) {
  const card = cardOf(item);
  const look = useLook(card.category?.id ?? 0);
  return (
    <article className="card slip" data-dye={look.dye}>
      <span className="stub">
        <Icon name={look.icon} />
      </span>
      <h3 lang={langOfPiece(card.lang, card.title)}>
        <a className="clip" href={card.href}>
          {keepTogether(card.title)}
        </a>
      </h3>
      <InLanguage lang={card.lang} />
      <SaveButton {...card} />
      <Icon name="right" />
    </article>
  );
}
