import type { ReactNode } from 'react';
import { t } from '../../../messages/messages.ts';
import { formatDuration, langOf, langOfPiece } from '../../../ui/format.ts';
import { keepTogether } from '../../../ui/keep-together.ts';
import { Icon } from '../../../ui/icon.tsx';
import { InLanguage } from '../../../ui/in-language.tsx';
import { CategoryTab } from '../../categories/category-tab.tsx';
import { Cover } from '../../categories/cover.tsx';
import type { CardData } from './card-data.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';

type Of = { card: CardData };

/** The card's only link; its ::after makes the whole card clickable. */
export function CardTitle({ card }: Of) {
  return (
    <h3 className="clip" lang={langOfPiece(card.lang, card.title)}>
      <a href={card.href}>{keepTogether(card.title)}</a>
    </h3>
  );
}

export function CardSummary({ card }: Of) {
  return card.summary ? (
    <p className="sum clip" lang={langOfPiece(card.lang, card.summary)}>
      {keepTogether(card.summary)}
    </p>
  ) : null;
}

export function CardTab({ card }: Of) {
  return card.category && <CategoryTab category={card.category} />;
}

export function CardDate({ card }: Of) {
  return card.publishedAt && <time dateTime={dayInIndia(card.publishedAt)}>{card.date}</time>;
}

export function CardMeta({ card, withMinutes }: Of & { withMinutes?: boolean }) {
  if (!card.author) return null;
  return (
    <p className="meta">
      <span lang={langOf(card.author)}>{card.author}</span>
      <InLanguage lang={card.lang} />
      <CardDate card={card} />
      {withMinutes && card.minutes !== null && <span>{t.card.minutes(card.minutes)}</span>}
    </p>
  );
}

type CoverOf = Of & Omit<Partial<Parameters<typeof Cover>[0]>, 'id' | 'categoryId' | 'children'>;

export function CardCover({ card, ...rest }: CoverOf) {
  const play: ReactNode = card.seconds !== null && (
    <span className="play">
      <Icon name="play" />
      <span>{formatDuration(card.seconds)}</span>
    </span>
  );
  return (
    <Cover id={card.id} categoryId={card.category?.id ?? 0} figure={card.figure} photo={card.photo} {...rest}>
      {play}
    </Cover>
  );
}
