import type { Paragraphs } from './paragraphs.contract.ts';
import { blocksOf } from './text-blocks.ts';

/**
 * One paragraph of both texts. `gap`: the blank lines before it in the translation; null: it has no place there yet.
 */
export type SideRow = Paragraphs['rows'][number] & { key: string; words: string; gap: string | null };
export type Side = { told: Paragraphs; rows: SideRow[]; head: string; tail: string };

/**
 * Paragraphs of one original that stand together are one row, so that a row does not fall apart under who types a blank
 * line. @param body the translation as a text field shows it
 */
export function sideOf(paragraphs: Paragraphs, body: string): Side {
  const blocks = blocksOf(body);
  const seen = new Map<string, number>();
  const rows: SideRow[] = [];
  let last = -1;
  for (const row of paragraphs.rows) {
    const block = row.own === null ? undefined : blocks[row.own];
    const above = rows.at(-1);
    if (above && block && row.own === last + 1 && belongsTo(above, row)) {
      above.words = body.slice(blocks[last]!.to - above.words.length, block.to);
      if (row.state === 'changed') Object.assign(above, { state: row.state, before: row.before });
    } else {
      const name = row.original === null ? 'own' : `original-${row.original}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const gap = block && row.own !== 0 ? body.slice(blocks[row.own! - 1]!.to, block.from) : null;
      rows.push({ ...row, key: `${name}-${count}`, words: block?.text ?? '', gap });
    }
    if (row.own !== null) last = row.own;
  }
  return {
    told: paragraphs,
    rows,
    head: body.slice(0, blocks[0]?.from ?? 0),
    tail: blocks.length === 0 ? '\n' : body.slice(blocks.at(-1)!.to),
  };
}

const belongsTo = (above: SideRow, { original, state }: Paragraphs['rows'][number]) =>
  above.own !== null && (original === null ? state === 'own' && above.state === 'own' : original === above.original);

const written = (rows: SideRow[]) => rows.filter(({ words }) => words.trim() !== '');

/** The translation's text: a row that nobody touched keeps its bytes, and so do the blank lines before it. */
export function bodyOf({ rows, head, tail }: Side): string {
  const parts = written(rows).map(({ words, gap }, at) => (at === 0 ? head : (gap ?? '\n\n')) + words);
  return parts.length === 0 ? '' : parts.join('') + tail;
}

/** Which block of the text belongs to which of the original; null where rows and blocks cannot be told apart. */
export function pairsOf(side: Side): { own: number; original: number | null }[] | null {
  const pairs = written(side.rows).flatMap(({ words, original }) => blocksOf(words).map(() => ({ original })));
  if (pairs.length !== blocksOf(bodyOf(side)).length) return null;
  return pairs.map(({ original }, own) => ({ own, original }));
}

/** Numbers of the blocks that a row is now. */
export function blocksOfRow(side: Side, key: string): number[] {
  let at = 0;
  for (const row of written(side.rows)) {
    const count = blocksOf(row.words).length;
    if (row.key === key) return Array.from({ length: count }, (_, index) => at + index);
    at += count;
  }
  return [];
}

export const withWords = (side: Side, key: string, words: string): Side => ({
  ...side,
  rows: side.rows.map((row) => (row.key === key ? { ...row, words } : row)),
});
