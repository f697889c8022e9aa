import { check } from '../../messages/check.ts';
import { langOf } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';

export type ScamSeen = { id: string; title: string; canonicalUrl: string; lastSeenOn: string | null };

/** The known scams of these days, each with the piece that explains it. */
export function SeenNow({ scams, isOnCheck = false }: { scams: ScamSeen[]; isOnCheck?: boolean }) {
  if (scams.length === 0) return null;
  return (
    <section>
      <SectionHead title={check.seenNow} href={isOnCheck ? null : '/check'} more={check.title} />
      <ul className="ledger">
        {scams.map(({ id, title, canonicalUrl, lastSeenOn }) => (
          <li key={id}>
            <b>
              <a href={canonicalUrl} lang={langOf(title)}>
                {title}
              </a>
            </b>
            {lastSeenOn !== null && <span className="soft small">{check.lastSeen(lastSeenOn)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
