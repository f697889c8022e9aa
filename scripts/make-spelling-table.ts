import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldWord } from '../src/features/search-index/words.ts';
import { lettersOf, scripts } from '../src/features/transliteration/letters.ts';
import { anyContext, costDigit, keyOf } from '../src/features/transliteration/spelling-table.ts';

const help = `Usage: node scripts/make-spelling-table.ts FOLDER
Learns how people write nine Indian languages in Latin letters, and writes public/spellings/latin-spellings.tsv: for each
script, letter and context the Latin spellings with their costs. FOLDER holds {language}.words.tsv.gz of the Dakshina
dataset (part, native word, Latin spelling, writers); only lines of part 'train' are read. Uses no database.
How it learns: expectation maximisation over all ways to cut a Latin spelling into one piece of 0 to 3 letters for each
native letter; first by letter, then by letter and context, smoothed by the letter alone. About five minutes.`;

const longestPiece = 3;
const pieces = longestPiece + 1;
const rounds = 6;
const roundsByLetter = 3;
const smoothing = 5;
const unseen = 1e-7;
const leastShare = 0.004;
const leastWriters = 30;

type Example = { letters: number[]; inContext: number[]; latin: string; pieces: Int32Array; writers: number };
/** Share of each piece, by (letter or letter and context) * `many` + piece. */
type Shares = Map<number, number>;

const many = 65_536;
const pieceIds = new Map<string, number>([['', 0]]);
const pieceTexts = [''];

function pieceId(text: string): number {
  let id = pieceIds.get(text);
  if (id === undefined) {
    id = pieceTexts.push(text) - 1;
    pieceIds.set(text, id);
  }
  return id;
}

function readExamples(folder: string, language: string): Example[] {
  const text = gunzipSync(readFileSync(join(folder, `${language}.words.tsv.gz`))).toString('utf8');
  return text.split('\n').flatMap((line) => {
    const [part, native, latin, writers] = line.split('\t');
    if (part !== 'train' || !native || !latin || !/^[a-z]+$/.test(latin)) return [];
    // The index holds folded words: the table must know those.
    const read = lettersOf(foldWord(native));
    if (!read) return [];
    const ids = new Int32Array(latin.length * longestPiece).fill(-1);
    for (let at = 0; at < latin.length; at++)
      for (let size = 1; size <= longestPiece && at + size <= latin.length; size++)
        ids[at * longestPiece + size - 1] = pieceId(latin.slice(at, at + size));
    const inContext = read.letters.map((letter, at) => keyOf(letter, read.contexts[at]!));
    return [
      {
        letters: read.letters.map((letter) => keyOf(letter, anyContext)),
        inContext,
        latin,
        pieces: ids,
        writers: Number(writers),
      },
    ];
  });
}

/** Before anything is learnt, only the length of a piece tells. */
const firstGuess = [0.15, 0.55 / 26, 0.2 / 26 ** 2, 0.05 / 26 ** 3];

/** One example's expected counts, added to `counts` under `keys` (forward-backward). */
function addCounts(example: Example, read: number[], shares: Shares | null, keys: number[][], counts: Shares[]): void {
  const width = example.latin.length + 1;
  const rows = read.length;
  const weights = new Float64Array(rows * width * pieces);
  const forward = new Float64Array((rows + 1) * width);
  const backward = new Float64Array((rows + 1) * width);
  const pieceAt = (at: number, size: number) => (size === 0 ? 0 : example.pieces[at * longestPiece + size - 1]!);
  forward[0] = 1;
  backward[rows * width + width - 1] = 1;
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < width; at++)
      for (let size = 0; size < pieces && at + size < width; size++) {
        const weight = shares ? (shares.get(read[row]! * many + pieceAt(at, size)) ?? unseen) : firstGuess[size]!;
        weights[(row * width + at) * pieces + size] = weight;
        forward[(row + 1) * width + at + size]! += forward[row * width + at]! * weight;
      }
  for (let row = rows - 1; row >= 0; row--)
    for (let at = 0; at < width; at++)
      for (let size = 0; size < pieces && at + size < width; size++)
        backward[row * width + at]! +=
          weights[(row * width + at) * pieces + size]! * backward[(row + 1) * width + at + size]!;
  const whole = backward[0]!;
  if (!(whole > 0)) return;
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < width; at++) {
      const before = forward[row * width + at]!;
      if (before === 0) continue;
      for (let size = 0; size < pieces && at + size < width; size++) {
        const part =
          (before * weights[(row * width + at) * pieces + size]! * backward[(row + 1) * width + at + size]!) / whole;
        if (part < 1e-5) continue;
        for (const [index, kept] of counts.entries()) {
          const key = keys[index]![row]! * many + pieceAt(at, size);
          kept.set(key, (kept.get(key) ?? 0) + part * example.writers);
        }
      }
    }
}

function totalsOf(counts: Shares): Map<number, number> {
  const totals = new Map<number, number>();
  for (const [key, count] of counts) {
    const letter = Math.floor(key / many);
    totals.set(letter, (totals.get(letter) ?? 0) + count);
  }
  return totals;
}

type Learnt = { byLetter: Shares; inContext: Shares; writers: Map<number, number> };

function learn(examples: Example[]): Learnt {
  let shares: Shares | null = null;
  let learnt: Learnt = { byLetter: new Map(), inContext: new Map(), writers: new Map() };
  for (let round = 0; round < rounds; round++) {
    const [ofLetters, ofContexts]: [Shares, Shares] = [new Map(), new Map()];
    for (const example of examples) {
      const read = round <= roundsByLetter - 1 ? example.letters : example.inContext;
      addCounts(example, read, shares, [example.letters, example.inContext], [ofLetters, ofContexts]);
    }
    const [letterTotals, writers] = [totalsOf(ofLetters), totalsOf(ofContexts)];
    const byLetter: Shares = new Map();
    for (const [key, count] of ofLetters) byLetter.set(key, count / letterTotals.get(Math.floor(key / many))!);
    const inContext: Shares = new Map();
    for (const [key, count] of ofContexts) {
      const context = Math.floor(key / many);
      const prior = byLetter.get(keyOf(Math.floor(context / 32), anyContext) * many + (key % many)) ?? 0;
      inContext.set(key, (count + smoothing * prior) / (writers.get(context)! + smoothing));
    }
    learnt = { byLetter, inContext, writers };
    shares = round < roundsByLetter - 1 ? byLetter : inContext;
  }
  return learnt;
}

function linesOf({ byLetter, inContext, writers }: Learnt): string[] {
  const rows = new Map<number, [string, number][]>();
  for (const [key, share] of [...byLetter, ...inContext]) {
    const place = Math.floor(key / many);
    const isRare = place % 32 !== anyContext && writers.get(place)! < leastWriters;
    if (share >= leastShare && !isRare) rows.set(place, [...(rows.get(place) ?? []), [pieceTexts[key % many]!, share]]);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([place, spellings]) => {
      const written = spellings.sort((a, b) => b[1] - a[1]).map(([text, share]) => text + costDigit(share));
      const context = place % 32;
      return `${Math.floor(place / 32).toString(16)}\t${context === anyContext ? '*' : context}\t${written.join('')}`;
    });
}

const [folder] = process.argv.slice(2);
if (!folder || folder === '--help') {
  process.stdout.write(`${help}\n`);
  process.exit(folder ? 0 : 2);
}
const lines: string[] = [];
for (const { name, languages } of scripts) {
  const examples = languages.flatMap((language) => readExamples(folder, language));
  lines.push(name, ...linesOf(learn(examples)));
  process.stderr.write(`${name}: ${examples.length} examples\n`);
}
const table = `${lines.join('\n')}\n`;
writeFileSync(new URL('../public/spellings/latin-spellings.tsv', import.meta.url), table);
process.stdout.write(`${lines.length} lines, ${table.length} bytes\n`);
