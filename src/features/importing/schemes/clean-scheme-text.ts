import { decodeEntities } from '../../../platform/text/decode-entities.ts';
import { breakWall, closeUp, repairText } from '../../../platform/text/repair-text.ts';

type Line = { kind: 'blank' | 'bullet' | 'number' | 'text' | 'heading' | 'quote'; text: string; indent: number };

/**
 * Scraped myScheme text (Markdown, `<br>` runs, entities encoded up to four times, '•' lists, lists and headings
 * merged into one line) to plain GFM with `###` headings.
 */
export function cleanSchemeText(raw: string): string {
  const lines = plainLines(raw).map(lineOf);
  const written: string[] = [];
  let previous: Line['kind'] = 'blank';
  let owner: 'number' | 'bullet' | null = null;
  let isNested = false;
  let ownerIndent = 0;

  for (const line of lines) {
    if (line.kind === 'blank') {
      if (written.at(-1) !== '') written.push('');
      continue;
    }
    if (line.kind === 'bullet' || line.kind === 'number') {
      const opens = /:\**$/.test(written.findLast((one) => one !== '') ?? '');
      const isSub: boolean =
        owner !== null &&
        ((owner === 'number' && line.kind === 'bullet' && (opens || isNested)) || line.indent >= ownerIndent + 4);
      if (!isSub) {
        // A blank line keeps a list apart from the paragraph or the other kind of list before it.
        if (previous !== line.kind && written.at(-1) !== '') written.push('');
        owner = line.kind;
        ownerIndent = line.indent;
      }
      isNested = isSub;
      const padding = isSub ? (owner === 'number' ? '   ' : '  ') : '';
      written.push(`${padding}${line.kind === 'bullet' ? '-' : '1.'} ${line.text}`);
    } else {
      owner = null;
      isNested = false;
      if (written.at(-1) !== '') written.push('');
      written.push(...blockOf(line), '');
    }
    previous = line.kind;
  }
  return tightLists(
    written
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  );
}

function blockOf(line: Line): string[] {
  if (line.kind === 'heading') return [`### ${line.text}`];
  if (line.kind === 'quote') {
    const note =
      /^\*\*((?:note|important|nb|n\.b\.|disclaimer|remark)s?\s*\d*)\s*[:.\-–]*\s*\*\*\s*[:\-–]*\s*(.+)$/i.exec(
        line.text,
      );
    if (note) return [`:::note[${note[1]}]`, note[2]!, ':::'];
  }
  return breakWall(closeUp(line.text)).join('\n\n').split('\n');
}

function plainLines(raw: string): string[] {
  return (
    repairText(decodeEntities(raw))
      .replace(/[\u200b\u200e\u200f\u2028\u2029\u2060]/g, '')
      .replace(/[\u00a0\t\u2000-\u200a\u202f\u3000]/g, ' ')
      .replace(/ {5,}/g, '    ')
      .replace(/<br ?\/?>/gi, '\n')
      .replace(/<(?=[a-z/!?])/gi, '\\<')
      .replace(/\*{5,}/g, '**')
      .replace(/(?<=\S)\*{4}(?=\S)/g, '** · **')
      .replace(/\*{4}/g, '**')
      .replace(/ *[•●▪◦➢]\s*/g, '\n- ')
      // `- A  - B` and `₹2,000/-- **B**` on one line are two items.
      .replace(/^( *[-*] .*)$/gm, (line) => line.replace(/(?<=\S)(?: {2,}- (?=\S)|- (?=\*\*))/g, '\n- '))
      .split('\n')
  );
}

function lineOf(raw: string): Line {
  const indent = /^ */.exec(raw)![0].length;
  let text = raw.trim().replace(/ {2,}/g, ' ');
  if (text === '' || /^[-*_>\s\\]+$/.test(text)) return { kind: 'blank', text: '', indent };
  const isQuote = text.startsWith('>');
  if (isQuote) text = text.replace(/^(?:>\s*)+/, '');
  const hashes = /^#{1,6}\s*(.+?)\s*#*$/.exec(text);
  if (hashes) return { kind: 'heading', text: unbold(hashes[1]!), indent };
  const bullet = /^[-*+]\s+(.+)$/.exec(text);
  if (bullet && !isQuote) return { kind: 'bullet', text: inline(bullet[1]!), indent };
  const number = /^(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+(.+)$/.exec(text);
  if (number && !isQuote && (/^\d/.test(text) || /^[a-z]+\)/.test(text)))
    return { kind: 'number', text: inline(number[1]!), indent };
  const bold = /^\*\*([^*]{2,120}?)\s*[:：]?\s*\*\*\s*[:：]?$/.exec(text);
  if (bold && (isQuote || text.length < 90)) return { kind: 'heading', text: unbold(bold[1]!), indent };
  return { kind: isQuote ? 'quote' : 'text', text: inline(text), indent };
}

const unbold = (text: string) =>
  text
    .replaceAll('**', '')
    .replace(/\s*[:：]$/, '')
    .trim();

/** `** word**` and `**word **` are not bold in Markdown: spaces move outside. An unpaired `**` is dropped. */
function inline(text: string): string {
  const parts = text.split('**');
  if (parts.length === 1) return text;
  if (parts.length % 2 === 0) parts.push(`${parts.splice(-2, 2).join('')}`);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part;
      if (part.trim() === '') return part;
      const inner = part.trim();
      const before = part.startsWith(' ') ? ' ' : '';
      const next = parts[index + 1] ?? '';
      // CommonMark's flanking rule: punctuation before the closing `**` and a letter after it would keep it open.
      const after = part.endsWith(' ') || (/[^\p{L}\p{N}]$/u.test(inner) && /^[\p{L}\p{N}₹]/u.test(next)) ? ' ' : '';
      return `${before}**${inner}**${after}`;
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Tight lists: a blank line between items would wrap each in a paragraph. */
const tightLists = (text: string) =>
  text.replace(/^( *(?:-|1\.) .*)\n\n(?=( *)(-|1\.) )/gm, (whole, item: string, indent: string, mark: string) => {
    const own = /^( *)(-|1\.)/.exec(item)!;
    const isSameList = (own[1] === indent && own[2] === mark) || own[1] !== indent;
    return isSameList ? `${item}\n` : whole;
  });
