import { join } from 'node:path';
import { brotliCompressSync, constants, createGunzip } from 'node:zlib';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { convertScheme, parseScheme } from '../src/features/importing/schemes/scheme-to-article.ts';
import { plainName } from '../src/features/importing/schemes/scheme-facts.ts';
import { proposeRules } from '../src/features/proposals/propose-rules.ts';
import { readScheme } from '../src/features/proposals/scheme-source.ts';
import { plainAddress, type WordedScheme } from '../src/features/schemes/finder-file.ts';
import { states } from '../src/features/schemes/facts.ts';
import type { Condition, Rules } from '../src/features/schemes/rules.ts';
import type { FinderFile, FinderWords } from '../src/features/schemes/schemes.contract.ts';
import { listSchemesWithRules } from '../src/features/schemes/schemes.queries.server.ts';
import { finderFileOf, finderWordsOf } from '../src/features/schemes/write-finder-file.ts';
import type { BenchSite } from './bench-site.ts';

/** The imported schemes with every proposed condition accepted; `folder` as NAGRIK_DATA. */
async function importedSchemes(folder: string): Promise<WordedScheme[]> {
  const file = createReadStream(join(folder, 'schemes', 'schemes.jsonl.gz'));
  const lines = createInterface({ input: pipeline(file, createGunzip(), () => {}) });
  const found: WordedScheme[] = [];
  for await (const line of lines) {
    const record: unknown = JSON.parse(line);
    const proposal = proposeRules(readScheme(record));
    if (!proposal.rules) continue;
    const all: Rules['all'] = proposal.rules.all.map((condition, index) => ({
      ...condition,
      ...quoteOf(proposal.spans[index]?.quote),
      reviewedBy: 'bench',
      reviewedOn: '2026-11-22',
    }));
    const scheme = parseScheme(record);
    const converted = convertScheme(
      scheme,
      {
        site: 'myscheme',
        categoryMap: new Map(),
        ownCategories: new Map(),
        schemeRules: new Map([[plainName(scheme.scheme_name), { rules: { version: 2, all }, isComplete: false }]]),
      },
      false,
    );
    if (converted.kind !== 'article' || !converted.article.scheme?.rules) continue;
    const { name, rules, details } = converted.article.scheme;
    const id = 1_001 + 3 * found.length;
    found.push({
      id,
      name,
      kind: details.kind ?? 'other',
      benefit: details.benefits[0] ?? null,
      canonicalUrl: plainAddress(name, id),
      alsoCheck: details.alsoCheck ?? [],
      rules: rules as Rules,
    });
  }
  return found;
}
const quoteOf = (quote: string | null | undefined) => (quote ? { quote } : {});

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const halves = (text: string): [string, string] => {
  const words = text.split(' ');
  const middle = Math.ceil(words.length / 2);
  return [words.slice(0, middle).join(' '), words.slice(middle).join(' ')];
};

/** Other limits and another State, so that a variation is no copy. */
function varied<Given extends Condition>(condition: Given, next: (below: number) => number): Given {
  const moved = (limit: number) => (limit >= 1_000 ? limit + 10_000 * next(10) : limit >= 10 ? limit + next(4) : limit);
  return JSON.parse(
    JSON.stringify(condition, (key: string, value: unknown) => {
      if ((key === 'gte' || key === 'lte') && typeof value === 'number') return moved(value);
      if (key === 'eq' && typeof value === 'string' && (states as readonly string[]).includes(value))
        return states[next(states.length)];
      return value;
    }),
  ) as Given;
}

/** As many schemes as wanted: names and benefits of two halves, rules of one scheme with other limits. */
export function multiplied(schemes: readonly WordedScheme[], count: number): WordedScheme[] {
  const next = numbers(7);
  const any = () => schemes[next(schemes.length)]!;
  const many = schemes.slice(0, count);
  for (let id = 10_000; many.length < count; id += 1 + next(5)) {
    const name = `${halves(any().name)[0]} ${halves(any().name)[1]}`;
    const rules = any().rules;
    many.push({
      id,
      name,
      kind: any().kind,
      benefit: `${halves(any().benefit ?? '')[0]} ${halves(any().benefit ?? '')[1]}`.trim() || null,
      canonicalUrl: plainAddress(name, id),
      alsoCheck: any().alsoCheck.map((point) => `${halves(point)[0]} ${halves(any().alsoCheck[0] ?? point)[1]}`),
      rules: { ...rules, all: rules.all.map((condition) => varied(condition, next)) } satisfies Rules,
    });
  }
  return many;
}

/** `count` schemes: the imported ones where `folder` is given, else the demonstration's, and variations of them. */
export async function finderSchemes(site: BenchSite, count: number, folder: string | undefined) {
  const source = folder ? await importedSchemes(folder) : await listSchemesWithRules(site.services.connection.db);
  return { source: source.length, schemes: multiplied(source, count) };
}

const brotli = (text: string, quality: number) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

export function printSizes(schemes: readonly WordedScheme[]): { file: FinderFile; words: FinderWords } {
  const file = finderFileOf(schemes);
  const words = finderWordsOf(schemes);
  for (const [name, content] of Object.entries({ 'rules and names': file, 'words of the results': words })) {
    const text = JSON.stringify(content);
    console.log(
      `${name}: ${kilobytes(brotli(text, 11))} in brotli (${kilobytes(brotli(text, 1))} in the first answer, which is compressed quickly), ${kilobytes(Buffer.byteLength(text))} of JSON, ${schemes.length} schemes`,
    );
  }
  const names = file.data.map(({ name }) => name);
  const numbersOf = file.data.map(({ all }) => all);
  console.log(
    `of the rules: names ${kilobytes(brotli(JSON.stringify(names), 11))}, ${file.conditions.length} different conditions ${kilobytes(brotli(JSON.stringify(file.conditions), 11))}, their numbers ${kilobytes(brotli(JSON.stringify(numbersOf), 11))}`,
  );
  return { file, words };
}
