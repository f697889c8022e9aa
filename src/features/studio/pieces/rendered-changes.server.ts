import type { Element, ElementContent, Root, RootContent, Text } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { wordChanges } from '../editor/word-changes.ts';
import { alignBlocks } from '../translation/align-blocks.ts';

const parse = unified().use(rehypeParse, { fragment: true }).freeze();
const stringify = unified().use(rehypeStringify).freeze();

/** Between the texts of two blocks, so that the words of two cells are not taken for one. */
const seam = '\u0001';
const startsBlock = new Set(
  'p li td th dt dd h1 h2 h3 h4 h5 h6 blockquote pre figcaption caption summary div'.split(' '),
);
/** Their text is only the white space between their parts. */
const holdsNoText = new Set('table thead tbody tfoot tr ul ol dl picture video details'.split(' '));
const shows = new Set('img picture video audio svg iframe source'.split(' '));

type Chunk = { node: Text; parent: Root | Element; from: number; to: number };

function chunksOf(block: Element): { text: string; chunks: Chunk[]; pictures: string } {
  let text = '';
  const chunks: Chunk[] = [];
  const pictures: string[] = [];
  const walk = (parent: Element) => {
    if (startsBlock.has(parent.tagName) && text !== '') text += seam;
    if (shows.has(parent.tagName)) pictures.push(JSON.stringify(parent.properties));
    for (const child of parent.children) {
      if (child.type === 'element') walk(child);
      if (child.type !== 'text' || holdsNoText.has(parent.tagName)) continue;
      chunks.push({ node: child, parent, from: text.length, to: text.length + child.value.length });
      text += child.value;
    }
  };
  walk(block);
  return { text, chunks, pictures: pictures.join() };
}

const note = (kind: 'ins' | 'del'): Element => ({
  type: 'element',
  tagName: 'span',
  properties: { className: ['vh'] },
  children: [{ type: 'text', value: `[${kind === 'ins' ? words.added : words.gone}] ` }],
});
const marked = (kind: 'ins' | 'del', children: ElementContent[], isBlock = false): Element => ({
  type: 'element',
  tagName: kind,
  properties: isBlock ? { className: ['studio-whole'] } : {},
  children: [note(kind), ...children],
});

type Edit = { at: number; to: number } | { at: number; gone: string };

/** For the words of all blocks together: it holds the thread of the readers' pages. What is left is shown twice. */
const maxMilliseconds = 500;

/**
 * Marks the words that differ inside of `after`.
 * @param until when it has to be done, as performance.now() @returns whether that shows all that differs
 */
function markWords(before: Element, after: Element, until: number): boolean {
  const left = until - performance.now();
  if (left <= 0) return false;
  const [old, now] = [chunksOf(before), chunksOf(after)];
  if (before.tagName !== after.tagName || old.pictures !== now.pictures || old.text === now.text) return false;
  let at = 0;
  const edits: Edit[] = [];
  for (const { kind, text } of wordChanges(old.text, now.text, left / 2)) {
    if (kind === 'gone') {
      const gone = text.replaceAll(seam, ' ');
      if (gone.trim() !== '') edits.push({ at, gone });
      continue;
    }
    if (kind === 'added') edits.push({ at, to: at + text.length });
    at += text.length;
  }
  if (now.chunks.length === 0) return false;
  const placed = new Set<Edit>();
  const starts = new Set(now.chunks.map(({ from }) => from));
  const partsIn = new Map<Text, ElementContent[]>();
  let first = 0;
  for (const chunk of now.chunks) {
    for (; first < edits.length && isBehind(edits[first]!, chunk, placed); first += 1);
    partsIn.set(chunk.node, partsOf(chunk, edits, first, placed, starts));
  }
  for (const parent of new Set(now.chunks.map((chunk) => chunk.parent)))
    parent.children = (parent.children as ElementContent[]).flatMap((child) =>
      child.type === 'text' ? (partsIn.get(child) ?? [child]) : [child],
    );
  // Nothing that is gone may go unseen: where it has no place, the block is shown twice.
  return edits.every((edit) => !('gone' in edit) || placed.has(edit));
}

/** Whether no chunk from this one on has a part in the edit. */
const isBehind = (edit: Edit, { from }: Chunk, placed: Set<Edit>) =>
  'gone' in edit ? edit.at < from || placed.has(edit) : edit.to <= from;

/** @param first of the edits, which stand in the order of the text */
function partsOf(
  { node, from, to }: Chunk,
  edits: Edit[],
  first: number,
  placed: Set<Edit>,
  starts: Set<number>,
): ElementContent[] {
  const parts: ElementContent[] = [];
  let done = from;
  const keep = (upTo: number) => {
    if (upTo > done) parts.push({ type: 'text', value: node.value.slice(done - from, upTo - from) });
    done = Math.max(done, upTo);
  };
  for (let next = first; next < edits.length && edits[next]!.at <= to; next += 1) {
    const edit = edits[next]!;
    if ('gone' in edit) {
      // At the end of a text it stands there, unless another one begins just there.
      if (edit.at < from || placed.has(edit)) continue;
      if (edit.at === to && to > from && starts.has(to)) continue;
      placed.add(edit);
      keep(edit.at);
      parts.push(marked('del', [{ type: 'text', value: edit.gone }]));
      continue;
    }
    const [start, end] = [Math.max(edit.at, from), Math.min(edit.to, to)];
    if (start >= end) continue;
    keep(start);
    const value = node.value.slice(start - from, end - from);
    parts.push(value.trim() === '' ? { type: 'text', value } : marked('ins', [{ type: 'text', value }]));
    done = end;
  }
  keep(to);
  return parts;
}

const blocksIn = (html: string): Element[] =>
  (parse.parse(html) as Root).children.flatMap((child: RootContent): Element[] => {
    if (child.type === 'element') return [child];
    if (child.type !== 'text' || child.value.trim() === '') return [];
    return [{ type: 'element', tagName: 'p', properties: {}, children: [child] }];
  });
/** What is gone stands beside what is there: an id must not be there twice. */
function withoutIds(block: Element): Element {
  delete block.properties.id;
  for (const child of block.children) if (child.type === 'element') withoutIds(child);
  return block;
}
const gone = (block: Element) => marked('del', [withoutIds(block)], true);
const htmlOf = (block: Element) => stringify.stringify({ type: 'root', children: [structuredClone(block)] });

/**
 * Two renderings as one: words that are new or gone stand in `ins` and `del`; a block of which that cannot be shown (a
 * picture, another kind of block) stands there twice.
 * @param before both sanitised: only these two elements and a label are added
 */
export function renderedChanges(before: string, after: string): string {
  const [old, now] = [blocksIn(before), blocksIn(after)];
  const [oldHtml, newHtml] = [old.map(htmlOf), now.map(htmlOf)];
  const places = alignBlocks(oldHtml, newHtml);
  const from = new Map(places.flatMap((place, at) => (place === null ? [] : [[place, at] as const])));
  let last = -1;
  for (const at of now.keys()) {
    const source = from.get(at);
    if (source === undefined) continue;
    if (source > last) last = source;
    else {
      // Moved: gone from its old place, and new in this one.
      from.delete(at);
      places[source] = null;
    }
  }
  const until = performance.now() + maxMilliseconds;
  const shown: RootContent[] = [];
  let next = 0;
  const showGone = (upTo: number) => {
    for (; next < upTo; next += 1) if (places[next] === null) shown.push(gone(old[next]!));
  };
  for (const [at, block] of now.entries()) {
    const source = from.get(at);
    if (source === undefined) {
      shown.push(marked('ins', [block], true));
      continue;
    }
    showGone(source);
    next = Math.max(next, source + 1);
    if (oldHtml[source] === newHtml[at]) shown.push(block);
    else {
      const whole = structuredClone(block);
      if (markWords(old[source]!, block, until)) shown.push(block);
      else shown.push(gone(old[source]!), marked('ins', [whole], true));
    }
  }
  showGone(old.length);
  return stringify.stringify({ type: 'root', children: shown });
}
