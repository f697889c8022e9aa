import { decodeEntities } from '../../../platform/text/decode-entities.ts';
import { breakWall, closeUp, oneLine } from '../../../platform/text/repair-text.ts';

const step = /(?:^|(?<=[\s.:;)”"']))step[\s–-]*0*(\d{1,2})\s*(?:[:.\-–—]+|(?=\s[A-Z]))\s*/gi;

/** Converts 'How to apply' text with runs of 'Step 1: …', headings and notes to Markdown lists. */
export function writeSteps(process: string): string {
  const text = escapeMarkdown(
    closeUp(
      oneLine(
        decodeEntities(process)
          .replace(/<br\s*\/?>/gi, ' ')
          .replace(/[\u200b\u200e\u200f]/g, ''),
      ),
    ),
  );
  const marks = [...text.matchAll(step)];
  if (marks.length === 0) return paragraphs(text).join('\n\n');

  const blocks: string[] = [];
  let items: string[] = [];
  const flush = () => {
    if (items.length > 0)
      blocks.push(`:::steps\n${items.map((item) => `1. ${withBullets(item, '   ')}`).join('\n')}\n:::`);
    items = [];
  };
  blocks.push(...leadIn(text.slice(0, marks[0]!.index).trim()));
  for (const [index, mark] of marks.entries()) {
    const next = marks[index + 1];
    const body = text.slice(mark.index + mark[0].length, next?.index ?? text.length).trim();
    const startsAgain = next !== undefined && Number(next[1]) <= Number(mark[1]);
    if (next && !startsAgain) {
      if (body) items.push(body);
      continue;
    }
    const { first, tail } = startsAgain ? splitHeading(body) : splitNotes(body);
    if (first) items.push(first);
    flush();
    blocks.push(...(startsAgain ? leadIn(tail) : tail === '' ? [] : paragraphs(tail)));
  }
  flush();
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** `Do this: • one • two` becomes a nested list. */
function withBullets(text: string, padding: string): string {
  const [opening, ...points] = text.split(/\s*[•●▪◦➢]\s*/);
  if (points.length === 0) return text;
  const list = points.filter((point) => point !== '').map((point) => `${padding}- ${point}`);
  return [...(opening ? [opening] : []), ...(padding === '' && opening ? [''] : []), ...list].join('\n');
}

/** Text before the first step: a heading if short, else a paragraph. */
function leadIn(text: string): string[] {
  if (text === '') return [];
  const bare = text
    .replace(/\s*[•●▪◦➢]\s*/g, ' ')
    .trim()
    .replace(/\s*[:：–-]+$/, '');
  if (bare.length <= 80 && !/[.?!।]\s*$/.test(bare) && !/[.?!।]\s/.test(bare)) return [`#### ${bare}`];
  const { first, tail } = splitHeading(text);
  return tail === '' ? paragraphs(first) : [...paragraphs(first), ...leadIn(tail)];
}

/** A tail after the last full stop that looks like the next run's heading. */
function splitHeading(text: string): { first: string; tail: string } {
  const match = /^(.*(?:[.?!।]["”’']?|\.\)))\s+([^.?!।]{3,80})$/s.exec(text);
  return match ? { first: match[1]!.trim(), tail: match[2]!.trim() } : { first: text, tail: '' };
}

const note = /\s(?=(?:NOTES?|Notes?|Important(?: Note)?|Post[ -]Application Process(?:es)?)\s*\d*\s*:?\s)/;

function splitNotes(text: string): { first: string; tail: string } {
  const match = note.exec(text);
  return match
    ? { first: text.slice(0, match.index).trim(), tail: text.slice(match.index).trim() }
    : { first: text, tail: '' };
}

/** Separates notes and runs of '1. … 2. …'. */
function paragraphs(text: string): string[] {
  return text
    .split(new RegExp(note.source, 'g'))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const numbered = [...part.matchAll(/(?:^|\s)(\d{1,2})[.)]\s+(?=\S)/g)];
      const isRun = numbered.length >= 2 && numbered.every((match, index) => Number(match[1]) === index + 1);
      if (/[•●▪◦➢]/.test(part)) return withBullets(part, '');
      if (!isRun) return breakWall(part.replace(/^(\d{1,2})([.)])\s/, '$1\\$2 ')).join('\n\n');
      const before = part.slice(0, numbered[0]!.index).trim();
      const items = numbered.map((match, index) =>
        part.slice(match.index + match[0].length, numbered[index + 1]?.index ?? part.length).trim(),
      );
      return [...(before ? [before, ''] : []), ...items.map((item) => `1. ${item}`)].join('\n');
    });
}

/** Escapes Markdown syntax in plain text, but not underscores: URLs contain them. */
export const escapeMarkdown = (text: string) =>
  text
    .replace(/[*`[\]]/g, '\\$&')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/^(?=[#>+-]|:::)/, '\\');
