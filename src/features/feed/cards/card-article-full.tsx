import { createContext, use } from 'react';
import { t } from '../../../messages/messages.ts';
import { keepTogether, langOf } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useLook } from '../../categories/category-look.tsx';
import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardTab, CardTitle } from './card-parts.tsx';
import { PutAside } from '../../schemes/put-aside-button.tsx';

/** How articles begin, by id: what a leaf goes on with after the summary. */
export const OpeningsContext = createContext<Map<number, string>>(new Map());

const Lines = ({ text, className }: { text: string | undefined; className?: string }) =>
  text ? (
    <p className={className} lang={langOf(text)}>
      {keepTogether(text)}
    </p>
  ) : null;

/** Text first, no picture: a ledger leaf, written and ruled to its foot. */
export function CardArticleFull({ item }: { item: FeedItem }) {
  const card = cardOf(item);
  const look = useLook(card.category?.id ?? 0);
  const opening = use(OpeningsContext).get(card.id);
  return (
    <article className="card leaf" data-dye={look.dye}>
      <div className="body">
        <CardTab card={card} />
        <CardTitle card={card} />
        <div className="rule">
          <Lines text={card.summary} />
          <Lines text={opening} className="soft" />
        </div>
        <span className="more" aria-hidden="true">
          {t.card.read} <Icon name="right" />
        </span>
      </div>
      <PutAside {...card} />
    </article>
  );
}
