import { studioEditor as words } from '../../../messages/studio-editor.ts';

/** Replaces `from` to `to`; afterwards `select` is selected, so that typing goes on there. */
export type Edit = { from: number; to: number; text: string; select: [number, number] };
type Where = { text: string; from: number; to: number };

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;
const lineEnd = (text: string, at: number) => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

/** A block of its own: with an empty line before and after it. `{…}` marks what is selected afterwards. */
export function insertBlock({ text, from: chosenFrom, to: chosenTo }: Where, block: string): Edit {
  // What was inserted last is still selected: within it, the next block would break both.
  const end = endOfBlockAt(text, chosenFrom);
  const [from, to] = end === null ? [chosenFrom, chosenTo] : [end, end];
  const isOnEmptyLine = text.slice(lineStart(text, from), lineEnd(text, to)).trim() === '';
  const start = from === to && !isOnEmptyLine ? lineEnd(text, from) : from;
  const before = text.slice(0, start);
  const after = text.slice(Math.max(to, start));
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const tail = after === '' ? '\n' : after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  return withSelection(start, Math.max(to, start), `${lead}${block}${tail}`);
}

/** The end of the ::: block or of the table around a place; null where there is none. */
function endOfBlockAt(text: string, at: number): number | null {
  let open: number | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (/^:{3,}[a-z]/.test(line)) open ??= start;
    else if (/^:{3,}\s*$/.test(line) && open !== null) {
      if (at > open && at <= end) return end;
      open = null;
    }
    start = end + 1;
  }
  return endOfTableAt(text, at);
}

function endOfTableAt(text: string, at: number): number | null {
  if (!/^(?:Table: |\|)/.test(text.slice(lineStart(text, at), lineEnd(text, at)))) return null;
  let end = lineEnd(text, at);
  while (text[end + 1] === '|') end = lineEnd(text, end + 1);
  return end;
}

/** Within the line. */
export const insertWords = ({ from, to }: Where, inserted: string): Edit => withSelection(from, to, inserted);

function withSelection(from: number, to: number, marked: string): Edit {
  const open = marked.indexOf('⟦');
  const close = marked.indexOf('⟧') - 1;
  const text = marked.replace('⟦', '').replace('⟧', '');
  return {
    from,
    to,
    text,
    select: open === -1 ? [from + text.length, from + text.length] : [from + open, from + close],
  };
}

export function toggleBold({ text, from, to }: Where): Edit {
  const chosen = text.slice(from, to);
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**')
    return { from: from - 2, to: to + 2, text: chosen, select: [from - 2, to - 2] };
  return insertWords({ text, from, to }, `**⟦${chosen || words.sample.bold}⟧**`);
}

/** No heading, then a second level, then a third, then none again: the first level is the title's. */
export function toggleHeading({ text, from, to }: Where): Edit {
  const start = lineStart(text, from);
  const end = lineEnd(text, to);
  const line = text.slice(start, end);
  const [, marks = '', rest = ''] = /^(#{1,6} +)?(.*)$/s.exec(line) ?? [];
  const next = marks === '' ? '## ' : marks.startsWith('## ') ? '### ' : '';
  const title = rest || words.sample.heading;
  return {
    from: start,
    to: end,
    text: next + title,
    select: [start + next.length, start + next.length + title.length],
  };
}

/** Puts a mark before each chosen line, or takes it away from all of them. */
export function toggleLines({ text, from, to }: Where, mark: string, sample: string): Edit {
  const start = lineStart(text, from);
  const end = lineEnd(text, to);
  const chosen = text.slice(start, end);
  if (chosen.trim() === '') return insertBlock({ text, from: start, to: end }, `${mark}⟦${sample}⟧`);
  const lines = chosen.split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark) || line.trim() === '');
  const changed = lines
    .map((line) => (isMarked ? line.replace(mark, '') : line.trim() === '' ? line : mark + line))
    .join('\n');
  return { from: start, to: end, text: changed, select: [start + changed.length, start + changed.length] };
}

const plain = (text: string) => text.replace(/[[\]\n]/g, ' ').trim();

export const blocks = {
  steps: (): string =>
    `:::steps\n1. **⟦${words.sample.step}⟧** ${words.sample.how}\n2. **${words.sample.stepTwo}** ${words.sample.how}\n:::`,
  table: (): string => {
    const { caption, column, columnTwo, cell, cellTwo } = words.sample;
    return `Table: ⟦${caption}⟧\n| ${column} | ${columnTwo} |\n| --- | --- |\n| ${cell} | ${cellTwo} |`;
  },
  call: (kind: string, title: string): string =>
    `:::${kind}${plain(title) === '' ? '' : `[${plain(title)}]`}\n⟦${words.sample.call}⟧\n:::`,
  picture: (path: string, alt: string, credit: string): string =>
    `![${plain(alt)}](${path})${plain(credit) === '' ? '' : `\n*${plain(credit).replaceAll('*', '')}*`}`,
  link: (text: string, address: string): string =>
    `[${plain(text) || address}](${address.trim().replaceAll(' ', '%20').replaceAll(')', '%29')})`,
};

/**
 * Changes a text field as typing does, so that the browser's own undo takes it back. Where it cannot, the text is set.
 */
export function applyEdit(area: HTMLTextAreaElement, { from, to, text, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const expected = area.value.slice(0, from) + text + area.value.slice(to);
  // Deprecated, and still the only way into the undo history.
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!isDone || area.value !== expected) {
    area.value = expected;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

export const whereIn = (area: HTMLTextAreaElement) => ({
  text: area.value,
  from: area.selectionStart,
  to: area.selectionEnd,
});
