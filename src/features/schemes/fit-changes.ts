import { changeDays, isInForce, rulesOn } from './dated-rules.ts';
import { evaluate, type Verdict } from './evaluate.ts';
import { type Answers, factIds } from './facts.ts';
import { type CompiledSchemes, findSchemes } from './find-schemes.ts';
import type { FinderScheme, WordedScheme } from './finder-file.ts';
import type { Rules } from './rules.ts';

// What a device remembers of its last look: verdicts and prints of rules, never the answers.

/** `schemes`: `1013yAbCdEfGh` for each, separated by spaces: id, verdict (y, n, u), print of each condition. */
export type SeenVerdicts = { answers: string; schemes: string };

export type FitChange = {
  scheme: WordedScheme;
  /** `mayFit`: also where questions are still open, if it was excluded before. */
  kind: 'mayFit' | 'noLonger';
  verdict: Verdict;
  /** The condition that made the difference, in words; null where one was removed. */
  reason: string | null;
  /** First day of the new rules; null where they were edited without a date. */
  since: string | null;
};

const letterOf: Record<Verdict, string> = { yes: 'y', no: 'n', unknown: 'u' };
// The translation that is shown differs with the page's language; the original is one.
const idOf = ({ id, originalId }: FinderScheme) => originalId ?? id;

const printOfAnswers = (answers: Answers): string =>
  printOf(
    factIds.flatMap((id) =>
      Object.hasOwn(answers, id) && answers[id] !== null
        ? [[id, Array.isArray(answers[id]) ? answers[id].toSorted() : answers[id]]]
        : [],
    ),
    5,
  );

/** @param compiled for `day` */
export function lookAtVerdicts(compiled: CompiledSchemes<FinderScheme>, answers: Answers, day: string): SeenVerdicts {
  const { mayFit, doesNotFit, needsAnswers } = findSchemes(compiled, answers);
  const line = (verdict: Verdict) => (scheme: FinderScheme) =>
    `${idOf(scheme)}${letterOf[verdict]}${printsOn(scheme.rules, day).join('')}`;
  return {
    answers: printOfAnswers(answers),
    schemes: [
      ...mayFit.map(line('yes')),
      ...doesNotFit.map(line('no')),
      ...needsAnswers.map(({ scheme }) => line('unknown')(scheme)),
    ].join(' '),
  };
}

/**
 * Verdicts that differ because rules changed. None where the answers differ as well: then nobody could tell the cause.
 * A scheme that was not there at the last look is not a change.
 * @param wordsOf puts the sentences into a scheme's rules
 */
export function changesSince(
  seen: SeenVerdicts,
  compiled: CompiledSchemes<FinderScheme>,
  answers: Answers,
  day: string,
  wordsOf: (scheme: FinderScheme) => WordedScheme,
): FitChange[] {
  if (seen.answers !== printOfAnswers(answers)) return [];
  const before = new Map(
    seen.schemes.split(' ').flatMap((line) => {
      const [, id, verdict, prints = ''] = /^(\d+)([ynu])(.*)$/.exec(line) ?? [];
      return id ? [[Number(id), { verdict, prints: prints.match(/.{4}/g) ?? [] }] as const] : [];
    }),
  );
  const { mayFit, doesNotFit, needsAnswers } = findSchemes(compiled, answers);
  const changed = (kind: FitChange['kind'], was: string) => (scheme: FinderScheme) => {
    const old = before.get(idOf(scheme));
    if (!old || !was.includes(old.verdict!)) return [];
    const change = explain(wordsOf(scheme), kind, old.prints, answers, day);
    return change ? [change] : [];
  };
  return [
    ...mayFit.flatMap(changed('mayFit', 'nu')),
    ...needsAnswers.flatMap(({ scheme }) => changed('mayFit', 'n')(scheme)),
    ...doesNotFit.flatMap(changed('noLonger', 'y')),
  ];
}

function explain(
  scheme: WordedScheme,
  kind: FitChange['kind'],
  before: readonly string[],
  answers: Answers,
  day: string,
): FitChange | null {
  const now = printsOn(scheme.rules, day);
  const isNew = now.map((print) => !before.includes(print));
  const ended = scheme.rules.all.filter(
    (condition) => !isInForce(condition, day) && before.includes(printOf(condition)),
  );
  if (!isNew.includes(true) && before.every((print) => now.includes(print))) return null;
  const { verdict, reasons } = evaluate(scheme.rules, answers, day);
  const wanted = kind === 'noLonger' ? 'no' : 'yes';
  const at = reasons.findIndex((reason, index) => isNew[index] && reason.verdict === wanted);
  const current = scheme.rules.all.filter((condition) => isInForce(condition, day));
  const dated = at >= 0 ? current[at]!.from : undefined;
  // A limit that ended without a successor: the last change of the rules up to this day.
  const last = ended.length > 0 ? changeDays(scheme.rules).findLast((one) => one <= day) : undefined;
  return { scheme, kind, verdict, reason: reasons[at]?.text ?? null, since: dated ?? last ?? null };
}

// Fingerprints of conditions: what a condition decides, not its wording, source or validity.

const wording = new Set(['because', 'quote', 'source', 'reviewedBy', 'reviewedOn', 'from', 'until']);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** As many letters of base64 as asked for, of 6 bits each. */
function printOf(value: unknown, letters = 4): string {
  let rest = hash(canonical(value));
  let text = '';
  for (let at = 0; at < letters; at += 1, rest >>>= 6) text += alphabet[rest & 63];
  return text;
}

/** JSON with sorted keys: the database does not keep the order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const entries = Object.entries(value).filter(([key, one]) => !wording.has(key) && one !== undefined);
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => `${key}:${canonical(one)}`)
    .join(',')}}`;
}

const known = new WeakMap<Rules, string[]>();

/** One print of four letters for each condition in force on that day, in their order. */
export function printsOn(rules: Rules, day: string): string[] {
  const current = rulesOn(rules, day);
  let prints = known.get(current);
  if (!prints) known.set(current, (prints = current.all.map((condition) => printOf(condition))));
  return prints;
}
