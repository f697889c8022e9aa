/** `line` counts from 1. */
export type CaptionProblem = { line: number; why: 'time' | 'order' | 'empty' | 'none' | 'many' };
export type Captions = { ok: true; vtt: string } | { ok: false; problem: CaptionProblem };
type Cue = { line: number; from: number; to: number | null; text: string[] };

const mostCues = 2_000;
/** Seconds that the last words stand where no end is given, and any words at most. */
const lastFor = 4;
const longest = 10;

const time = /(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?/.source;
const range = new RegExp(`^\\s*${time}\\s*-->\\s*${time}(?:\\s.*)?$`);
const typed = new RegExp(`^\\s*${time}(?:\\s*(?:-|–|-->)\\s*${time})?(?:\\s+(.*))?$`);

function secondsOf([hours, minutes, seconds, fraction]: (string | undefined)[]): number | null {
  if (Number(seconds) > 59 || (hours !== undefined && Number(minutes) > 59)) return null;
  return (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(`0.${fraction ?? 0}`);
}

const clock = (seconds: number): string => {
  const thousandths = Math.round(seconds * 1_000);
  const part = (unit: number, size: number, width: number) =>
    String(Math.floor(thousandths / unit) % size).padStart(width, '0');
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1_000, 60, 2)}.${part(1, 1_000, 3)}`;
};

/**
 * Captions as a file has them (WebVTT, or SRT), or as somebody types them: `0:05 The words`, one line each.
 * @returns WebVTT of cues alone: no styles, notes or regions, and no markup but `<i>`, `<b>`, `<u>` and `<v name>`
 */
export function readCaptions(text: string): Captions {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const cues = lines.some((line) => range.test(line)) ? cuesOfFile(lines) : cuesOfLines(lines);
  if (!Array.isArray(cues)) return { ok: false, problem: cues };
  const problem = problemOf(cues);
  if (problem) return { ok: false, problem };
  const written = cues.map(
    (cue, at) => `${clock(cue.from)} --> ${clock(endOf(cue, cues[at + 1]))}\n${cue.text.join('\n')}`,
  );
  return { ok: true, vtt: `WEBVTT\n\n${written.join('\n\n')}\n` };
}

const endOf = ({ from, to }: Cue, next: Cue | undefined): number =>
  to ?? (next ? Math.min(next.from, from + longest) : from + lastFor);

function problemOf(cues: Cue[]): CaptionProblem | null {
  if (cues.length === 0) return { line: 1, why: 'none' };
  if (cues.length > mostCues) return { line: cues[mostCues]!.line, why: 'many' };
  for (const [at, cue] of cues.entries()) {
    const { line, from, to, text } = cue;
    if (text.length === 0) return { line, why: 'empty' };
    if ((to !== null && to <= from) || from < (cues[at - 1]?.from ?? 0)) return { line, why: 'order' };
    // Words with the time of the next would never be seen.
    if (to === null && cues[at + 1]?.from === from) return { line: cues[at + 1]!.line, why: 'order' };
  }
  return null;
}

function cuesOfFile(lines: string[]): Cue[] | CaptionProblem {
  const cues: Cue[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!lines[at]!.includes('-->')) continue;
    const match = range.exec(lines[at]!);
    const [from, to] = match ? [secondsOf(match.slice(1, 5)), secondsOf(match.slice(5, 9))] : [null, null];
    if (from === null || to === null) return { line: at + 1, why: 'time' };
    const text: string[] = [];
    const line = at + 1;
    while (lines[at + 1]?.trim() && !lines[at + 1]!.includes('-->')) text.push(plain(lines[(at += 1)]!));
    cues.push({ line, from, to, text: text.filter(Boolean) });
  }
  return cues;
}

/** Keeps who speaks and emphasis; everything else in angle brackets goes. */
const plain = (line: string) => line.replace(/<(?!\/?(?:[ibu]|v(?: [^<>&]{1,60})?)>)[^>]*>?/g, '').trim();
const escaped = (line: string) => line.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function cuesOfLines(lines: string[]): Cue[] | CaptionProblem {
  const cues: Cue[] = [];
  for (const [at, raw] of lines.entries()) {
    if (raw.trim() === '' || (at === 0 && raw.startsWith('WEBVTT'))) continue;
    const match = typed.exec(raw);
    const last = cues.at(-1);
    // A line without a time goes on with the words above it.
    if (!match && last) last.text.push(escaped(raw));
    else {
      const from = match && secondsOf(match.slice(1, 5));
      const to = match?.[6] === undefined ? null : secondsOf(match.slice(5, 9));
      if (from === null || (match?.[6] !== undefined && to === null)) return { line: at + 1, why: 'time' };
      cues.push({ line: at + 1, from, to, text: match?.[9]?.trim() ? [escaped(match[9])] : [] });
    }
  }
  return cues;
}
