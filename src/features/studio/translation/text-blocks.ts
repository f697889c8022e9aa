/** One paragraph, heading, list, table or container of a markdown text; `from` and `to` are its place in the text. */
export type TextBlock = { text: string; from: number; to: number };

const fence = /^ {0,3}(`{3,}|~{3,})/;
const opening = /^ {0,3}:::+\s*[a-z]/i;
const closing = /^ {0,3}:::+\s*$/;

/** Of this many blocks a text is one: beside each other they could not be read, nor be paired in time. */
export const mostBlocks = 2_000;
const mayMark = /^ {0,3}[:`~]/;

/**
 * The blocks of a text, split at blank lines; code fences and `:::` containers stay whole. What lies between two blocks
 * is blank, so a text whose blocks are replaced one by one keeps every other byte.
 */
export function blocksOf(body: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let start: number | null = null;
  let end = 0;
  let inFence: string | null = null;
  let depth = 0;
  let at = 0;
  while (at < body.length) {
    const next = body.indexOf('\n', at) + 1 || body.length;
    const line = body.slice(at, next);
    const words = line.replace(/\r?\n$/, '');
    if (words.trim() === '' && inFence === null && depth === 0) {
      if (start !== null) blocks.push({ text: body.slice(start, end), from: start, to: end });
      start = null;
    } else {
      start ??= at;
      end = at + words.length;
      if (!mayMark.test(words)) {
        at = next;
        continue;
      }
      const [, mark] = fence.exec(words) ?? [];
      if (inFence !== null) {
        if (mark?.startsWith(inFence) && words.trim() === mark) inFence = null;
      } else if (mark) inFence = mark;
      else if (closing.test(words)) depth = Math.max(0, depth - 1);
      else if (opening.test(words)) depth += 1;
    }
    at = next;
    if (blocks.length >= mostBlocks)
      return [trimmedEnd({ text: body.slice(blocks[0]!.from), from: blocks[0]!.from, to: 0 })];
  }
  if (start !== null) blocks.push({ text: body.slice(start, end), from: start, to: end });
  return blocks.map((block) => trimmedEnd(block));
}

/** Blank lines at the end of a container that is never closed are not part of it. */
function trimmedEnd({ text, from }: TextBlock): TextBlock {
  const trimmed = text.trimEnd();
  return { text: trimmed, from, to: from + trimmed.length };
}
