import { createContext, use } from 'react';
import { t } from '../../../messages/messages.ts';
import { langOfPiece } from '../../../ui/format.ts';
import { keepTogether } from '../../../ui/keep-together.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LanguageLine } from '../../../ui/in-language.tsx';
import { useLook } from '../../categories/category-look.tsx';
import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardTab, CardTitle } from './card-parts.tsx';
import { SaveButton } from '../../schemes/save-button.tsx';

/** Opening text by article id: fills the card after the summary. */
export const OpeningsContext = createContext<Map<number, string>>(new Map());

type LinesOf = { text: string | undefined; lang: string | null; className?: string };
const Lines = ({ text, lang, className }: LinesOf) =>
  text ? (
    <p className={className} lang={langOfPiece(lang, text)}>
      {keepTogether(text)}
    </p>
  ) : null;

/** Text card without a picture, filled to its foot with lines of text. */
export function CardArticleFull({ item }: { item: FeedItem }) {
  const card = cardOf(item);
  const look = useLook(card.category?.id ?? 0);
  const opening = use(OpeningsContext).get(card.id);
  return (
    <article className="card leaf" data-dye={look.dye}>
      <div className="body">
        <CardTab card={card} />
        <CardTitle card={card} />
        <LanguageLine lang={card.lang} />
        <div className="rule">
          <Lines text={card.summary} lang={card.lang} />
          <Lines text={opening} lang={card.lang} className="soft" />
        </div>
        <span className="more" aria-hidden="true">
          {t.card.read} <Icon name="right" />
        </span>
      </div>
      <SaveButton {...card} />
    </article>
  );
}
