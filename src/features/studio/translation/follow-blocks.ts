import { alignBlocks, pairLanguages, sameWords, type Work } from './align-blocks.ts';
import { isOpen, type TranslationState } from './translation-state.ts';

/** `source`: index of the original's block, in its revision `revision`; null: the translator's own paragraph. */
export type Link = { own: string; source: number | null; revision: number };
/** Blocks of the original that the translation leaves out on purpose. */
export type LeftOut = { source: number; revision: number };
export type Follows = { links: Link[]; leftOut: LeftOut[] };

/** `before`: what the paragraph followed, where that is not what stands in the original now. */
export type Row = { original: number | null; own: number | null; state: TranslationState; before: string | null };

/**
 * Blocks of the original's revisions; empty where a revision was erased or not read. `work`: of all alignments of a
 * call together.
 */
export type Original = { revision: number; blocks: string[]; blocksIn(revision: number): string[]; work: Work };

// An alignment is the costly part: each revision has one, whichever functions ask for it.
const aligned = new WeakMap<Original, Map<number, (number | null)[]>>();

/** Where a block of an older revision of the original stands now. */
function placesIn(original: Original) {
  const known = aligned.get(original) ?? new Map<number, (number | null)[]>();
  aligned.set(original, known);
  return ({ source, revision }: { source: number | null; revision: number }): number | null => {
    if (source === null) return null;
    if (revision === original.revision) return source < original.blocks.length ? source : null;
    let places = known.get(revision);
    if (!places)
      known.set(revision, (places = alignBlocks(original.blocksIn(revision), original.blocks, original.work)));
    return places[source] ?? null;
  };
}

/** Paragraph by paragraph: what a translation follows, and what stands in the original now. In the original's order. */
export function rowsOf(follows: Follows, original: Original): Row[] {
  const placeOf = placesIn(original);
  const ofOwn = follows.links.map((link, own): Row => {
    if (link.source === null) return { original: null, own, state: 'own', before: null };
    const before = original.blocksIn(link.revision)[link.source] ?? null;
    const place = placeOf(link);
    if (place === null) return { original: null, own, state: 'gone', before };
    const isSame = before === null || sameWords(before, original.blocks[place]!);
    return { original: place, own, state: isSame ? 'same' : 'changed', before: isSame ? null : before };
  });
  const shown = new Set(ofOwn.map((row) => row.original));
  const stays = new Set(
    follows.leftOut.flatMap((one) => {
      const place = placeOf(one);
      const before = original.blocksIn(one.revision)[one.source];
      return place !== null && before !== undefined && sameWords(before, original.blocks[place]!) ? [place] : [];
    }),
  );
  const without = original.blocks.flatMap((_, at): Row[] =>
    shown.has(at) ? [] : [{ original: at, own: null, state: stays.has(at) ? 'left_out' : 'missing', before: null }],
  );
  return inOrder(ofOwn, without);
}

/** The translation's order; what it lacks stands after what it follows in the original. @param without ascending */
function inOrder(ofOwn: Row[], without: Row[]): Row[] {
  const byOriginal = ofOwn
    .flatMap(({ original }, at) => (original === null ? [] : [{ original, at }]))
    .sort((one, other) => one.original - other.original);
  const rows: Row[] = [];
  let [taken, next, last] = [0, 0, 0];
  for (const row of without) {
    for (; next < byOriginal.length && byOriginal[next]!.original < row.original!; next += 1)
      last = Math.max(last, byOriginal[next]!.at + 1);
    for (; taken < last; taken += 1) rows.push(ofOwn[taken]!);
    rows.push(row);
  }
  for (; taken < ofOwn.length; taken += 1) rows.push(ofOwn[taken]!);
  return rows;
}

export const openRows = (rows: readonly Pick<Row, 'state'>[]): number =>
  rows.filter(({ state }) => isOpen(state)).length;

/** A translation of which nothing is noted yet: its blocks belong to the original that it followed, by their shapes. */
export function firstLinks(own: readonly string[], hashOf: (text: string) => string, original: Original): Follows {
  const pairs = pairLanguages(original.blocks, own, original.work);
  const taken = new Set(pairs);
  return {
    links: own.map((text, at) => ({ own: hashOf(text), source: pairs[at] ?? null, revision: original.revision })),
    // It was whole when it was made: what it has not, its translator left out.
    leftOut: original.blocks.flatMap((_, source) =>
      taken.has(source) ? [] : [{ source, revision: original.revision }],
    ),
  };
}

/**
 * The links after the translation was changed. A paragraph that says the same keeps its link; one that was changed
 * follows the original of now, if `isBroughtUp`; a new one between two others belongs to what was missing there.
 */
export function carryLinks(
  follows: Follows,
  before: readonly string[] | null,
  after: readonly string[],
  hashOf: (text: string) => string,
  original: Original,
  isBroughtUp: boolean,
): Follows {
  const hashes = after.map(hashOf);
  // Without the older text its hashes tell what stayed.
  const old = before ?? follows.links.map(({ own }) => own);
  const places = alignBlocks(old, before ? after : hashes, original.work);
  const placeOf = placesIn(original);
  const links: Link[] = hashes.map((own) => ({ own, source: null, revision: original.revision }));
  const isNew = new Set(hashes.keys());
  for (const [at, link] of follows.links.entries()) {
    const place = places[at] ?? null;
    if (place === null) continue;
    isNew.delete(place);
    const now = placeOf(link);
    const isEdited = link.own !== hashes[place];
    links[place] =
      isEdited && isBroughtUp && now !== null
        ? { own: hashes[place]!, source: now, revision: original.revision }
        : { ...link, own: hashes[place]! };
  }
  const missingFrom = firstFrom(
    original.blocks.length,
    rowsOf({ ...follows, links }, original).flatMap((row) => (row.state === 'missing' ? row.original! : [])),
  );
  const rights: number[] = [];
  for (let at = links.length - 1, right = original.blocks.length; at >= 0; at -= 1) {
    rights[at] = right;
    right = placeOf(links[at]!) ?? right;
  }
  let left = -1;
  for (const [at, link] of links.entries()) {
    if (isNew.has(at)) {
      const found = missingFrom.first(left + 1);
      if (found < rights[at]!) {
        missingFrom.take(found);
        links[at] = { own: link.own, source: found, revision: original.revision };
      }
    }
    left = placeOf(links[at]!) ?? left;
  }
  return { links, leftOut: follows.leftOut };
}

/** The smallest of `values` from a number on, in nearly constant time (union-find). */
function firstFrom(length: number, values: number[]) {
  const next = Array.from({ length: length + 1 }, (_, at) => at + 1);
  next[length] = length;
  for (const value of values) next[value] = value;
  const first = (at: number): number => {
    while (next[at] !== at) {
      next[at] = next[next[at]!]!;
      at = next[at]!;
    }
    return at;
  };
  return { first, take: (value: number) => void (next[value] = value + 1) };
}

/** What an editor says of the paragraphs: pairs as they stand side by side, and which are right as they are. */
export type Marks = { pairs: { own: number; original: number | null }[]; right: number[]; leftOut: number[] };

/** The links after an editor has said so. What was not said to be right keeps what it followed. */
export function markLinks(follows: Follows, marks: Marks, original: Original): Follows {
  const placeOf = placesIn(original);
  const pairs = new Map(marks.pairs.toReversed().map((pair) => [pair.own, pair]));
  const [right, leftOut] = [new Set(marks.right), new Set(marks.leftOut)];
  const links = follows.links.map((link, at): Link => {
    const pair = pairs.get(at);
    const isRight = right.has(at);
    const place = pair ? pair.original : placeOf(link);
    const isMoved = pair !== undefined && pair.original !== placeOf(link);
    if (!isRight && !isMoved) return link;
    return { own: link.own, source: place, revision: original.revision };
  });
  const shown = new Set(links.map(placeOf));
  const retained = follows.leftOut.filter((one) => {
    const place = placeOf(one);
    return place !== null && !leftOut.has(place) && !shown.has(place);
  });
  return { links, leftOut: [...retained, ...marks.leftOut.map((source) => ({ source, revision: original.revision }))] };
}
