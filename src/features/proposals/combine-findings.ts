import type { Condition } from '../schemes/rules.ts';
import { conditionOfAge } from './read-age.ts';
import { left, type Finding, type Topic } from './reading.ts';
import type { Clause } from './split-clauses.ts';

/** A student in one sentence and a farmer in the next are alternatives: both are eligible. */
export function eitherWork(findings: Finding[]): Finding[] {
  const own = findings.filter(({ topic }) => topic === 'student' || topic === 'work');
  const isMixed = new Set(own.filter(({ condition }) => condition).map(({ topic }) => topic)).size > 1;
  const open = own.filter(({ condition, isLoosening }) => condition === null && isLoosening);
  const why = 'People in other work may apply too.';
  return own.flatMap(({ topic, clause, condition }) =>
    condition && (isMixed || open.some((one) => one.topic !== topic)) ? [left(topic, clause, why, true)] : [],
  );
}

const farmersAndOthers =
  /\bfarmers?\b[^.;]{0,30}\b(?:and|or|&)\b[^.;]{0,15}\b(?:individuals?|youths?|entrepreneurs?|citizens?|persons?|people|women|landless)\b|\b(?:individuals?|youths?|entrepreneurs?|citizens?|women|landless)\b[^.;]{0,10}\b(?:and|or|&)\b[^.;]{0,10}\bfarmers?\b/i;

/** 'The criteria can be relaxed in deserving cases': no limit is certain then. */
export const relaxedForAll = (clauses: Clause[]): Finding[] =>
  clauses
    .filter(({ text }) =>
      /\b(?:criteri\w+|conditions?|norms|eligibility)\b[^.;]{0,40}\b(?:relax\w*|waived?)\b/i.test(text),
    )
    .flatMap((clause) =>
      (['age', 'income', 'earnings', 'land', 'poverty', 'education', 'work'] as const).map((topic) =>
        left(topic, clause, 'The conditions may be relaxed.', true),
      ),
    );

/** 'Irrespective of income and caste' among the aims cancels a listed condition. */
export function openInDetails(clauses: Clause[]): Finding[] {
  const why = 'The aims say that it is open to all.';
  return clauses.flatMap((clause) => {
    if (clause.field === 'details' && farmersAndOthers.test(clause.text) && !/%|prefer|priorit/i.test(clause.text))
      return [left('work', clause, 'The aims speak of others too.', true)];
    const open = /\b(?:irrespective|regardless) of (?:the |their |any )?([^.;]{3,80})/i.exec(
      clause.field === 'details' ? clause.text : '',
    )?.[1];
    if (!open) return [];
    return [
      ...(/\b(?:caste|categor|communit|class)/i.test(open) ? [left('category', clause, why, true)] : []),
      ...(/\b(?:income|economic|financial)/i.test(open)
        ? [left('income', clause, why, true), left('poverty', clause, why, true)]
        : []),
      ...(/\b(?:gender|sex)\b/i.test(open) ? [left('gender', clause, why, true)] : []),
      ...(/\bage\b/i.test(open) ? [left('age', clause, why, true)] : []),
    ];
  });
}

export type Combined = {
  conditions: { condition: Condition; clause: Clause }[];
  doubts: { clause: Clause; why: string }[];
};

/** Merges all findings on one topic. */
export function combine(topic: Topic, findings: Finding[]): Combined {
  const doubts = findings.filter((one) => one.condition === null).map(({ clause, why }) => ({ clause, why }));
  const firmOnes = findings.filter((one) => one.condition !== null);
  const isLoosened = findings.some((one) => one.condition === null && one.isLoosening);
  if (firmOnes.length === 0) return { conditions: [], doubts };
  if (isLoosened) {
    const lowerBound = topic === 'age' ? lowerBoundOf(firmOnes) : null;
    if (lowerBound) return { conditions: [lowerBound], doubts };
    return {
      conditions: [],
      doubts: [
        ...doubts,
        ...firmOnes.map(({ clause }) => ({ clause, why: 'Another sentence loosens or contradicts it.' })),
      ],
    };
  }
  const merged = merge(topic, firmOnes);
  if (merged) return { conditions: merged, doubts };
  return {
    conditions: [],
    doubts: [...doubts, ...firmOnes.map(({ clause }) => ({ clause, why: 'Two sentences say different things.' }))],
  };
}

function merge(topic: Topic, findings: Finding[]): Combined['conditions'] | null {
  const all = findings.map(({ condition, clause }) => ({ condition: condition!, clause }));
  const distinct = all.filter(
    (one, index) =>
      all.findIndex((other) => JSON.stringify(other.condition) === JSON.stringify(one.condition)) === index,
  );
  if (distinct.length === 1) return distinct;
  if (topic === 'age') {
    const ranges = distinct.map(({ condition }) => rangeOf(condition));
    const lows = ranges.flatMap(({ low }) => low ?? []);
    const highs = ranges.flatMap(({ high }) => high ?? []);
    const low = lows.length === 0 ? undefined : Math.min(...lows);
    const high = highs.length === 0 ? undefined : Math.max(...highs);
    // Disjoint ranges are separate cases: the wider bound on both sides excludes nobody wrongly.
    if (low === undefined || high === undefined || low <= high)
      return [
        {
          condition: conditionOfAge({ ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }),
          clause: distinct[0]!.clause,
        },
      ];
    return null;
  }
  if (topic === 'income' || topic === 'earnings' || topic === 'land') {
    const widest = distinct.toSorted((one, other) => limitOf(other.condition) - limitOf(one.condition))[0]!;
    return [widest];
  }
  if (topic === 'household') return distinct;
  if (topic === 'education') {
    const loosest = distinct.toSorted(
      (one, other) => JSON.stringify(other.condition).length - JSON.stringify(one.condition).length,
    )[0]!;
    return [loosest];
  }
  if (topic === 'disability') {
    const least = distinct.toSorted((one, other) => atLeastOf(one.condition) - atLeastOf(other.condition));
    return [least.length === 2 && atLeastOf(least[0]!.condition) === 1 ? least[1]! : least[0]!];
  }
  if (topic === 'student') return [distinct.find(({ condition }) => 'any' in condition) ?? distinct[0]!];
  if (topic === 'governmentJob' || topic === 'taxpayers' || topic === 'worker')
    return [distinct.find(({ condition }) => JSON.stringify(condition).includes('"in"')) ?? distinct[0]!];
  return null;
}

const rangeOf = (condition: Condition): { low?: number; high?: number } => {
  if (!('fact' in condition)) return {};
  const { between, gte, lte } = condition;
  const low = between?.[0] ?? gte;
  const high = between?.[1] ?? lte;
  return { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
};
const limitOf = (condition: Condition): number =>
  'any' in condition || 'all' in condition
    ? Math.max(...('any' in condition ? condition.any : condition.all).map(limitOf))
    : (rangeOf(condition).high ?? 0);
const atLeastOf = (condition: Condition) => rangeOf(condition).low ?? 0;

/** Relaxations raise the upper age limit only, so the lower bound stays certain. */
function lowerBoundOf(findings: Finding[]): Combined['conditions'][number] | null {
  const lows = findings.flatMap(({ condition, clause }) => {
    const { low } = rangeOf(condition!);
    return low === undefined ? [] : [{ low, clause }];
  });
  if (
    lows.length === 0 ||
    lows.length < findings.filter(({ condition }) => rangeOf(condition!).low !== undefined).length
  )
    return null;
  const least = lows.toSorted((one, other) => one.low - other.low)[0]!;
  return least.low > 18 ? null : { condition: conditionOfAge({ low: least.low }), clause: least.clause };
}
