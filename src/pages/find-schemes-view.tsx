import type { Evaluation } from '../features/schemes/evaluate.ts';
import { sayAnswer } from '../features/schemes/evaluate.ts';
import { type Answers, factIds, wordsOf } from '../features/schemes/facts.ts';
import { FitCard } from '../features/schemes/fit-card.tsx';
import { fieldOf, skipField, toFormValues } from '../features/schemes/form-answers.ts';
import { QuestionFields } from '../features/schemes/question-fields.tsx';
import type { FactQuestion, Outcome, SchemeMatch } from '../features/schemes/schemes.contract.ts';
import { t } from '../messages/messages.ts';
import { finder as words } from '../messages/schemes.ts';
import { Icon } from '../ui/icon.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { FinderProgress } from './finder-progress.tsx';

export type FinderModel = {
  answers: Answers;
  /** The page answers a form. */
  isSent: boolean;
  typed: string[];
  problem: string | null;
  question: FactQuestion | null;
  total: number;
  counts: { mayBeEligible: number; needsAnswers: number; notEligible: number };
  /** The scheme that somebody came to check. */
  focus: SchemeMatch | null;
  /** What may fit, what needs answers, what does not fit. */
  groups: { matches: SchemeMatch[]; total: number }[];
};

// What the browser draws needs these in the page's sprite.
const drawnLater = ['tick', 'quest', 'minus', 'check', 'cross', 'aside', 'kept', 'left', 'lock', 'alert'];

export function FinderHead() {
  return (
    <>
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} path="/find-schemes" />
      <h1>{words.title}</h1>
      <div hidden>
        {drawnLater.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    </>
  );
}

const verdictOf: Record<Outcome, Evaluation['verdict']> = {
  MAY_BE_ELIGIBLE: 'yes',
  NEEDS_ANSWERS: 'unknown',
  NOT_ELIGIBLE: 'no',
};
const resultOf = ({ outcome, reasons, missing }: SchemeMatch): Evaluation => ({
  verdict: verdictOf[outcome],
  reasons,
  missing,
});

/** Without script, and until the script is there. */
export function FinderByServer({
  answers,
  isSent,
  typed,
  problem,
  question,
  total,
  counts,
  focus,
  groups,
}: FinderModel) {
  const given = factIds.filter((id) => Object.hasOwn(answers, id));
  const answered = given.filter((id) => answers[id] !== null);
  const decided = counts.mayBeEligible + counts.notEligible;
  return (
    <>
      <section className="box ask-box">
        <FinderProgress number={given.length + 1} decided={decided} total={total} />
        <form className="form" method="post" id="ask" noValidate data-sent={isSent || undefined}>
          {/* The first button is what Enter presses. */}
          <button className="vh" name="go" value="next" tabIndex={-1} aria-hidden="true">
            {words.next}
          </button>
          {given
            .filter((id) => id !== question?.id)
            .map((id) =>
              answers[id] === null ? (
                <input key={id} type="hidden" name={skipField} value={id} />
              ) : (
                toFormValues(answers[id]).map((value) => (
                  <input key={`${id} ${value}`} type="hidden" name={fieldOf(id)} value={value} />
                ))
              ),
            )}
          {question ? (
            <>
              <input type="hidden" name="asked" value={question.id} />
              <QuestionFields
                question={question}
                values={problem ? typed : toFormValues(answers[question.id])}
                problem={problem}
              />
              <div className="acts">
                <button className="btn" name="go" value="next">
                  {words.next}
                </button>
                <button className="btn ghost" name="go" value="skip">
                  {words.skip}
                </button>
                {answered.length > 0 && (
                  <a className="tool" href="#results">
                    {words.seeResults}
                  </a>
                )}
              </div>
            </>
          ) : (
            total > 0 && (
              <div>
                <h2 className="asked">{words.done}</h2>
                <p>{words.doneNote}</p>
              </div>
            )
          )}
        </form>
        <p className="small soft promise">
          <Icon name="lock" />
          {words.forOneVisit}
        </p>
      </section>
      {answered.length > 0 && (
        <details className="given">
          <summary>
            {words.yourAnswers} ({answered.length})
          </summary>
          <dl className="ledger">
            {answered.map((id) => (
              <div key={id}>
                <dt>
                  {wordsOf(id).label}
                  <small>{sayAnswer(id, answers[id]!)}</small>
                </dt>
                <dd>
                  <button className="tool" form="ask" name="go" value={`ask.${id}`}>
                    {words.change}
                    <span className="vh"> {wordsOf(id).label}</span>
                  </button>
                </dd>
              </div>
            ))}
          </dl>
          <div className="acts">
            <a className="tool" href="/find-schemes">
              {words.startAgain}
            </a>
          </div>
        </details>
      )}
      {focus && (
        <FitCard level={2} scheme={focus.scheme} result={resultOf(focus)}>
          <Acts match={focus} />
        </FitCard>
      )}
      {(answered.length > 0 || total === 0) && (
        <section className="stack" id="results">
          <SectionHead title={words.results} />
          <p>
            {total === 0 ? (
              words.nothing
            ) : (
              <>
                <b>{words.counts(counts.mayBeEligible, counts.needsAnswers, counts.notEligible)}</b>{' '}
                <span className="soft">{words.guide}</span>
              </>
            )}
          </p>
          {[words.mayHeading, words.needsHeading, words.notHeading].map((heading, at) => (
            <Group key={heading} heading={heading} {...groups[at]!} />
          ))}
        </section>
      )}
    </>
  );
}

function Group({ heading, matches, total }: { heading: string } & FinderModel['groups'][number]) {
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

function Acts({ match: { scheme, outcome, missing } }: { match: SchemeMatch }) {
  const [first] = missing;
  return outcome === 'NEEDS_ANSWERS' && first ? (
    <>
      <button className="btn ghost" form="ask" name="go" value={`ask.${first}`}>
        {words.answerNow}
        <span className="vh">: {scheme.name}</span>
      </button>
      <a className="tool" href={scheme.canonicalUrl}>
        {words.read}
        <span className="vh">: {scheme.name}</span>
      </a>
    </>
  ) : (
    <a
      className={outcome === 'NOT_ELIGIBLE' ? 'tool' : 'btn'}
      href={outcome === 'NOT_ELIGIBLE' ? scheme.canonicalUrl : `${scheme.canonicalUrl}#scheme`}
    >
      {outcome === 'NOT_ELIGIBLE' ? words.read : words.apply}
      <span className="vh">: {scheme.name}</span>
    </a>
  );
}
