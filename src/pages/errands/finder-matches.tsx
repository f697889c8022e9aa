import type { Evaluation } from '../../features/schemes/evaluate.ts';
import { FitCard } from '../../features/schemes/fit-card.tsx';
import type { SchemeMatch, Outcome } from '../../features/schemes/schemes.contract.ts';
import { finder as words } from '../../messages/finder.ts';
import { langOf } from '../../ui/format.ts';

export type FinderGroup = { matches: SchemeMatch[]; total: number };

export const resultOf = ({ outcome, reasons, missing }: SchemeMatch): Evaluation => ({
  verdict: verdictOf[outcome],
  reasons,
  missing,
});

type Calls = { calls: Record<number, string> };

export function Group({ heading, matches, total, calls }: { heading: string } & FinderGroup & Calls) {
  if (matches.length === 0) return null;
  const isNot = matches[0]!.outcome === 'NOT_ELIGIBLE';
  const cards = (
    <div className="feed">
      {matches.map((match) => (
        <FitCard key={match.scheme.id} level={3} scheme={match.scheme} result={resultOf(match)}>
          <Acts match={match} calls={calls} />
        </FitCard>
      ))}
    </div>
  );
  const more = total > matches.length && <p className="soft">{words.andMore(total - matches.length)}</p>;
  if (isNot)
    return (
      <details className="not-fit">
        <summary>
          {heading} ({total})
        </summary>
        {cards}
        {more}
      </details>
    );
  return (
    <>
      <h3>{heading}</h3>
      {cards}
      {more}
    </>
  );
}

/** A call to action about a scheme that may fit. */
export function CallLink({ scheme: { id, name }, calls }: { scheme: Pick<Near, 'id' | 'name'> } & Calls) {
  return (
    calls[id] && (
      <a className="btn ghost" href={calls[id]}>
        {words.nextSteps}
        <span className="vh" lang={langOf(name)}>
          : {name}
        </span>
      </a>
    )
  );
}

export function Acts({ match: { scheme, outcome, missing }, calls }: { match: SchemeMatch } & Calls) {
  const [first] = missing;
  return outcome === 'NEEDS_ANSWERS' && first ? (
    <>
      <button className="btn ghost" form="ask" name="go" value={`ask.${first}`}>
        {words.answerNow}
        <span className="vh" lang={langOf(scheme.name)}>
          : {scheme.name}
        </span>
      </button>
      <a className="tool" href={scheme.canonicalUrl}>
        {words.read}
        <span className="vh" lang={langOf(scheme.name)}>
          : {scheme.name}
        </span>
      </a>
    </>
  ) : (
    <>
      <a
        className={outcome === 'NOT_ELIGIBLE' ? 'tool' : 'btn'}
        href={outcome === 'NOT_ELIGIBLE' ? scheme.canonicalUrl : `${scheme.canonicalUrl}#scheme`}
      >
        {outcome === 'NOT_ELIGIBLE' ? words.read : words.apply}
        <span className="vh" lang={langOf(scheme.name)}>
          : {scheme.name}
        </span>
      </a>
      {outcome === 'MAY_BE_ELIGIBLE' && <CallLink scheme={scheme} calls={calls} />}
    </>
  );
}

type Near = { id: number; name: string; canonicalUrl: string };

/** Under the verdict on a scheme that does not fit: up to three of its kind that may. */
export function NearSchemes({ schemes }: { schemes: Near[] }) {
  if (schemes.length === 0) return null;
  return (
    <nav className="stack" aria-label={words.near}>
      <p>
        <b>{words.near}</b>
      </p>
      <ul className="chips">
        {schemes.slice(0, 3).map(({ id, name, canonicalUrl }) => (
          <li key={id}>
            <a className="chip" href={canonicalUrl} lang={langOf(name)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const verdictOf: Record<Outcome, Evaluation['verdict']> = {
  MAY_BE_ELIGIBLE: 'yes',
  NEEDS_ANSWERS: 'unknown',
  NOT_ELIGIBLE: 'no',
};
