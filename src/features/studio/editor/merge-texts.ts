import { diffArrays } from 'diff';
import { mergeMarks } from '../pieces/merge-marks.ts';

export type Merged = {
  text: string;
  /** Places that both have changed: both stand there, between markers. */
  clashes: number;
};

type Edit = { from: number; to: number; lines: string[] };

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** What to do to `base` to get `other`: ranges of its lines, and what replaces them. */
function editsOf(base: string[], other: string[]): Edit[] {
  const parts = diffArrays(base, other, { maxEditLength: 6_000, timeout: 2_000 });
  if (!parts) return [{ from: 0, to: base.length, lines: other }];
  const edits: Edit[] = [];
  let at = 0;
  let open: Edit | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      at += value.length;
      open = null;
      continue;
    }
    if (!open) edits.push((open = { from: at, to: at, lines: [] }));
    if (added) open.lines.push(...value);
    else open.to = at += value.length;
  }
  return edits;
}

const applied = (base: string[], edits: Edit[], from: number, to: number): string[] => {
  const lines: string[] = [];
  let at = from;
  for (const edit of edits) {
    lines.push(...base.slice(at, edit.from), ...edit.lines);
    at = edit.to;
  }
  return [...lines, ...base.slice(at, to)];
};

// An insertion beside a change of the other counts as the same place: what comes first would be a guess.
const touches = (one: { from: number; to: number }, other: { from: number; to: number }) =>
  one.from <= other.to && other.from <= one.to;

const ended = (lines: string[]): string => {
  const text = lines.join('');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
};

/** Three-way merge by lines. Where both changed the same lines, both are kept, mine first. Nothing is left out. */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  const lines = linesOf(base);
  const ours = editsOf(lines, linesOf(mine));
  const others = editsOf(lines, linesOf(theirs));
  const out: string[] = [];
  let clashes = 0;
  let at = 0;
  while (ours.length > 0 || others.length > 0) {
    const isOursFirst = others.length === 0 || (ours.length > 0 && ours[0]!.from <= others[0]!.from);
    const region = { ...(isOursFirst ? ours[0]! : others[0]!) };
    const taken = { ours: [] as Edit[], others: [] as Edit[] };
    for (let grew = true; grew;) {
      grew = false;
      for (const [list, into] of [
        [ours, taken.ours],
        [others, taken.others],
      ] as const)
        while (list.length > 0 && touches(region, list[0]!)) {
          const edit = list.shift()!;
          into.push(edit);
          region.from = Math.min(region.from, edit.from);
          region.to = Math.max(region.to, edit.to);
          grew = true;
        }
    }
    out.push(...lines.slice(at, region.from));
    const left = applied(lines, taken.ours, region.from, region.to);
    const right = applied(lines, taken.others, region.from, region.to);
    if (taken.others.length === 0 || left.join('') === right.join('')) out.push(...left);
    else if (taken.ours.length === 0) out.push(...right);
    else {
      clashes += 1;
      const [begin, between, end] = mergeMarks;
      out.push(`${begin}\n`, ended(left), `${between}\n`, ended(right), `${end}\n`);
    }
    at = region.to;
  }
  return { text: [...out, ...lines.slice(at)].join(''), clashes };
}
