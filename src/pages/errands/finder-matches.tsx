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

export function Group({ heading, matches, total }: { heading: string } & FinderGroup) {
  if (matches.length === 0) return null;
  const isNot = matches[0]!.outcome === 'NOT_ELIGIBLE';
  const cards = (
    <div className="feed">
      {matches.map((match) => (
        <FitCard key={match.scheme.id} level={3} scheme={match.scheme} result={resultOf(match)}>
          <Acts match={match} />
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

export function Acts({ match: { scheme, outcome, missing } }: { match: SchemeMatch }) {
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
    <a
      className={outcome === 'NOT_ELIGIBLE' ? 'tool' : 'btn'}
      href={outcome === 'NOT_ELIGIBLE' ? scheme.canonicalUrl : `${scheme.canonicalUrl}#scheme`}
    >
      {outcome === 'NOT_ELIGIBLE' ? words.read : words.apply}
      <span className="vh" lang={langOf(scheme.name)}>
        : {scheme.name}
      </span>
    </a>
  );
}

const verdictOf: Record<Outcome, Evaluation['verdict']> = {
  MAY_BE_ELIGIBLE: 'yes',
  NEEDS_ANSWERS: 'unknown',
  NOT_ELIGIBLE: 'no',
};
