import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Letters, lettersOf, type ScriptName, scripts } from './letters.ts';

/** A Latin spelling of one letter, with its cost: minus the natural logarithm of its share, at most 7. */
export type Spelling = { latin: string; cost: number };
/** By letter * 32 + context; `anyContext` for contexts that were too rare to be learnt. */
export type SpellingTable = Map<ScriptName, Map<number, Spelling[]>>;

export const anyContext = 31;
export const keyOf = (letter: number, context: number): number => letter * 32 + context;

const costStep = 0.2;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const costDigit = (share: number): string =>
  digits[Math.min(digits.length - 1, Math.round(-Math.log(share) / costStep))]!;

/**
 * @param lines of public/spellings/latin-spellings.tsv: for each script its name, then for each letter the letter,
 * a tab and its context (* for any), a tab, and its spellings, each followed by its cost (0 to 9, A to Z)
 */
function readSpellingTable(lines: string): SpellingTable {
  const table: SpellingTable = new Map();
  let rows = new Map<number, Spelling[]>();
  for (const line of lines.split('\n')) {
    const [letter, context, spellings] = line.split('\t');
    const script = scripts.find(({ name }) => name === line);
    if (script) table.set(script.name, (rows = new Map()));
    else if (letter && context && spellings)
      rows.set(
        keyOf(parseInt(letter, 16), context === '*' ? anyContext : Number(context)),
        [...spellings.matchAll(/([a-z]*)([0-9A-Z])/g)].map(([, latin, cost]) => ({
          latin: latin!,
          cost: digits.indexOf(cost!) * costStep,
        })),
      );
  }
  return table;
}

let loaded: SpellingTable | undefined;
/** Read with the first use: a process that searches nothing does not need it. */
export const spellingTable = (): SpellingTable =>
  (loaded ??= readSpellingTable(readFileSync(resolve('public/spellings/latin-spellings.tsv'), 'utf8')));

const unknown: Spelling[] = [{ latin: '', cost: 3 }];

/** The Latin spellings of each letter of a word, the cheapest first. */
export function spellingsOf({ script, letters, contexts }: Letters, table = spellingTable()): Spelling[][] {
  const rows = table.get(script);
  return letters.map(
    (letter, at) => rows?.get(keyOf(letter, contexts[at]!)) ?? rows?.get(keyOf(letter, anyContext)) ?? unknown,
  );
}

/** Up to `most` Latin spellings of a word of an Indic script, the likeliest first; none for any other word. */
export function latinSpellings(word: string, most: number, table = spellingTable()): Spelling[] {
  const letters = lettersOf(word);
  if (!letters) return [];
  let beam: Spelling[] = [{ latin: '', cost: 0 }];
  for (const choices of spellingsOf(letters, table)) {
    const next = new Map<string, number>();
    for (const { latin, cost } of beam)
      for (const choice of choices) {
        const longer = latin + choice.latin;
        const total = cost + choice.cost;
        if (total < (next.get(longer) ?? Infinity)) next.set(longer, total);
      }
    beam = [...next]
      .map(([latin, cost]) => ({ latin, cost }))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, Math.max(most, 8));
  }
  return beam.slice(0, most);
}
