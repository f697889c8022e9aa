import type { Condition, Rules } from './rules.ts';
import type { FinderFile, FinderWords, SchemeCard } from './schemes.contract.ts';

// The finder's two files: rules with names, which the first question waits for, and the words of the results.

/** A scheme as the file of rules tells it, without any `because`. */
export type FinderScheme = Pick<SchemeCard, 'id' | 'name' | 'kind'> & { rules: Rules; originalId?: number };
/** With everything that a card shows. */
export type WordedScheme = FinderScheme & Pick<SchemeCard, 'benefit' | 'canonicalUrl' | 'alsoCheck' | 'intake'>;

/** An address that needs no table of letters to make. Where the slug is another one, the server redirects. */
export const plainAddress = (name: string, id: number): string => {
  const slug = name
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return `/article/${slug || 'article'}-${btoa(String(id)).replaceAll('=', '')}`;
};

/** The parts of a condition, in the order in which both files count them. */
export const partsOf = (condition: Condition): Condition[] =>
  'all' in condition ? condition.all : 'any' in condition ? condition.any : 'not' in condition ? [condition.not] : [];

/** Equal conditions become one object, so that each is compiled once. */
export function readFinderSchemes({ conditions, data }: FinderFile): FinderScheme[] {
  const known = conditions as unknown as Condition[];
  return data.map(({ id, name, kind, all, days, originalId }) => {
    const own: Rules['all'] = all.map((number) => known[number]!);
    for (const [at, from, until] of days ?? [])
      own[at] = { ...own[at]!, ...(from === null ? {} : { from }), ...(until === null ? {} : { until }) };
    return { id, name, kind, rules: { version: days ? 2 : 1, all: own }, ...(originalId ? { originalId } : {}) };
  });
}

/** Puts the words in their places; called for the few schemes that are shown. */
export function withWords(scheme: FinderScheme, words: WordsById | null): WordedScheme {
  const own = words?.data.get(scheme.id);
  const { id, name, rules } = scheme;
  const textOf = (number: number) => words!.texts[number]!;
  const all = [...rules.all];
  // The two files may be of different moments: words of a condition that is gone are left out.
  for (const [at, part, text] of own?.because ?? []) if (all[at]) all[at] = explain(all[at], part, textOf(text));
  for (const [at, source, reviewedOn] of own?.basis ?? [])
    all[at] &&= {
      ...all[at],
      ...(source === null ? {} : { source: textOf(source) }),
      ...(reviewedOn === null ? {} : { reviewedOn }),
    };
  return {
    ...scheme,
    rules: { ...rules, all },
    benefit: own?.benefit ?? null,
    canonicalUrl: own?.url ?? plainAddress(name, id),
    alsoCheck: (own?.check ?? []).map(textOf),
    ...(own?.intake ? { intake: own.intake } : {}),
  };
}

export type WordsById = { texts: string[]; data: ReadonlyMap<number, FinderWords['data'][number]> };
export const wordsById = ({ texts, data }: FinderWords): WordsById => ({
  texts,
  data: new Map(data.map((one) => [one.id, one])),
});

/** A copy whose part of that number has the sentence. */
function explain<Given extends Condition>(condition: Given, part: number, because: string): Given {
  let count = 0;
  const copy = <One extends Condition>(one: One): One => {
    const isMeant = count === part;
    count += 1;
    const inside = partsOf(one).map(copy);
    return {
      ...one,
      ...('all' in one ? { all: inside } : 'any' in one ? { any: inside } : 'not' in one ? { not: inside[0]! } : {}),
      ...(isMeant ? { because } : {}),
    };
  };
  return copy(condition);
}
