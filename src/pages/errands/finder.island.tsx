import { areTranslated } from '../../islands/translate-later.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type FormEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { followFamily, readFamily, refreshFamily } from '../../features/profiles/client/family.ts';
import { compiledToday, readFinderFile, readFinderWords } from '../../features/schemes/client/finder-file.ts';
import { warmFinder } from '../../features/schemes/client/warm-finder.ts';
import { type Answers, factIds, type FactId, isFactId, readAnswers } from '../../features/schemes/facts.ts';
import { questionOf, spokenOf } from '../../features/schemes/fact-questions.ts';
import { compileSchemes, findSchemes } from '../../features/schemes/find-schemes.ts';
import type { FinderScheme } from '../../features/schemes/finder-file.ts';
import { fieldOf, readFormAnswer, toFormValues } from '../../features/schemes/form-answers.ts';
import { problemWith, QuestionFields } from '../../features/schemes/question-fields.tsx';
import { personOf } from '../../features/schemes/whom.ts';
import { finderFile, finderPage, finderWords } from '../../features/schemes/finder-paths.ts';
import { ownerIsKnown } from '../../features/sessions/client/forget-person.ts';
import { hasChanges } from '../../islands/carry-fields.ts';
import { keepPlace, returnToPlace } from '../../islands/keep-place.ts';
import { type IslandProps, startReact } from '../../islands/react-island.tsx';
import { apiHere } from '../../platform/settings/site-languages.ts';
import { finder as words } from '../../messages/finder.ts';
import {
  guest,
  type LocalAnswer,
  profileAnswers,
  type SelectedProfile,
  selectedProfile,
} from '../../platform/browser/local-store.ts';
import { Icon } from '../../ui/icon.tsx';
import {
  keyOfForm,
  given,
  hasAnswers,
  keep,
  keepPassing,
  storedOf,
  knownFor,
  noAnswers,
  readStored,
  readPassing,
  sentAnswers,
  takeOver,
} from './finder-answers.ts';
import { Enough, hasSkippedEnough } from './finder-ways-on.tsx';
import { FinderProgress } from './finder-progress.tsx';

/** The plain form's question, if the reader has begun to answer it: the island continues there, so no input is lost. */
function begunQuestion(plain: HTMLElement | null): FactId | null {
  const form = plain?.querySelector('form');
  const asked = form?.querySelector<HTMLInputElement>('[name=asked]')?.value;
  return form && isFactId(asked) && (hasChanges(form) || form.contains(document.activeElement)) ? asked : null;
}

/** `focusId`: of the scheme that the address names, in the page's language; `calls`: to action, by article. */
type Focused = { focusId: number | null; calls: Record<number, string> };

/** Evaluates the rules on the device, without a round trip for each answer. */
function Finder({ focusId, calls, plain, takePlace }: Focused & IslandProps) {
  // Without the rules, the server's form stays usable.
  const { data: rules } = useQuery({ queryKey: ['finder'], queryFn: readFinderFile, staleTime: Infinity });
  const [schemes, setSchemes] = useState<FinderScheme[]>([]);
  useEffect(() => {
    if (!rules) return undefined;
    let isCurrent = true;
    void ownerIsKnown().then(async () => {
      // The names and answers that this device knows do for the first question.
      if (readFamily().length === 0) await refreshFamily();
      else void refreshFamily();
      if (!isCurrent) return;
      if (personHere() === 'me') takeOver(plain);
      setSchemes(rules);
    });
    return () => {
      isCurrent = false;
    };
  }, [rules, plain]);
  const hasRules = schemes.length > 0;
  useEffect(() => {
    if (!hasRules) return;
    takePlace();
    // An entry that was posted becomes a GET: neither Back nor a reload offers to send the form again.
    history.replaceState(history.state, '');
    void keepForOffline().catch(() => undefined);
  }, [hasRules, takePlace]);
  const profile = useSyncExternalStore(selectedProfile.subscribe, selectedProfile.read, () => null);
  const person = personHere();
  const key = String(profile?.id ?? guest);
  const isOfForm = person !== 'me' || key === keyOfForm(plain);
  return (
    hasRules && (
      // Another person's questions begin anew: nothing typed for one is kept for another.
      <Asking
        key={person === 'me' ? key : person}
        {...{ person, profile, of: key, focusId, calls }}
        schemes={schemes}
        begun={isOfForm ? begunQuestion(plain) : null}
        sent={isOfForm ? sentAnswers(plain) : {}}
      />
    )
  );
}

type Shown = typeof import('./finder-results.tsx');
async function loadShown(): Promise<Shown> {
  const shown = await import('./finder-results.tsx');
  await areTranslated();
  return shown;
}

async function keepForOffline(): Promise<void> {
  const { keepOffline } = await import('../../islands/keep-offline.ts');
  await loadShown();
  await keepOffline(finderPage, [finderFile, finderWords].map(apiHere));
}

const query = () => new URLSearchParams(location.search);
const personHere = () => personOf(query());

export function start(element: HTMLElement, { focusId, calls }: Focused): void {
  // The page that is kept for offline use was rendered without a query.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.whom a[data-relation]')) {
    if (personOf(new URL(link.href).searchParams) === personHere()) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  keepPlace();
  startReact(element, Finder, { focusId: focusId ?? (Number(query().get('scheme')) || null), calls });
}

/** Each draws a question of another type out of the page: the first of its type takes several times as long. */
const drawings = () =>
  [...new Map(factIds.map((id) => [questionOf(id).type, id])).values()].map((id) => () => {
    const root = createRoot(new DocumentFragment());
    flushSync(() => root.render(<QuestionFields question={questionOf(id)} values={[]} problem={null} />));
    root.unmount();
  });

/** `of`: under which the answers of 'me' are kept. */
type AskingProps = Focused & {
  person: ReturnType<typeof personHere>;
  profile: SelectedProfile | null;
  of: string;
  schemes: FinderScheme[];
  begun: FactId | null;
  sent: Answers;
};

function Asking({ person, profile, of: key, focusId, calls, schemes, begun, sent }: AskingProps) {
  const isForMe = person === 'me';
  const passingKey = isForMe && key !== guest ? key : person;
  const [before] = useState(() => ({ ...readPassing(passingKey), ...sent }));
  // Answers for another person stay in this tab: nothing about them is left on the helper's device.
  const [passing, setPassing] = useState<Record<string, LocalAnswer>>(() => (isForMe ? {} : given(before)));
  const compiled = useMemo(() => compiledToday(schemes), [schemes]);
  const focus = useMemo(() => {
    const found = schemes.find(({ id }) => id === focusId);
    return found ? { scheme: found, compiled: compileSchemes([found]) } : null;
  }, [focusId, schemes]);
  const all = useSyncExternalStore(profileAnswers.subscribe, readStored, () => noAnswers);
  const family = useSyncExternalStore(followFamily, readFamily, readFamily);
  // Skipping is not an answer, so it lasts as long as the tab.
  const [skipped, setSkipped] = useState(() => factIds.filter((one) => before[one] === null));
  useEffect(
    () => keepPassing(passingKey, { ...Object.fromEntries(skipped.map((one) => [one, null])), ...passing } as Answers),
    [passingKey, passing, skipped],
  );
  const [asked, setAsked] = useState<FactId | null>(begun);
  const [past, setPast] = useState<FactId[]>([]);
  const [wrong, setWrong] = useState<{ values: string[]; problem: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  const lastId = useRef<FactId | null>(null);

  const known = useMemo(
    () => (isForMe ? knownFor(key, all, family) : { answers: {}, from: {} }),
    [all, family, isForMe, key],
  );
  const own = useMemo(() => readAnswers(isForMe ? storedOf(key, all) : passing), [all, isForMe, key, passing]);
  const answers = useMemo(
    () => ({ ...known.answers, ...Object.fromEntries(skipped.map((id) => [id, null])), ...own }) as Answers,
    [known, own, skipped],
  );
  const found = useMemo(() => findSchemes(compiled, answers), [compiled, answers]);
  const ofFocus = useMemo(() => focus && findSchemes(focus.compiled, answers, { areNamed: true }), [focus, answers]);
  // Fetched once there is something to show; until then, and without them, the rules give the reasons.
  const [isWarm, setWarm] = useState(false);
  const { data: sentences = null } = useQuery({
    queryKey: ['finder words'],
    queryFn: readFinderWords,
    enabled: isWarm || focus !== null || Object.keys(answers).length > 0,
    staleTime: Infinity,
  });
  useEffect(() => warmFinder(compiled, drawings(), () => setWarm(true)), [compiled]);
  // The next question is drawn first, the results after it.
  const shown = useDeferredValue(useMemo(() => ({ answers, found, ofFocus }), [answers, found, ofFocus]));
  const id = asked ?? ofFocus?.nextQuestion ?? found.nextQuestion;
  const skippedNow = skipped.filter((one) => answers[one] === null).length;
  const hasEnough = hasSkippedEnough(skippedNow);
  const answeredOf = (given: Answers) => factIds.filter((one) => Object.hasOwn(given, one) && given[one] !== null);
  const answered = answeredOf(answers);
  const shownAnswered = answeredOf(shown.answers);

  useEffect(() => {
    const isNext = hasMoved.current && lastId.current !== id;
    lastId.current = id;
    if (!isNext) return;
    // Focus in the next frame: doing it now would force a second layout.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [id]);

  // The verdict on the requested scheme takes the focus as soon as it is decided.
  const [results, setResults] = useState<Shown | null>(null);
  // Loaded while the first question is answered; after a failure, again with the next answer.
  const load = useCallback(() => void loadShown().then(setResults, () => undefined), []);
  useEffect(load, [load]);
  const hasResults = results !== null && (hasAnswers(shown.answers) || hasEnough);
  const isWhole = hasResults && sentences !== null;
  useEffect(() => {
    if (isWhole && !hasMoved.current) returnToPlace();
  }, [isWhole]);
  const isDecided = results !== null && shown.ofFocus !== null && shown.ofFocus.needsAnswers.length === 0;
  const fallen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isDecided || !hasMoved.current) return;
    const frame = requestAnimationFrame(() => {
      fallen.current?.focus({ preventScroll: true });
      fallen.current?.scrollIntoView({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [isDecided]);

  const goTo = (next: FactId | null) => {
    if (!results) load();
    hasMoved.current = true;
    setAsked(next);
    setWrong(null);
  };
  const ask = useCallback((next: FactId) => {
    hasMoved.current = true;
    setAsked(next);
    setWrong(null);
    // The same question again: no state changes, so the focus effect would not run.
    heading.current?.focus();
  }, []);
  const storedOwn = () => (isForMe ? storedOf(key) : passing);
  const keepOwn = (own: Record<string, LocalAnswer>) => (isForMe ? keep(key, own) : setPassing(own));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (id === null) return;
    const values = new FormData(event.currentTarget).getAll(fieldOf(id)).map(String);
    const answer = readFormAnswer(id, values);
    if (answer === undefined || answer === null) {
      setWrong({ values, problem: problemWith(questionOf(id), answer === undefined) });
      return;
    }
    keepOwn({ ...storedOwn(), [id]: answer });
    setPast([...past.filter((one) => one !== id), id]);
    goTo(null);
  };
  const skip = () => {
    if (id === null) return;
    const { [id]: _, ...others } = storedOwn();
    keepOwn(others);
    setSkipped([...skipped.filter((one) => one !== id), id]);
    setPast([...past.filter((one) => one !== id), id]);
    goTo(null);
  };
  const askSkipped = () => {
    setSkipped([]);
    goTo(null);
  };
  const back = () => {
    const last = past.at(-1);
    if (last === undefined) return;
    setPast(past.slice(0, -1));
    goTo(last);
  };
  const startAgain = () => {
    keepOwn(Object.fromEntries(Object.entries(storedOwn()).filter(([one]) => !(factIds as string[]).includes(one))));
    setSkipped([]);
    setPast([]);
    goTo(null);
  };

  const decided = found.mayFit.length + found.doesNotFit.length;
  const whom = !isForMe
    ? words.forWhom(words.people[person])
    : profile && profile.relation !== 'SELF' && profile.firstName
      ? words.forName(profile.firstName)
      : words.forMe;
  const about = isForMe ? spokenOf(profile ?? {}, answers) : 'other';
  const fromOthers = factIds.filter((one) => known.from[one] && !Object.hasOwn(own, one) && answers[one] !== null);
  const nameOfHome = (one: FactId) => {
    const { relation, firstName } = known.from[one] ?? {};
    return relation === 'SELF' || !firstName ? words.people.me : firstName;
  };
  const canUseGuest =
    isForMe && key !== guest && Object.keys(own).length === 0 && Object.keys(storedOf(guest)).length > 0;
  const verdict = focus && results && (
    <results.Card
      scheme={focus.scheme}
      answers={shown.answers}
      words={sentences}
      onAsk={ask}
      level={2}
      near={shown.found.mayFit}
      calls={calls}
    />
  );
  return (
    <div className="finding">
      {isDecided && (
        <div ref={fallen} tabIndex={-1}>
          {verdict}
        </div>
      )}
      <section className="box ask-box">
        <FinderProgress
          number={answered.length + skippedNow + 1}
          decided={decided}
          total={compiled.schemes.length}
          whom={whom}
        />
        {id === null ? (
          <div>
            <h2 className="asked" tabIndex={-1} ref={heading}>
              {words.done}
            </h2>
            <p>{words.doneNote}</p>
            {skippedNow > 0 && (
              <button type="button" className="btn ghost" onClick={askSkipped}>
                {words.askSkipped}
              </button>
            )}
          </div>
        ) : (
          <>
            {hasEnough && <Enough href="#found" />}
            <form className="form" key={id} onSubmit={onSubmit} noValidate>
              <QuestionFields
                key={wrong?.problem ?? ''}
                headingRef={heading}
                question={questionOf(id, about)}
                values={wrong?.values ?? toFormValues(answers[id])}
                problem={wrong?.problem ?? null}
              />
              <div className="acts">
                <button className="btn">{words.next}</button>
                {past.length > 0 && (
                  <button type="button" className="btn ghost" onClick={back}>
                    <Icon name="left" />
                    {words.back}
                  </button>
                )}
                <button type="button" className="tool" onClick={skip}>
                  {words.skip}
                </button>
                {answered.length > 0 && !hasEnough && (
                  <a className="tool" href="#found">
                    {words.seeResults}
                  </a>
                )}
              </div>
            </form>
          </>
        )}
        {fromOthers.length > 0 && (
          <p className="small home">
            {words.sameHome}{' '}
            {fromOthers.map((one) => (
              <button key={one} type="button" className="link" onClick={() => ask(one)}>
                {questionOf(one, about).label}
                <span className="vh"> ({words.change})</span>
              </button>
            ))}
          </p>
        )}
        {canUseGuest && (
          <button type="button" className="tool" onClick={() => keep(key, { ...storedOf(guest) })}>
            {words.guestAnswers}
          </button>
        )}
        <p className="small soft promise">
          <Icon name="lock" />
          {isForMe ? words.staysHere : words.forgotten}
        </p>
      </section>
      {results && shownAnswered.length > 0 && (
        <results.Given
          answers={shown.answers}
          answered={shownAnswered}
          about={about}
          fromOf={(one) => (fromOthers.includes(one) ? words.asFor(nameOfHome(one)) : null)}
          onChange={ask}
          onStartAgain={startAgain}
        >
          {isForMe && key !== guest && (
            <results.KeepWithProfile
              of={key}
              name={about === 'reader' ? null : (profile?.firstName ?? null)}
              key={`${key} ${JSON.stringify(shown.answers)}`}
            />
          )}
        </results.Given>
      )}
      {!isDecided && verdict}
      {hasResults && (
        <results.Results answers={shown.answers} found={shown.found} words={sentences} onAsk={ask} calls={calls} />
      )}
    </div>
  );
}
