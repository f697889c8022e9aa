import { plainAddress, partsOf, type WordedScheme } from './finder-file.ts';
import type { Condition } from './rules.ts';
import type { FinderFile, FinderWords } from './schemes.contract.ts';

type Source = Omit<WordedScheme, 'originalId'> & { originalId?: number | undefined };

const longestBenefit = 160;

/** Only what decides, with keys in one order, so that equal conditions are equal texts. */
function bare(condition: Condition): Condition {
  if ('all' in condition) return { all: condition.all.map(bare) };
  if ('any' in condition) return { any: condition.any.map(bare) };
  if ('not' in condition) return { not: bare(condition.not) };
  const { fact, eq, in: list, gte, lte, between } = condition;
  return {
    fact,
    ...(eq === undefined ? {} : { eq }),
    ...(list === undefined ? {} : { in: list }),
    ...(gte === undefined ? {} : { gte }),
    ...(lte === undefined ? {} : { lte }),
    ...(between === undefined ? {} : { between }),
  };
}

/** Rules of all schemes: each different condition once, the most frequent first, and their numbers for each scheme. */
export function finderFileOf(schemes: readonly Source[]): FinderFile {
  const counts = new Map<string, number>();
  const keys = schemes.map(({ rules }) =>
    rules.all.map((condition) => {
      const key = JSON.stringify(bare(condition));
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return key;
    }),
  );
  const sorted = [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
  const numberOf = new Map(sorted.map((key, index) => [key, index]));
  return {
    conditions: sorted.map((key) => JSON.parse(key) as FinderFile['conditions'][number]),
    data: schemes.map(({ id, name, kind, rules, originalId }, index) => {
      const days = rules.all.flatMap(({ from, until }, at): [number, string | null, string | null][] =>
        rules.version === 1 || (from ?? until) === undefined ? [] : [[at, from ?? null, until ?? null]],
      );
      return {
        id,
        name,
        kind,
        all: keys[index]!.map((key) => numberOf.get(key)!),
        ...(days.length === 0 ? {} : { days }),
        ...(originalId === undefined ? {} : { originalId }),
      };
    }),
  };
}

const shortened = (text: string) =>
  text.length <= longestBenefit ? text : `${text.slice(0, longestBenefit).replace(/\s+\S*$/, '')} …`;

/** Sentences, sources and addresses of the same schemes: texts once, and their numbers. */
export function finderWordsOf(schemes: readonly Source[]): FinderWords {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = numbers.get(text) ?? texts.push(text) - 1;
    numbers.set(text, known);
    return known;
  };
  const data = schemes.map(({ id, name, canonicalUrl, benefit, alsoCheck, intake, rules }) => {
    const because = rules.all.flatMap((condition, at): [number, number, number][] =>
      becausesOf(condition).map(([part, text]) => [at, part, numberOf(text)]),
    );
    const basis = rules.all.flatMap(({ source, reviewedOn }, at): [number, number | null, string | null][] =>
      (source ?? reviewedOn) === undefined
        ? []
        : [[at, source === undefined ? null : numberOf(source), reviewedOn ?? null]],
    );
    return {
      id,
      ...(canonicalUrl === plainAddress(name, id) ? {} : { url: canonicalUrl }),
      ...(benefit === null ? {} : { benefit: shortened(benefit) }),
      ...(alsoCheck.length === 0 ? {} : { check: alsoCheck.map(numberOf) }),
      ...(intake ? { intake } : {}),
      ...(because.length === 0 ? {} : { because }),
      ...(basis.length === 0 ? {} : { basis }),
    };
  });
  return { texts, data };
}

/** Every `because` of a condition with the number of its part, counted from the outside. */
function becausesOf(condition: Condition): [part: number, text: string][] {
  const found: [number, string][] = [];
  let count = 0;
  const walk = (one: Condition) => {
    if (one.because !== undefined) found.push([count, one.because]);
    count += 1;
    partsOf(one).forEach(walk);
  };
  walk(condition);
  return found;
}
