import {
  type FormEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { cartStore, followCart, isAside, putAside, takeOut } from '../features/schemes/client/cart-store.ts';
import { evaluate, sayAnswer } from '../features/schemes/evaluate.ts';
import { type Answer, type Answers, factIds, type FactId, readAnswers, wordsOf } from '../features/schemes/facts.ts';
import { questionOf } from '../features/schemes/fact-questions.ts';
import { compileSchemes, findSchemes, type Found } from '../features/schemes/find-schemes.ts';
import { FitCard } from '../features/schemes/fit-card.tsx';
import { fieldOf, readFormAnswer, readFormAnswers, toFormValues } from '../features/schemes/form-answers.ts';
import { problemWith, QuestionFields } from '../features/schemes/question-fields.tsx';
import type { Rules } from '../features/schemes/rules.ts';
import type { SchemeCard } from '../features/schemes/schemes.contract.ts';
import { finder as words, scheme as schemeWords } from '../messages/schemes.ts';
import {
  guest,
  type LocalAnswer,
  ownKey,
  profileAnswers,
  profileProgress,
  selectedProfile,
} from '../platform/local-store.ts';
import { Icon } from '../ui/icon.tsx';
import { FinderProgress } from './finder-progress.tsx';

type Ruled = SchemeCard & { rules: Rules };

type Kept = Record<string, Record<string, LocalAnswer>>;
const noAnswers: Kept = {};
const readKept = () => profileAnswers.read() as Kept;
const keptOf = (key: string): Record<string, LocalAnswer> => {
  const all = readKept();
  return Object.hasOwn(all, key) ? all[key]! : {};
};

function keep(key: string, own: Record<string, LocalAnswer>): void {
  const { [key]: _, ...others } = readKept();
  profileAnswers.write(Object.keys(own).length === 0 ? others : { ...others, [key]: own });
  profileProgress.write({ ...profileProgress.read(), [key]: Object.keys(readAnswers(own)).length });
}

const hasAnswers = (answers: Answers) => Object.values(answers).some((answer) => answer !== null);
/** Answers without those left open. */
const given = (answers: Answers): Record<string, Answer> =>
  Object.fromEntries(Object.entries(answers).filter((entry): entry is [string, Answer] => entry[1] !== null));

async function fetchRules(signal: AbortSignal): Promise<Ruled[]> {
  const response = await fetch('/api/schemes/rules', { headers: { accept: 'application/json' }, signal });
  if (!response.ok) throw new Error(`Answered ${response.status}`);
  return ((await response.json()) as { data: Ruled[] }).data;
}

/** What was answered on the server's page before the script was there. */
function takeOver(): void {
  const form = document.querySelector<HTMLFormElement>('#by-server form[data-sent]');
  if (!form) return;
  const sent = new FormData(form);
  const carried = given(readFormAnswers({ getAll: (name) => sent.getAll(name).map(String) }));
  if (Object.keys(carried).length > 0) keep(ownKey(), { ...keptOf(ownKey()), ...carried });
}

/** Answers of the chosen profile, kept with the account, where this device has none yet. */
async function fetchProfileAnswers(): Promise<void> {
  const profile = selectedProfile.read();
  const [{ seemsSignedIn }, { apiFetch }] = await Promise.all([
    import('../features/sessions/client/hint-cookies.ts'),
    import('../features/sessions/client/api-fetch.ts'),
  ]);
  if (!profile || !seemsSignedIn() || Object.keys(keptOf(String(profile.id))).length > 0) return;
  const { data } = await apiFetch<{ data: { id: number; answers: Record<string, LocalAnswer> }[] }>('/profile/all');
  const found = data.find(({ id }) => id === profile.id)?.answers ?? {};
  if (Object.keys(readAnswers(found)).length > 0) keep(String(profile.id), found);
}

async function sendToProfile(key: string): Promise<void> {
  const { apiFetch } = await import('../features/sessions/client/api-fetch.ts');
  const { data } = await apiFetch<{ data: { id: number; answers: Record<string, LocalAnswer> }[] }>('/profile/all');
  // The call replaces the whole: what else the profile holds is sent back to it.
  const before = data.find(({ id }) => String(id) === key)?.answers ?? {};
  const others = Object.fromEntries(Object.entries(before).filter(([id]) => !(factIds as string[]).includes(id)));
  await apiFetch(`/profile/${key}`, {
    method: 'PATCH',
    body: { answers: { ...others, ...given(readAnswers(keptOf(key))) } },
  });
}

/** Asks and answers on the device alone. @param onReady takes the server's page away */
export function Finder({ onReady }: { onReady: () => void }) {
  const [schemes, setSchemes] = useState<Ruled[] | null>(null);
  const ready = useRef(onReady);
  useEffect(() => {
    const stop = new AbortController();
    // Without the rules the server's form stays, which needs no script.
    fetchRules(stop.signal).then(
      (rules) => {
        takeOver();
        setSchemes(rules);
        ready.current();
      },
      () => undefined,
    );
    void fetchProfileAnswers().catch(() => undefined);
    return () => stop.abort();
  }, []);
  return <div id="now">{schemes && schemes.length > 0 && <Asking schemes={schemes} />}</div>;
}

function Asking({ schemes }: { schemes: Ruled[] }) {
  const compiled = useMemo(() => compileSchemes(schemes), [schemes]);
  const focus = useMemo(() => {
    const wanted = new URLSearchParams(location.search).get('scheme');
    const found = schemes.find(({ id }) => String(id) === wanted);
    return found ? { scheme: found, compiled: compileSchemes([found]) } : null;
  }, [schemes]);
  const all = useSyncExternalStore(profileAnswers.subscribe, readKept, () => noAnswers);
  const profile = useSyncExternalStore(selectedProfile.subscribe, selectedProfile.read, () => null);
  const key = String(profile?.id ?? guest);
  // What was skipped is open again after a reload: it is no answer.
  const [skipped, setSkipped] = useState<FactId[]>([]);
  const [asked, setAsked] = useState<FactId | null>(null);
  const [past, setPast] = useState<FactId[]>([]);
  const [wrong, setWrong] = useState<{ values: string[]; problem: string } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  const lastId = useRef<FactId | null>(null);

  const answers = useMemo(() => {
    const own = readAnswers(Object.hasOwn(all, key) ? all[key] : {});
    return { ...Object.fromEntries(skipped.map((id) => [id, null])), ...own } as Answers;
  }, [all, key, skipped]);
  const found = useMemo(() => findSchemes(compiled, answers), [compiled, answers]);
  // The next question comes first, its results when there is time: also the first of them.
  const shown = useDeferredValue(useMemo(() => ({ answers, found }), [answers, found]));
  const ofFocus = focus && findSchemes(focus.compiled, answers).nextQuestion;
  const id = asked ?? ofFocus ?? found.nextQuestion;
  const answered = factIds.filter((one) => Object.hasOwn(answers, one) && answers[one] !== null);

  useEffect(() => {
    const isNext = hasMoved.current && lastId.current !== id;
    lastId.current = id;
    if (!isNext) return;
    // With the frame that draws it: at once, the browser would lay the page out twice.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [id]);

  const goTo = (next: FactId | null) => {
    hasMoved.current = true;
    setAsked(next);
    setWrong(null);
  };
  const ask = useCallback((next: FactId) => {
    hasMoved.current = true;
    setAsked(next);
    setWrong(null);
    // The same question again: nothing changes that would bring it into view.
    heading.current?.focus();
  }, []);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (id === null) return;
    const values = new FormData(event.currentTarget).getAll(fieldOf(id)).map(String);
    const answer = readFormAnswer(id, values);
    if (answer === undefined || answer === null) {
      setWrong({ values, problem: problemWith(questionOf(id), answer === undefined) });
      return;
    }
    keep(key, { ...keptOf(key), [id]: answer });
    setPast([...past.filter((one) => one !== id), id]);
    goTo(null);
  };
  const skip = () => {
    if (id === null) return;
    const { [id]: _, ...others } = keptOf(key);
    keep(key, others);
    setSkipped([...skipped.filter((one) => one !== id), id]);
    setPast([...past.filter((one) => one !== id), id]);
    goTo(null);
  };
  const back = () => {
    const last = past.at(-1);
    if (last === undefined) return;
    setPast(past.slice(0, -1));
    goTo(last);
  };
  const startAgain = () => {
    keep(key, Object.fromEntries(Object.entries(keptOf(key)).filter(([one]) => !(factIds as string[]).includes(one))));
    setSkipped([]);
    setPast([]);
    goTo(null);
  };

  const decided = found.mayFit.length + found.doesNotFit.length;
  const whom =
    profile && profile.relation !== 'SELF' && profile.firstName ? words.forName(profile.firstName) : words.forMe;
  const canUseGuest = key !== guest && answered.length === 0 && Object.keys(keptOf(guest)).length > 0;
  return (
    <div className="finding">
      <section className="box ask-box">
        <FinderProgress
          number={answered.length + skipped.filter((one) => answers[one] === null).length + 1}
          decided={decided}
          total={schemes.length}
          whom={whom}
        />
        {id === null ? (
          <div>
            <h2 className="asked" tabIndex={-1} ref={heading}>
              {words.done}
            </h2>
            <p>{words.doneNote}</p>
          </div>
        ) : (
          <form className="form" key={id} onSubmit={onSubmit} noValidate>
            <QuestionFields
              key={wrong?.problem ?? ''}
              headingRef={heading}
              question={questionOf(id)}
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
              {answered.length > 0 && (
                <a className="tool" href="#found">
                  {words.seeResults}
                </a>
              )}
            </div>
          </form>
        )}
        {canUseGuest && (
          <button type="button" className="tool" onClick={() => keep(key, { ...keptOf(guest) })}>
            {words.guestAnswers}
          </button>
        )}
        <p className="small soft promise">
          <Icon name="lock" />
          {words.staysHere}
        </p>
      </section>
      {answered.length > 0 && (
        <Given answers={answers} answered={answered} onChange={ask} onStartAgain={startAgain}>
          {key !== guest && <KeepWithProfile of={key} key={`${key} ${JSON.stringify(answers)}`} />}
        </Given>
      )}
      {focus && <Card scheme={focus.scheme} answers={shown.answers} onAsk={ask} level={2} />}
      {hasAnswers(shown.answers) && <Results {...shown} onAsk={ask} />}
    </div>
  );
}

const Results = memo(function Results({
  found: { mayFit, needsAnswers, doesNotFit },
  answers,
  onAsk,
}: { found: Found<Ruled> } & OfAnswers) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="stack" id="found">
      <div className="head">
        <h2>{words.results}</h2>
      </div>
      <p>
        <b role="status">{words.counts(mayFit.length, needsAnswers.length, doesNotFit.length)}</b>{' '}
        <span className="soft">{words.guide}</span>
      </p>
      <Group heading={words.mayHeading} schemes={mayFit} answers={answers} onAsk={onAsk} />
      <Group
        heading={words.needsHeading}
        schemes={needsAnswers.map(({ scheme }) => scheme)}
        answers={answers}
        onAsk={onAsk}
      />
      {doesNotFit.length > 0 && (
        <details className="not-fit" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            {words.notHeading} ({doesNotFit.length})
          </summary>
          {isOpen && <Group schemes={doesNotFit} answers={answers} onAsk={onAsk} />}
        </details>
      )}
    </section>
  );
});

type OfAnswers = { answers: Answers; onAsk: (id: FactId) => void };

function Given({
  answers,
  answered,
  onChange,
  onStartAgain,
  children,
}: {
  answers: Answers;
  answered: FactId[];
  onChange: (id: FactId) => void;
  onStartAgain: () => void;
  children: ReactNode;
}) {
  return (
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
              <button type="button" className="tool" onClick={() => onChange(id)}>
                {words.change}
                <span className="vh"> {wordsOf(id).label}</span>
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <div className="acts">
        {children}
        <button type="button" className="tool" onClick={onStartAgain}>
          {words.startAgain}
        </button>
      </div>
    </details>
  );
}

function KeepWithProfile({ of }: { of: string }) {
  const [told, setTold] = useState<string | null>(null);
  const send = () => {
    sendToProfile(of).then(
      () => setTold(words.keptNow),
      () => setTold(words.notKept),
    );
  };
  return (
    <>
      {told !== words.keptNow && (
        <button type="button" className="btn ghost" onClick={send}>
          {words.keep}
        </button>
      )}
      <span role="status">{told}</span>
    </>
  );
}

const firstShown = 6;
const moreShown = 12;

function Group({ heading, schemes, ...rest }: { heading?: string; schemes: Ruled[] } & OfAnswers) {
  const [count, setCount] = useState(firstShown);
  if (schemes.length === 0) return null;
  return (
    <>
      {heading && (
        <h3>
          {heading} ({schemes.length})
        </h3>
      )}
      <div className="feed">
        {schemes.slice(0, count).map((scheme) => (
          <Card key={scheme.id} scheme={scheme} {...rest} />
        ))}
      </div>
      {schemes.length > count && (
        <div className="acts">
          <button type="button" className="btn ghost" onClick={() => setCount(count + moreShown)}>
            {words.more(schemes.length - count)}
          </button>
        </div>
      )}
    </>
  );
}

function Card({ scheme, answers, onAsk, level = 3 }: { scheme: Ruled; level?: 2 | 3 } & OfAnswers) {
  const result = evaluate(scheme.rules, answers);
  const [first] = result.missing;
  const of = <span className="vh">: {scheme.name}</span>;
  return (
    <FitCard scheme={scheme} result={result} level={level}>
      {result.verdict === 'yes' && (
        <a className="btn" href={`${scheme.canonicalUrl}#scheme`}>
          {words.apply}
          {of}
        </a>
      )}
      {result.verdict === 'unknown' && first && (
        <button type="button" className="btn ghost" onClick={() => onAsk(first)}>
          {words.answerNow}
          {of}
        </button>
      )}
      {result.verdict === 'no' ? (
        <a className="tool" href={scheme.canonicalUrl}>
          {words.read}
          {of}
        </a>
      ) : (
        <AsideButton scheme={scheme} />
      )}
    </FitCard>
  );
}

function AsideButton({ scheme: { id, name } }: { scheme: SchemeCard }) {
  useSyncExternalStore(
    followCart,
    () => cartStore.getState().cart,
    () => null,
  );
  const is = isAside(id);
  return (
    <button type="button" className="btn ghost" onClick={() => (is ? takeOut(id) : putAside(id))}>
      <Icon name={is ? 'kept' : 'aside'} />
      {is ? schemeWords.takeOut : schemeWords.aside}
      <span className="vh">: {name}</span>
    </button>
  );
}
