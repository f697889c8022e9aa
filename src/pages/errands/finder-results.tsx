import { memo, type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { followCart, isSaved, readCart, removeSaved, saveScheme } from '../../features/schemes/client/cart-store.ts';
import { evaluate, describeAnswer, stateWithout } from '../../features/schemes/evaluate.ts';
import { type About, questionOf } from '../../features/schemes/fact-questions.ts';
import type { Answers, FactId } from '../../features/schemes/facts.ts';
import type { Found } from '../../features/schemes/find-schemes.ts';
import { FitCard } from '../../features/schemes/fit-card.tsx';
import { groupByKind } from '../../features/schemes/kinds.ts';
import { ResultTools } from '../../features/schemes/result-tools.tsx';
import { type FinderScheme, withWords, type WordsById } from '../../features/schemes/finder-file.ts';
import { finder as words } from '../../messages/finder.ts';
import { saving } from '../../messages/saving.ts';
import { Changing } from '../../ui/changing.tsx';
import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { CallLink, NearSchemes } from './finder-matches.tsx';
import { StateWithout } from './finder-ways-on.tsx';
import { sendToProfile } from './finder-answers.ts';

export const Results = memo(function Results({
  found: { mayFit, needsAnswers, doesNotFit },
  ...rest
}: { found: Found<FinderScheme> } & OfAnswers) {
  const [isOpen, setOpen] = useState(false);
  const groups = groupByKind(mayFit, ({ kind }) => kind);
  const without = stateWithout([...mayFit, ...needsAnswers.map(({ scheme }) => scheme), ...doesNotFit], rest.answers);
  return (
    <section className="stack" id="found">
      <div className="head">
        <h2>{words.results}</h2>
      </div>
      <p>
        <b role="status">
          <Changing text={words.counts(mayFit.length, needsAnswers.length, doesNotFit.length)} />
        </b>{' '}
        <span className="soft">{words.guide}</span>
      </p>
      {without !== null && <StateWithout state={without} />}
      {mayFit.length > 0 && <ResultTools names={groups.flatMap(({ items }) => items.map(({ name }) => name))} />}
      {groups.map(({ kind, items }) => (
        <Group key={kind} heading={words.mayHeadingOf(words.kinds[kind])} schemes={items} {...rest} />
      ))}
      <Group heading={words.needsHeading} schemes={needsAnswers.map(({ scheme }) => scheme)} {...rest} />
      {doesNotFit.length > 0 && (
        <details className="not-fit" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <Changing text={`${words.notHeading} (${doesNotFit.length})`} />
          </summary>
          {isOpen && <Group schemes={doesNotFit} {...rest} />}
        </details>
      )}
    </section>
  );
});

/** `words`: null until they have been fetched. */
type OfAnswers = {
  answers: Answers;
  words: WordsById | null;
  onAsk: (id: FactId) => void;
  calls: Record<number, string>;
};

export function Given({
  answers,
  answered,
  about,
  fromOf,
  onChange,
  onStartAgain,
  children,
}: {
  answers: Answers;
  answered: FactId[];
  about: About;
  /** For whom of the same home it was answered. */
  fromOf: (id: FactId) => string | null;
  onChange: (id: FactId) => void;
  onStartAgain: () => void;
  children: ReactNode;
}) {
  return (
    <details className="given">
      <summary>
        <Changing text={`${words.yourAnswers} (${answered.length})`} />
      </summary>
      <dl className="ledger">
        {answered.map((id) => (
          <div key={id}>
            <dt>
              {questionOf(id, about).label}
              <small>
                <Changing text={[describeAnswer(id, answers[id]!), fromOf(id)].filter(Boolean).join(' · ')} />
              </small>
            </dt>
            <dd>
              <button type="button" className="tool" onClick={() => onChange(id)}>
                {words.change}
                <span className="vh"> {questionOf(id, about).label}</span>
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

/** `name`: null for oneself. */
export function KeepWithProfile({ of, name }: { of: string; name: string | null }) {
  const [told, setTold] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = () => {
    if (isSending) return;
    setSending(true);
    void sendToProfile(of)
      .then(
        () => setTold(words.keptNow),
        () => setTold(words.notKept),
      )
      .finally(() => setSending(false));
  };
  return (
    <>
      {told !== words.keptNow && (
        <button type="button" className="btn ghost" aria-disabled={isSending} onClick={send}>
          {name === null ? words.keep : words.keepFor(name)}
        </button>
      )}
      <span role="status">{told && <Changing text={told} />}</span>
    </>
  );
}

const firstShown = 6;
const moreShown = 12;

function Group({ heading, schemes, ...rest }: { heading?: string; schemes: FinderScheme[] } & OfAnswers) {
  const [count, setCount] = useState(firstShown);
  if (schemes.length === 0) return null;
  return (
    <>
      {heading && (
        <h3>
          <Changing text={`${heading} (${schemes.length})`} />
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
            <Changing text={words.more(schemes.length - count)} />
          </button>
        </div>
      )}
    </>
  );
}

export function Card({
  scheme: bare,
  answers,
  words: sentences,
  onAsk,
  level = 3,
  near = [],
  calls,
}: { scheme: FinderScheme; level?: 2 | 3; near?: FinderScheme[] } & OfAnswers) {
  const scheme = useMemo(() => withWords(bare, sentences), [bare, sentences]);
  const result = evaluate(scheme.rules, answers);
  const [first] = result.missing;
  const of = (
    <span className="vh" lang={langOf(scheme.name)}>
      : {scheme.name}
    </span>
  );
  return (
    <FitCard scheme={scheme} result={result} level={level}>
      {result.verdict === 'yes' && (
        <a className="btn" href={`${scheme.canonicalUrl}#scheme`}>
          {words.apply}
          {of}
        </a>
      )}
      {result.verdict === 'yes' && <CallLink scheme={scheme} calls={calls} />}
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
        <SaveButton scheme={scheme} />
      )}
      {result.verdict === 'no' && (
        <NearSchemes
          schemes={near.filter(({ kind }) => kind === scheme.kind).map((one) => withWords(one, sentences))}
        />
      )}
    </FitCard>
  );
}

function SaveButton({ scheme: { id, name } }: { scheme: FinderScheme }) {
  useSyncExternalStore(followCart, readCart, () => null);
  const is = isSaved(id);
  return (
    <button type="button" className="btn ghost" onClick={() => (is ? removeSaved(id) : saveScheme(id))}>
      <Icon name={is ? 'saved' : 'save'} />
      <Changing text={is ? saving.saved : saving.save} />
      <span className="vh" lang={langOf(name)}>
        : {name}
      </span>
    </button>
  );
}
