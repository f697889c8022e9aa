import { ForWhom, unnamedMembers } from '../../features/profiles/for-whom.tsx';
import { describeAnswer } from '../../features/schemes/evaluate.ts';
import { type Answers, factIds, wordsOf } from '../../features/schemes/facts.ts';
import { FitCard } from '../../features/schemes/fit-card.tsx';
import { fieldOf, skipField, toFormValues } from '../../features/schemes/form-answers.ts';
import { QuestionFields } from '../../features/schemes/question-fields.tsx';
import { groupByKind } from '../../features/schemes/kinds.ts';
import { ResultTools } from '../../features/schemes/result-tools.tsx';
import { people, type Person } from '../../features/schemes/whom.ts';
import type { Relation } from '../../features/profiles/profiles.contract.ts';
import type { FactQuestion, SchemeMatch } from '../../features/schemes/schemes.contract.ts';
import { langOf } from '../../ui/format.ts';
import { t } from '../../messages/messages.ts';
import { finder as words } from '../../messages/finder.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Enough, hasSkippedEnough, StateWithout } from './finder-ways-on.tsx';
import { FinderProgress } from './finder-progress.tsx';
import { Acts, type FinderGroup, Group, NearSchemes, resultOf } from './finder-matches.tsx';

export type FinderModel = {
  /** On whose behalf the questions are answered. */
  person: Person;
  /** The viewer's family with oneself, where there is one to choose from. */
  family: { id: number; relation: Relation; firstName: string }[];
  /** The profile that is asked about; null for a guest, and on behalf of somebody else. */
  profileId: number | null;
  answers: Answers;
  /** Rendered in response to a form. */
  isSent: boolean;
  typed: string[];
  problem: string | null;
  question: FactQuestion | null;
  total: number;
  counts: { mayBeEligible: number; needsAnswers: number; notEligible: number };
  /** The answered State, where no scheme is its own. */
  stateWithout: string | null;
  /** The scheme named in `?scheme=`. */
  focus: SchemeMatch | null;
  /** Eligible, undecided, not eligible. */
  groups: [FinderGroup, FinderGroup, FinderGroup];
  /** Addresses of calls to action, by the article whose scheme they are about. */
  calls: Record<number, string>;
  /** 'https://nagrik.example', for share links. */
  origin: string;
};

// Icons that only the island renders: the server includes them in the page's sprite.
const drawnLater = [
  'tick',
  'quest',
  'minus',
  'check',
  'cross',
  'save',
  'saved',
  'left',
  'lock',
  'alert',
  'chat',
  'print',
];

const relationOf = { me: 'SELF', parent: 'PARENT', child: 'CHILD', spouse: 'SPOUSE', other: 'HELPED' } as const;

export function FinderHead({ person, focus, family, profileId }: FinderModel) {
  const addressFor = (one: string) => {
    const query = new URLSearchParams({
      ...(focus ? { scheme: String(focus.scheme.id) } : {}),
      ...(one === 'me' ? {} : { for: one }),
    }).toString();
    return query === '' ? '/find-schemes' : `/find-schemes?${query}`;
  };
  return (
    <>
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} path="/find-schemes" />
      <h1>{words.title}</h1>
      <ForWhom>
        {family.map(({ id, relation, firstName }) => {
          const isMe = relation === 'SELF';
          const name = isMe || firstName === '' ? unnamedMembers()[relation] : firstName;
          return (
            <a
              key={id}
              className="chip"
              href={addressFor(isMe ? 'me' : String(id))}
              data-profile={id}
              aria-current={id === profileId ? 'true' : undefined}
              lang={langOf(name)}
            >
              {name}
            </a>
          );
        })}
        {people.map((one) => (
          <a
            key={one}
            className="chip"
            href={addressFor(one)}
            data-relation={relationOf[one]}
            aria-current={one === person && (one !== 'me' || family.length === 0) ? 'true' : undefined}
            hidden={
              ((one === 'me' || one !== person) && family.some(({ relation }) => relation === relationOf[one])) ||
              undefined
            }
          >
            {words.people[one]}
          </a>
        ))}
      </ForWhom>
      {person !== 'me' && <p className="soft whom-note">{words.forOthers}</p>}
      <div hidden>
        {drawnLater.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    </>
  );
}

/** Without script, and until the island takes over. */
export function FinderByServer({
  answers,
  isSent,
  typed,
  problem,
  question,
  total,
  counts,
  stateWithout: stateNone,
  focus,
  groups: [mayFit, needsAnswers, doesNotFit],
  person,
  family,
  profileId,
  calls,
  origin,
}: FinderModel) {
  const member = family.find(({ id }) => id === profileId);
  const given = factIds.filter((id) => Object.hasOwn(answers, id));
  const answered = given.filter((id) => answers[id] !== null);
  const hasEnough = hasSkippedEnough(given.length - answered.length);
  const hasResults = answered.length > 0 || hasEnough;
  const decided = counts.mayBeEligible + counts.notEligible;
  const kinds = groupByKind(mayFit.matches, ({ scheme }) => scheme.kind);
  const isDecided = focus !== null && focus.outcome !== 'NEEDS_ANSWERS';
  const verdict = focus && (
    <FitCard level={2} scheme={focus.scheme} result={resultOf(focus)}>
      <Acts match={focus} calls={calls} />
      {focus.outcome === 'NOT_ELIGIBLE' && (
        <NearSchemes
          schemes={mayFit.matches.map(({ scheme }) => scheme).filter(({ kind }) => kind === focus.scheme.kind)}
        />
      )}
    </FitCard>
  );
  return (
    <>
      {/* Once decided, the verdict is first in the reading order. */}
      {isDecided && verdict}
      <section className="box ask-box">
        <FinderProgress
          number={given.length + 1}
          decided={decided}
          total={total}
          {...(member && member.relation !== 'SELF' && member.firstName
            ? { whom: words.forName(member.firstName) }
            : person === 'me'
              ? {}
              : { whom: words.forWhom(words.people[person]) })}
        />
        {hasEnough && question && <Enough href="#results" />}
        <form
          className="form"
          method="post"
          id="ask"
          noValidate
          data-sent={isSent || undefined}
          data-profile={profileId ?? undefined}
        >
          {/* Implicit submission (Enter) presses a form's first submit button. */}
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
                {answered.length > 0 && !hasEnough && (
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
                {answered.length < given.length && (
                  <button className="btn ghost" name="go" value="skipped">
                    {words.askSkipped}
                  </button>
                )}
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
                  <small>{describeAnswer(id, answers[id]!)}</small>
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
      {!isDecided && verdict}
      {(hasResults || total === 0) && (
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
          {stateNone !== null && <StateWithout state={stateNone} />}
          {mayFit.matches.length > 0 && (
            <ResultTools origin={origin} names={kinds.flatMap(({ items }) => items.map(({ scheme }) => scheme.name))} />
          )}
          {kinds.map(({ kind, items }) => (
            <Group
              key={kind}
              heading={words.mayHeadingOf(words.kinds[kind])}
              matches={items}
              total={items.length}
              calls={calls}
            />
          ))}
          {mayFit.total > mayFit.matches.length && (
            <p className="soft">{words.andMore(mayFit.total - mayFit.matches.length)}</p>
          )}
          <Group heading={words.needsHeading} {...needsAnswers} calls={calls} />
          <Group heading={words.notHeading} {...doesNotFit} calls={calls} />
        </section>
      )}
    </>
  );
}
