import { plainLine } from './visible-text.ts';

/** Removes what PostgreSQL cannot store or nobody can see: NUL, control characters, lone surrogates. */
export function repairText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g, '')
    .toWellFormed();
}

/** Note for the report where repairText changes the text, or null. */
export function repairNote(text: string): string | null {
  if (text.includes('\u0000')) return 'It had NUL characters; they were removed.';
  if (!text.isWellFormed()) return 'It had halves of characters; each was replaced by a mark.';
  return null;
}

/** A title, name or summary of elsewhere as one line, cleaned as the studio cleans it. */
export const oneLine = (text: string) => plainLine(repairText(text).replace(/\s+/g, ' '));

/** `hi` where most letters are Devanagari. */
export function languageOf(text: string): 'en' | 'hi' {
  const sample = text.slice(0, 20_000);
  const devanagari = sample.match(/[\u0900-\u0963\u0970-\u097f]/g)?.length ?? 0;
  const latin = sample.match(/[a-z]/gi)?.length ?? 0;
  return devanagari > latin ? 'hi' : 'en';
}

/** Whole sentences up to `max` characters, else whole words and '…'. */
export function firstSentences(text: string, max = 220): string {
  const whole = oneLine(text);
  if (whole.length <= max) return whole;
  const ends = [...whole.slice(0, max + 1).matchAll(/[.?!।](?=\s)/g)]
    .map((match) => match.index + 1)
    .filter(
      (end) =>
        !/(?:^|[\s(])(?:[A-Z]|Rs|Dr|Mr|Ms|Mrs|Smt|Shri|Govt|No|St|vs|etc|e\.g|i\.e|viz)\.$/i.test(whole.slice(0, end)),
    );
  const end = ends.at(-1);
  if (end !== undefined && end > 40) return whole.slice(0, end);
  const short = whole.slice(0, max - 1);
  const space = short.lastIndexOf(' ');
  return `${(space > max / 2 ? short.slice(0, space) : short)
    .replace(/[\s,;:–—-]+$/, '')
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** Closes gaps left by removed links and bold marks: `click ' Apply '`, `the form ,`. */
export const closeUp = (text: string) =>
  text
    .replace(/(?<=^|[\s(])(["'“‘]) ([^"'“”‘’\n]{1,120}?) (["'”’])(?=$|[\s.,;:)])/gm, '$1$2$3')
    .replace(/(["“‘]) (?=[^"“”‘’\n]{1,120}["”’])(?<=(?:^|[\s(])["“‘] )/gm, '$1')
    .replace(/(?<=[\p{L}\p{N})”’]) +(?=[,;](?:\s|$)|\.(?:\s|$))/gmu, '')
    .replace(/\( (?=\S)/g, '(')
    .replace(/(?<=\S) \)/g, ')');

/** Splits a long text into paragraphs of a few sentences, without dropping any. */
export function breakWall(text: string): string[] {
  if (text.length <= 700) return [text];
  const parts: string[] = [];
  let part = '';
  for (const sentence of text.split(/(?<=[a-z0-9)\]”"’%][.?!।])(?<!(?:^|\s)\d{1,2}\.)\s+(?=["“‘(]?[\p{Lu}\p{Lo}])/u)) {
    if (part.length >= 320) {
      parts.push(part);
      part = '';
    }
    part = part === '' ? sentence : `${part} ${sentence}`;
  }
  return part.length < 80 && parts.length > 0 ? [...parts.slice(0, -1), `${parts.at(-1)} ${part}`] : [...parts, part];
}
