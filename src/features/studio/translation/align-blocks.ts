/**
 * Cheapest pairing of two sequences in order (Needleman and Wunsch).
 * @param worth of a pair; a pair of 0 or less is never made
 * @returns for each of `before` the index in `after`, or null
 */
function pairInOrder(before: number, after: number, worth: (one: number, other: number) => number): (number | null)[] {
  const width = after + 1;
  const best = new Float64Array((before + 1) * width);
  const worths = new Float64Array(before * after);
  for (let one = before - 1; one >= 0; one -= 1)
    for (let other = after - 1; other >= 0; other -= 1) {
      const pair = worth(one, other);
      worths[one * after + other] = pair;
      const skipped = Math.max(best[(one + 1) * width + other]!, best[one * width + other + 1]!);
      best[one * width + other] = pair > 0 ? Math.max(skipped, pair + best[(one + 1) * width + other + 1]!) : skipped;
    }
  const pairs: (number | null)[] = Array.from({ length: before }, () => null);
  for (let one = 0, other = 0; one < before && other < after;) {
    const here = best[one * width + other]!;
    const pair = worths[one * after + other]!;
    if (pair > 0 && here === pair + best[(one + 1) * width + other + 1]!) {
      pairs[one] = other;
      one += 1;
      other += 1;
    } else if (here === best[(one + 1) * width + other]!) one += 1;
    else other += 1;
  }
  return pairs;
}

/** Single spaces, which are nearly all, are not written anew: this is done for whole texts. */
const plain = (text: string) => text.trim().replace(/[^\S ]\s*| \s+/g, ' ');
export const sameWords = (one: string, other: string) => one === other || plain(one) === plain(other);
/** Cheaper than by letters: it is done for every paragraph that has changed. */
const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().split(' '));

/**
 * What one call may spend on all of its alignments together, in pairs of paragraphs and letters of their words: some
 * 50 ms of a slow processor. `isCut`: something was left unpaired for it.
 */
export type Work = { left: number; isCut: boolean };
export const newWork = (): Work => ({ left: 1_200_000, isCut: false });

/** @returns whether there was enough left */
function spend(work: Work, cost: number): boolean {
  const isEnough = cost <= work.left;
  if (isEnough) work.left -= cost;
  else work.isCut = true;
  return isEnough;
}

/** A word of more paragraphs than these tells none of them from another, and would cost a count for each pair. */
const mostPlaces = 16;

/**
 * How much two sets have in common, 0 to 1, for each pair of `before` and `after`. Counted by what the sets share, so
 * that long paragraphs cost no look-up for each pair.
 */
function likenesses(before: Set<string>[], after: Set<string>[]): (one: number, other: number) => number {
  const places = new Map<string, number[]>();
  for (const [other, words] of after.entries())
    for (const word of words) {
      const known = places.get(word);
      if (!known) places.set(word, [other]);
      else if (known.length <= mostPlaces) known.push(other);
    }
  const isTelling = (word: string) => (places.get(word)?.length ?? 0) <= mostPlaces;
  const sizesOf = (sets: Set<string>[]) =>
    sets.map((words) => {
      let size = 0;
      for (const word of words) if (isTelling(word)) size += 1;
      return size;
    });
  const [sizes, others] = [sizesOf(before), sizesOf(after)];
  const shared = new Uint32Array(before.length * after.length);
  for (const [one, words] of before.entries()) {
    const start = one * after.length;
    for (const word of words)
      if (isTelling(word)) for (const other of places.get(word) ?? []) shared[start + other]! += 1;
  }
  return (one, other) => {
    const size = sizes[one]! + others[other]!;
    return size === 0 ? 0 : (2 * shared[one * after.length + other]!) / size;
  };
}

/**
 * Whether most of a paragraph stands before and behind the place where it was changed. Told letter by letter: nearly all
 * changes are such, and the words of a long text need not be counted for them.
 */
function isEdited(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < shorter.length && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  const room = shorter.length - start;
  while (end < room && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)) end += 1;
  return (start + end) * 2 > longer.length;
}

/** Below it, two paragraphs are not two versions of one. */
const alike = 0.34;

/**
 * Where each block of one version of a text stands in another version: first what says the same (also where it has
 * moved), then what has changed.
 * @param work where it is used up, what is not the same is told as old or new
 * @returns for each of `before` the index in `after`, or null where it was taken away
 */
export function alignBlocks(
  before: readonly string[],
  after: readonly string[],
  work: Work = newWork(),
): (number | null)[] {
  const numbers = new Map<string, number>();
  const numbered = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const [oldTexts, newTexts] = [before.map(plain), after.map(plain)];
  const [old, now] = [oldTexts.map(numbered), newTexts.map(numbered)];
  const places = samePlaces(old, now, work);
  const taken = new Set(places.filter((place) => place !== null));
  const pair = (one: number, other: number) => {
    places[one] = other;
    taken.add(other);
  };
  // Moved: the same words somewhere else.
  const free = Map.groupBy(
    now.flatMap((text, at) => (taken.has(at) ? [] : [{ text, at }])).toReversed(),
    ({ text }) => text,
  );
  for (const [at, text] of old.entries()) {
    if (places[at] !== null) continue;
    const place = free.get(text)?.pop()?.at;
    if (place === undefined) continue;
    pair(at, place);
  }
  let oldLeft = old.flatMap((_, at) => (places[at] === null ? [at] : []));
  let newLeft = now.flatMap((_, at) => (taken.has(at) ? [] : [at]));
  if (oldLeft.length === newLeft.length) {
    for (const [index, at] of oldLeft.entries())
      if (isEdited(oldTexts[at]!, newTexts[newLeft[index]!]!)) pair(at, newLeft[index]!);
    oldLeft = oldLeft.filter((at) => places[at] === null);
    newLeft = newLeft.filter((at) => !taken.has(at));
  }
  const letters = (texts: string[], left: number[]) => left.reduce((sum, at) => sum + texts[at]!.length, 0);
  const cost = oldLeft.length * newLeft.length + letters(oldTexts, oldLeft) + letters(newTexts, newLeft);
  // Two texts of one block each are paired without a look at their words.
  if (oldLeft.length > 0 && newLeft.length > 0 && old.length + now.length > 2 && spend(work, cost)) {
    const likeness = likenesses(
      oldLeft.map((at) => wordsIn(oldTexts[at]!)),
      newLeft.map((at) => wordsIn(newTexts[at]!)),
    );
    const changed = pairInOrder(oldLeft.length, newLeft.length, (one, other) => {
      const like = likeness(one, other);
      return like >= alike ? like : 0;
    });
    for (const [index, found] of changed.entries()) if (found !== null) pair(oldLeft[index]!, newLeft[found]!);
  }
  return rewritten(places, now.length, taken);
}

function samePlaces(old: number[], now: number[], work: Work): (number | null)[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [mid, other] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const known = new Set(other);
  // Where that is too many pairs, what says the same is found as if it had moved: nothing is left unpaired.
  const isSkipped = mid.every((text) => !known.has(text)) || mid.length * other.length > work.left;
  if (!isSkipped) spend(work, mid.length * other.length);
  const middle = isSkipped
    ? mid.map(() => null)
    : pairInOrder(mid.length, other.length, (one, two) => (mid[one] === other[two] ? 1 : 0));
  return [
    ...Array.from({ length: start }, (_, at) => at),
    ...middle.map((place) => (place === null ? null : place + start)),
    ...Array.from({ length: end }, (_, at) => now.length - end + at),
  ];
}

/** One block left over on each side between the same neighbours: it was written anew. */
function rewritten(places: (number | null)[], length: number, taken: Set<number>): (number | null)[] {
  const free = (at: number) => at >= 0 && at < length && !taken.has(at);
  for (const [at, place] of places.entries()) {
    if (place !== null) continue;
    const left = at === 0 ? -1 : places[at - 1];
    const right = at === places.length - 1 ? length : places[at + 1];
    if (left == null || right == null || right - left !== 2 || !free(left + 1)) continue;
    places[at] = left + 1;
    taken.add(left + 1);
  }
  return places;
}

/** What two languages share: the kind of a block, its numbers and its addresses. */
function shapeOf(text: string) {
  const line = text.trimStart();
  const kind =
    /^#{1,6} /.exec(line)?.[0] ??
    /^:::+\s*[\w-]+/.exec(line)?.[0] ??
    /^(?:[-*+] |\d+[.)] |\||>|!\[|`{3}|~{3})/.exec(line)?.[0].replace(/\d+/, '1') ??
    'words';
  return { kind, marks: new Set(text.match(/\d[\d,.]*\d|\d|\]\([^()\s]+\)|https?:[^\s)]+/g) ?? []) };
}

/** Which block of a translation belongs to which block of the original, told from their shapes. */
export function pairLanguages(
  original: readonly string[],
  own: readonly string[],
  work: Work = newWork(),
): (number | null)[] {
  const isLong = !spend(work, original.length * own.length);
  if (isLong) return own.map((_, at) => (at < original.length ? at : null));
  const [theirs, ours] = [original.map(shapeOf), own.map(shapeOf)];
  const likeness = likenesses(
    ours.map(({ marks }) => marks),
    theirs.map(({ marks }) => marks),
  );
  return pairInOrder(ours.length, theirs.length, (one, other) => {
    if (ours[one]!.kind !== theirs[other]!.kind) return 0;
    return 1 + likeness(one, other) + 0.1 * nearness(one / ours.length, other / theirs.length);
  });
}

const nearness = (one: number, other: number) => 1 - Math.abs(one - other);
