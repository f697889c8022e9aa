import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lang, Scene } from './read-clips.ts';

const run = promisify(execFile);
const wordsPerMinute = 152;
const before = 0.2;
const after = 0.4;

export type Spoken = { start: number; speech: number; length: number };
export type Narration = { scenes: Spoken[]; wav: string; seconds: number };

const helplines = /\b(112|181|139|1033|1098|1906|1915|1930|1947|1950|1967|14447|14470|14555|15100|155255|155261)\b/g;
// Acronyms pronounced as words; all others are spelt out.
const saidAsWords = new Set(['PAN', 'PIN', 'SIM', 'ABHA', 'SAMEER', 'UDGAM', 'UMANG', 'POSH', 'NOTTO']);
const respelt: [RegExp, string][] = [
  [/1800 114 770/g, '1 8 0 0, 1 1 4, 7 7 0'],
  [/\be-KYC\b/gi, 'e K Y C'],
  [/\bFASTag\b/g, 'fast tag'],
  [/\bRuPay\b/g, 'Roo pay'],
  [/\bSHe-Box\b/g, 'she box'],
  [/\bAirSewa\b/g, 'air sayva'],
  [/\bUDGAM\b/g, 'Ud gum'],
  [/\bUMANG\b/g, 'oomung'],
  [/\bABHA\b/g, 'aabha'],
  [/\bNOTTO\b/g, 'notto'],
  [/\bGSTIN\b/g, 'G S T I N'],
  [/\bN95\b/g, 'N 95'],
  [/\bPM-KISAN\b/g, 'P M kisan'],
  [/\bYojana\b/g, 'yojna'],
  [/\bKendra\b/g, 'kaindra'],
  [/\be-voucher\b/g, 'e voucher'],
  [/\bSeva\b/g, 'sayva'],
  [/\bUdyam\b/g, 'oodyam'],
  [/\bECINET\b/g, 'E C I net'],
  [/\bSVANidhi\b/g, 'Svanidhi'],
  [/\b(\d+) am\b/g, '$1 A M'],
];
const spell = (word: string) => word.split('').join(' ');

function sayDomain(domain: string): string {
  return domain
    .split('.')
    .map((part) =>
      /^([^aeiou]{2,4}|eci|nha|rbi|abdm)$/.test(part)
        ? spell(part)
        : part.replace(/^(pm|rti)(?=[a-z]{4})/, (start) => `${spell(start)} `),
    )
    .join(' dot ');
}

function sayAmount(digits: string): string {
  const value = Number(digits.replaceAll(',', ''));
  if (value < 100_000) return String(value);
  return `${Math.floor(value / 100_000)} lakh${value % 100_000 ? ` ${value % 100_000}` : ''}`;
}

/** Text for the synthesiser: amounts, phone numbers, site addresses and initials as they are spoken. */
function toSpeech(text: string, lang: Lang): string {
  const rupees = lang === 'hi' ? 'रुपये' : 'rupees';
  const said = text
    .replace(
      /₹(\d[\d,]*\d(?:\.\d+)?|\d(?:\.\d+)?)( lakh| crore| लाख)?/g,
      (_, digits: string, unit = '') => `${unit ? digits : sayAmount(digits)}${unit} ${rupees}`,
    )
    .replace(helplines, spell);
  if (lang === 'hi') return said;
  return respelt
    .reduce((line, [pattern, word]) => line.replace(pattern, word), said)
    .replace(/\b(?:[a-z0-9-]+\.)+(?:in|com|org)\b/g, sayDomain)
    .replace(/\b[A-Z]{2,}\b/g, (word) => (saidAsWords.has(word) ? word.toLowerCase() : spell(word)));
}

function samplesOf(wav: Buffer): { rate: number; samples: Buffer } {
  const start = wav.indexOf('data') + 8;
  return { rate: wav.readUInt32LE(24), samples: wav.subarray(start) };
}

function wavOf(rate: number, samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/**
 * Speaks every scene with espeak-ng into one wav file. A scene lasts as long as its speech plus 0.6 s, in whole frames.
 */
export async function narrate(scenes: Scene[], lang: Lang, fps: number, folder: string): Promise<Narration> {
  const spoken: Spoken[] = [];
  const parts: Buffer[] = [];
  let rate = 22_050;
  let frames = 0;
  for (const [index, scene] of scenes.entries()) {
    const path = join(folder, `speech-${index}.wav`);
    await run('espeak-ng', [
      '-v',
      lang === 'hi' ? 'hi' : 'en-gb',
      '-s',
      String(wordsPerMinute),
      '-p',
      '42',
      '-a',
      '90',
      '-w',
      path,
      toSpeech(scene.text, lang),
    ]);
    const read = samplesOf(await readFile(path));
    rate = read.rate;
    const speech = read.samples.length / 2 / rate;
    const sceneFrames = Math.ceil((before + speech + after) * fps);
    spoken.push({ start: frames / fps, speech, length: sceneFrames / fps });
    const lead = Buffer.alloc(Math.round(before * rate) * 2);
    const whole = Math.round(((frames + sceneFrames) / fps) * rate) - Math.round((frames / fps) * rate);
    parts.push(lead, read.samples, Buffer.alloc(Math.max(0, whole * 2 - lead.length - read.samples.length)));
    frames += sceneFrames;
  }
  const wav = join(folder, 'speech.wav');
  await writeFile(wav, wavOf(rate, Buffer.concat(parts)));
  return { scenes: spoken, wav, seconds: frames / fps };
}

/** One cue, or two of similar length, split after a sentence, a comma or a word. */
function splitCue(text: string): string[] {
  if (text.length <= 62) return [text];
  const middle = text.length / 2;
  const near = (pattern: RegExp, reach: number) =>
    [...text.matchAll(pattern)]
      .map((match) => match.index + match[0].length)
      .filter((at) => Math.abs(at - middle) < text.length * reach)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const at = near(/[.?।:] /g, 0.3) ?? near(/, /g, 0.2) ?? near(/ /g, 0.5) ?? text.length;
  return [text.slice(0, at).trim(), text.slice(at).trim()].filter(Boolean);
}

const clock = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** WebVTT captions timed by the speech; the two cues of a scene share its time in proportion to their spoken length. */
export function captionsOf(scenes: Scene[], narration: Narration, lang: Lang): string {
  const cues = scenes.flatMap((scene, index) => {
    const { start, speech, length } = narration.scenes[index] ?? { start: 0, speech: 0, length: 0 };
    const parts = splitCue(scene.text);
    const weights = parts.map((part) => toSpeech(part, lang).length);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let from = start + before;
    return parts.map((part, number) => {
      const until =
        number === parts.length - 1 ? start + length - 0.05 : from + speech * ((weights[number] ?? 0) / total);
      const cue = `${index + 1}.${number + 1}\n${clock(from)} --> ${clock(until)}\n${part.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\n`;
      from = until;
      return cue;
    });
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
