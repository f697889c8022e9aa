import { useMemo, useState } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { formatDate, langOf } from '../../../ui/format.ts';
import type { Verdict } from '../../schemes/evaluate.ts';
import { AnswersField } from './answer-controls.tsx';
import { failureOf, readCase, type SchemeCase } from '../../schemes/check-cases.ts';
import { checkRules, type RuleProblem, type Rules } from '../../schemes/rules.ts';
import { listOf, MayWrite, SelectField, TextField, useMayWrite, withField } from '../fields.tsx';
import { useRows } from './use-rows.ts';
import { Chip } from './value-controls.tsx';
import { isRecord } from '../../../platform/wire/is-record.ts';

/** How one test person fares with the rules as they are now. */
type Fate =
  | { is: 'holds' }
  | { is: 'fails'; gives: Verdict; day: string | undefined; reasons: string[] }
  | { is: 'broken'; problem: RuleProblem }
  /** The rules themselves cannot be used. */
  | { is: 'untried' };

function fatesOf(cases: readonly unknown[], rules: unknown): Fate[] {
  const { rules: usable } = checkRules(rules);
  return cases.map((raw) => {
    const one = readCase(raw);
    if ('code' in one) return { is: 'broken', problem: one };
    return usable ? fateOf(one, usable) : { is: 'untried' };
  });
}

function fateOf(one: SchemeCase, rules: Rules): Fate {
  const failure = failureOf(one, rules);
  if (!failure) return { is: 'holds' };
  const { result, day } = failure;
  const telling = result.reasons.filter(({ verdict }) => verdict === result.verdict);
  const reasons = result.verdict === 'yes' ? [] : telling.slice(0, 3).map(({ text }) => text);
  return { is: 'fails', gives: result.verdict, day, reasons };
}

type Plain = Record<string, unknown>;
type Props = { cases: unknown; rules: unknown; onChange(cases: unknown[] | undefined): void };

const verdicts = ['yes', 'no', 'unknown'] as const satisfies readonly Verdict[];
const describeVerdict = (verdict: unknown) => words.verdicts[verdict as Verdict] ?? '';

const describeFate = (verdict: unknown, { is }: Fate) =>
  [describeVerdict(verdict), is === 'holds' && words.holds, is === 'fails' && words.fails].filter(Boolean).join(': ');

/** People with the verdict that the rules must give, tried at every change. */
export function CasesPart({ cases, rules, onChange }: Props) {
  const mayWrite = useMayWrite();
  const list = useMemo(() => listOf<unknown>(cases), [cases]);
  const fates = useMemo(() => fatesOf(list, rules), [list, rules]);
  const { keys, added, addButton, set, add, remove } = useRows(list, (next) =>
    onChange(next.length > 0 ? next : undefined),
  );
  return (
    <section className="stack" aria-labelledby="scheme-people">
      <h2 id="scheme-people">{words.people}</h2>
      <p className="hint">{list.length > 0 ? words.peopleNote : words.noPeople}</p>
      <div role="status">
        <Outcome fates={fates} />
      </div>
      {list.length > 0 && (
        <ol className="scheme-rows" aria-label={words.people}>
          {list.map((one, at) => (
            <MayWrite key={keys[at]} value={mayWrite && isRecord(one)}>
              <PersonItem
                one={isRecord(one) ? one : {}}
                fate={fates[at]!}
                number={at + 1}
                rules={rules}
                isNew={added === at}
                onChange={(next) => set(at, next)}
                onCopy={() => add({ ...(one as Plain), why: '' })}
                onRemove={() => remove(at)}
              />
            </MayWrite>
          ))}
        </ol>
      )}
      {mayWrite && (
        <div className="studio-row">
          <button
            type="button"
            className="btn ghost"
            ref={addButton}
            onClick={() => add({ answers: {}, verdict: 'yes', why: '' })}
          >
            {words.addPerson}
          </button>
        </div>
      )}
    </section>
  );
}

function Outcome({ fates }: { fates: Fate[] }) {
  if (fates.length === 0) return null;
  if (fates.some(({ is }) => is === 'untried')) return <p className="call warn">{words.needRules}</p>;
  const failing = fates.filter(({ is }) => is === 'fails').length;
  if (failing > 0) return <p className="call bad">{words.peopleFail(failing, fates.length)}</p>;
  return fates.every(({ is }) => is === 'holds') ? (
    <p className="studio-done">{words.peopleHold(fates.length)}</p>
  ) : null;
}

type ItemProps = {
  one: Plain;
  fate: Fate;
  number: number;
  rules: unknown;
  isNew: boolean;
  onChange(one: Plain): void;
  onCopy(): void;
  onRemove(): void;
};

function PersonItem({ one, fate, number, rules, isNew, onChange, onCopy, onRemove }: ItemProps) {
  const mayWrite = useMayWrite();
  const [isOpen, setIsOpen] = useState(isNew);
  const { why, verdict, asOf } = one;
  const name = typeof why === 'string' && why !== '' ? why : words.person(number);
  const isWhyMissing = fate.is === 'broken' && fate.problem.path[0] === 'why';
  const set = (field: string, value: unknown) => onChange({ ...one, [field]: value });
  return (
    <li data-wrong={fate.is === 'fails' || fate.is === 'broken' || undefined}>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <span className="scheme-said" lang={langOf(name)}>
            {name}
          </span>
          <span className="scheme-fate" data-fate={fate.is}>
            {describeFate(verdict, fate)}
          </span>
        </summary>
        {isOpen && (
          <div className="form">
            <SelectField
              label={words.must}
              value={String(verdict)}
              options={verdicts.map((one) => [one, words.verdicts[one]])}
              isFirst={isNew}
              onChange={(next) => set('verdict', next)}
            />
            <AnswersField
              answers={isRecord(one.answers) ? one.answers : {}}
              rules={rules}
              person={name}
              onChange={(answers) => set('answers', answers)}
            />
            <TextField
              label={words.why}
              hint={words.whyHint}
              value={why}
              rows={2}
              isLine
              maxLength={300}
              problem={isWhyMissing ? words.whyNeeded : undefined}
              onChange={(text) => set('why', text)}
            />
            <TextField
              label={words.asOf}
              hint={words.asOfHint}
              value={asOf}
              type="date"
              onChange={(text) => onChange(withField(one, 'asOf', text))}
            />
            {mayWrite && (
              <div className="studio-row">
                <Chip act={words.copyPerson} of={name} onClick={onCopy} />
                <Chip act={words.takeAway} of={name} onClick={onRemove} />
              </div>
            )}
          </div>
        )}
      </details>
      <Wrong fate={fate} verdict={verdict} />
    </li>
  );
}

function Wrong({ fate, verdict }: { fate: Fate; verdict: unknown }) {
  if (fate.is === 'broken')
    return <p className="err">{fate.problem.path[0] === 'why' ? words.whyNeeded : words.personWrong}</p>;
  if (fate.is !== 'fails') return null;
  return (
    <div className="scheme-problems">
      <p className="err">
        {fate.day !== undefined && `${words.onDay(formatDate(fate.day))} `}
        {words.gives(describeVerdict(verdict), describeVerdict(fate.gives))}
      </p>
      {fate.reasons.length > 0 && (
        <ul>
          {fate.reasons.map((text) => (
            <li key={text} lang={langOf(text)}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
