import { findConcepts, type Hit, type Hits, type Lexicon } from './find-concepts.ts';
import { type FoundLink, findLinks } from './find-links.ts';
import { type Folded, foldMessage, undisguise } from './fold-message.ts';
import type { SignId } from './message-check.contract.ts';
import { type SignRule, signRules, usual } from './sign-rules.ts';

export type FoundSign = { id: SignId; start: number; end: number; weight: number };
export type Reading = {
  /** Each sign once, at its strongest and shortest match; offsets refer to the text as it was sent. */
  signs: FoundSign[];
  /** Where each stands first. */
  concepts: Map<string, { start: number; end: number }>;
  links: FoundLink['kind'][];
  /** It warns of a scam, or tells what not to do: 'never share your OTP'. */
  isAdvice: boolean;
  /** It says that something is a scam. */
  isWarning: boolean;
};

/** Advice so near, in words, makes no demand of what looks like one; a warning reaches further over weak signs. */
const reach = { advice: 18, warning: 40 };

/** @param added words of concepts that editors have added */
export function readMessage(text: string, added?: Lexicon | null): Reading {
  const links = findLinks(text);
  const plain = foldMessage(text);
  const found = new Map<SignId, FoundSign>();
  const concepts: Reading['concepts'] = new Map();
  let isAdvice = false;
  let isWarning = false;
  const keep = (sign: FoundSign) => {
    const before = found.get(sign.id);
    if (!before || sign.weight > before.weight) found.set(sign.id, sign);
  };
  for (const view of [plain, undisguise(plain)]) {
    if (!view) continue;
    const inLink = (at: number) => links.some(({ start, end }) => view.starts[at]! >= start && view.starts[at]! < end);
    const hits = findConcepts(view.text, inLink, added);
    for (const [concept, [first]] of hits)
      if (first && !concepts.has(concept)) concepts.set(concept, placeOf(view, first));
    const [advice, warnings] = (['advice', 'warning'] as const).map((id) =>
      signRules.filter((rule) => rule.id === id).flatMap((rule) => matchesOf(rule, hits)),
    ) as [Hit[], Hit[]];
    isWarning ||= warnings.length > 0;
    isAdvice ||= isWarning || advice.length > 0;
    const isAdvised = (match: Hit, weight: number) =>
      [...advice, ...warnings].some((other) => isNear(match, other, reach.advice)) ||
      (weight < 2 && warnings.some((other) => isWithin(match, other, reach.warning)));
    for (const rule of signRules) {
      if (rule.id === 'advice' || rule.id === 'warning') continue;
      const match = matchesOf(rule, hits)
        .filter((one) => rule.weight === 0 || !isAdvised(one, rule.weight))
        .reduce<Hit | null>((best, one) => (best && lengthOf(best) <= lengthOf(one) ? best : one), null);
      if (match) keep({ id: rule.id, weight: rule.weight, ...placeOf(view, match) });
    }
  }
  for (const { start, end, kind } of links) {
    if (kind === 'shortened') keep({ id: 'shortened_link', weight: 1, start, end });
    if (kind === 'lookalike') keep({ id: 'lookalike_link', weight: 2, start, end });
  }
  const signs = [...found.values()].toSorted((one, other) => one.start - other.start);
  return { signs, concepts, links: links.map(({ kind }) => kind), isAdvice, isWarning };
}

const lengthOf = ({ first, last }: Hit) => last - first;
const isWithin = (one: Hit, other: Hit, within: number) =>
  other.first - one.last <= within && one.first - other.last <= within;
const isNear = (one: Hit, other: Hit, within: number) =>
  isWithin(one, other, within) && (within > usual || Math.abs(one.sentence - other.sentence) <= 1);

/** Where all parts of a rule stand near each other, one match for each place of its first part. */
function matchesOf({ parts, within, unless }: SignRule, hits: Hits): Hit[] {
  const [anchors = [], ...others] = parts.map((part) => hitsOf(part, hits));
  if (others.some((list) => list.length === 0)) return [];
  const barred = unless.flatMap((concept) => hits.get(concept) ?? []);
  return anchors.flatMap((anchor) => {
    let match = anchor;
    for (const list of others) {
      const nearest = nearestTo(anchor, list);
      if (!nearest || !isNear(anchor, nearest, within)) return [];
      match = spanOf(match, nearest);
    }
    return barred.some((one) => isNear(match, one, within)) ? [] : [match];
  });
}

const hitsOf = (part: string, hits: Hits): Hit[] => {
  const lists = part.split('/').flatMap((concept) => hits.get(concept) ?? []);
  return part.includes('/') ? lists.sort((one, other) => one.first - other.first) : lists;
};

/** The nearest that is not of the same words. */
function nearestTo(anchor: Hit, list: Hit[]): Hit | null {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.first <= anchor.last) low = middle + 1;
    else high = middle;
  }
  const after = list[low];
  let before = low - 1;
  while (before >= 0 && before > low - 8 && list[before]!.last >= anchor.first) before -= 1;
  const earlier = before >= 0 && list[before]!.last < anchor.first ? list[before]! : null;
  if (!after || !earlier) return after ?? earlier;
  return after.first - anchor.last <= anchor.first - earlier.last ? after : earlier;
}

const spanOf = (one: Hit, other: Hit): Hit => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
  sentence: one.sentence,
});

const placeOf = ({ starts, ends }: Folded, { start, end }: Hit) => ({
  start: starts[start] as number,
  end: ends[end - 1] as number,
});
