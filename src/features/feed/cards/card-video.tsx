import { t } from '../../../messages/messages.ts';
import { formatDuration } from '../../../ui/format.ts';
import { LanguageLine } from '../../../ui/in-language.tsx';
import type { FeedItem } from '../feed.contract.ts';
import { cardOf } from './card-data.ts';
import { CardCover, CardTitle } from './card-parts.tsx';

/** Portrait format, for a snapping row or a grid of videos. */
export function CardVideo({ item, isFirst = false }: { item: FeedItem; isFirst?: boolean }) {
  const card = cardOf(item);
  return (
    <article className="card reel">
      <CardCover card={card} shape="upright" isFirst={isFirst} />
      <CardTitle card={card} />
      <LanguageLine lang={card.lang} />
      {card.seconds !== null && <p className="vh">{t.card.play(formatDuration(card.seconds))}</p>}
    </article>
  );
}
