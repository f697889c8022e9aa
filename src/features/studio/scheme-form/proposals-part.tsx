import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { formatDate, langOf } from '../../../ui/format.ts';
import type { Decision } from '../../proposals/decide-conditions.ts';
import type { Condition } from '../../schemes/rules.ts';
import { useEditor } from '../editor/editor-context.ts';
import { listOf } from '../fields.tsx';
import { checkRows } from './check-rows.ts';
import { GroupControls, SentenceControls } from './condition-controls.tsx';
import { decided, openProposals, type Proposed, withCondition } from './decide-proposal.ts';
import { RowList } from './row-list.tsx';
import { describeRow } from './row-sentence.ts';
import { peopleBeside } from './people-beside.ts';
import { membersPath, readRows, type Row, writeRow } from './rule-rows.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';

type Answer = { conditions: Proposed[]; abstained: { quote: string; why: string }[]; partly: string };
type Props = {
  id: number;
  rules: unknown;
  alsoCheck: unknown;
  onRules(rules: Record<string, unknown>): void;
  onAlsoCheck(points: unknown[] | undefined): void;
};

/** What the words of the record ask for, to be accepted, changed or refused one by one. */
export function ProposalsPart({ id, rules, alsoCheck, onRules, onAlsoCheck }: Props) {
  const { calls, props, now } = useEditor();
  // A writer's acceptance is no check.
  const checker = props.may.review ? props.personName : null;
  const { data: answer, refetch } = useQuery({
    // The words of another revision propose other rules.
    queryKey: ['proposed rules', id, now.base.revision],
    queryFn: () => calls.load<Answer>(`/articles/${id}/proposed-rules`),
    placeholderData: keepPreviousData,
  });
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const goOn = () => list.current?.focus();
  const refusal = useMutation({
    mutationFn: ({ condition, quote }: Proposed) =>
      calls.load(`/articles/${id}/refuse-condition`, { method: 'POST', body: { condition, quote } }),
    onSuccess: () => refetch(),
    onSettled(_, error) {
      setSaid(error ? words.notRefused : words.refused);
      goOn();
    },
  });
  if (!answer) return null;
  const all = openProposals(answer.conditions, rules);
  const open = all.filter(({ refused }) => refused === null);
  const refused = all.filter((one) => one.refused !== null);
  const points = listOf<unknown>(alsoCheck);
  const isPartly = points.includes(answer.partly);
  const setPartly = (isSet: boolean) => {
    const next = isSet ? [...points, answer.partly] : points.filter((one) => one !== answer.partly);
    onAlsoCheck(next.length > 0 ? next : undefined);
  };
  const accept = (one: Proposed, decision: Decision) => {
    const added = decided(one, decision, checker, dayInIndia());
    if (added) onRules(withCondition(rules, added));
    setSaid(words.accepted);
    goOn();
  };
  const refuse = (one: Proposed) => refusal.mutate(one);
  const item = (one: Proposed) => (
    <ProposalItem key={JSON.stringify([one.condition, one.quote])} one={one} onAccept={accept} onRefuse={refuse} />
  );
  return (
    <section className="stack" aria-labelledby="scheme-proposals">
      <h2 id="scheme-proposals">{words.proposals}</h2>
      <p className="hint">{open.length > 0 ? words.proposalsNote : words.noProposals}</p>
      <p role="status" className="studio-meta">
        {said}
      </p>
      {open.length > 0 && (
        <ol className="scheme-rows" ref={list} tabIndex={-1} aria-labelledby="scheme-proposals">
          {open.map(item)}
        </ol>
      )}
      {(all.length < answer.conditions.length || isPartly) && (
        <label className="studio-tick" htmlFor="scheme-partly">
          <input
            id="scheme-partly"
            type="checkbox"
            checked={isPartly}
            onChange={({ target }) => setPartly(target.checked)}
          />
          {words.partly}
        </label>
      )}
      {refused.length > 0 && (
        <details>
          <summary>{words.refusedBefore(refused.length)}</summary>
          <ol className="scheme-rows">{refused.map(item)}</ol>
        </details>
      )}
      {answer.abstained.length > 0 && (
        <details>
          <summary>{words.abstained}</summary>
          <ul className="scheme-problems">
            {answer.abstained.map(({ quote, why }) => (
              <li key={quote + why}>
                <q lang={langOf(quote)}>{quote}</q> <span lang="en">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

type ItemProps = {
  one: Proposed;
  onAccept(one: Proposed, decision: Decision): void;
  onRefuse(one: Proposed): void;
};

function ProposalItem({ one, onAccept, onRefuse }: ItemProps) {
  const { quote, refused } = one;
  const own: Row = readRows({ version: 1, all: [one.condition] })![0]!;
  const [draft, setDraft] = useState<Row | null>(null);
  const problems = draft ? checkRows([draft], undefined) : [];
  const isUsable = problems.every(({ isWarning }) => isWarning);
  const acts = { a: () => onAccept(one, { kind: 'accept' }), c: () => setDraft(own), r: () => onRefuse(one) };
  const sentence = describeRow(own);
  const onKey = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    // Letters that are typed into a field are no answer.
    if (draft || ctrlKey || altKey || metaKey || (target as HTMLElement).closest('input, select, textarea')) return;
    if (!Object.hasOwn(acts, key)) return;
    event.preventDefault();
    acts[key as keyof typeof acts]();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same
    <li onKeyDown={onKey}>
      <div className="scheme-proposal">
        {quote === null ? (
          <p className="hint">{words.fromRecord}</p>
        ) : (
          <blockquote className="scheme-quote" lang={langOf(quote)}>
            {quote}
          </blockquote>
        )}
        <div>
          <p>
            <b>{sentence}</b>
          </p>
          <ul className="scheme-people" aria-label={words.people}>
            {peopleBeside(draft && isUsable ? (writeRow(draft) as Condition) : one.condition).map((person) => (
              <li key={`${person.answer}`}>
                {person.label}: {person.answer ?? words.noAnswer} → <b>{words.verdicts[person.verdict]}</b>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {refused && <p className="hint">{words.refusedBy(refused.byName, formatDate(refused.at))}</p>}
      {draft && <Draft draft={draft} onChange={setDraft} />}
      {problems.map(({ path, message }) => (
        <p key={path.join('.') + message} className="err">
          {message}
        </p>
      ))}
      <div className="studio-row" role="group" aria-label={words.decide(sentence)}>
        {draft ? (
          <button
            type="button"
            className="btn"
            disabled={!isUsable}
            onClick={() => onAccept(one, { kind: 'change', condition: writeRow(draft) as Condition })}
          >
            {words.acceptChanged}
          </button>
        ) : (
          <>
            <button type="button" className="btn" aria-keyshortcuts="a" onClick={acts.a}>
              {words.accept} <kbd aria-hidden="true">a</kbd>
            </button>
            <button type="button" className="btn ghost" aria-keyshortcuts="c" onClick={acts.c}>
              {words.change} <kbd aria-hidden="true">c</kbd>
            </button>
          </>
        )}
        {!refused && (
          <button type="button" className="btn ghost" aria-keyshortcuts="r" onClick={acts.r}>
            {words.refuse} <kbd aria-hidden="true">r</kbd>
          </button>
        )}
      </div>
    </li>
  );
}

/** The proposed condition in the controls of the form, before it is one of the rules. */
function Draft({ draft, onChange }: { draft: Row; onChange(row: Row): void }) {
  if (draft.kind === 'kept') return <p className="hint">{words.kept}</p>;
  const shared = { problems: [], problemId: '', isNew: true };
  return (
    <div className="form">
      {draft.kind === 'sentence' ? (
        <SentenceControls {...shared} row={draft} onChange={onChange} />
      ) : (
        <>
          <GroupControls {...shared} row={draft} onChange={onChange} />
          <RowList
            rows={draft.rows}
            path={['all', 0, ...membersPath(draft)]}
            problems={checkRows([draft], undefined)}
            depth={1}
            label={describeRow(draft)}
            onChange={(rows) => onChange({ ...draft, rows })}
          />
        </>
      )}
    </div>
  );
}
