import { sql } from 'drizzle-orm';
import type { Connection } from '../src/database/connect.server.ts';
import { searchDocuments, searchWords } from '../src/database/schema.ts';
import { searchIndex } from '../src/features/search/search-index.server.ts';
import { searchSteps } from '../src/features/search/search-steps.server.ts';
import { indexDocuments } from '../src/features/search-index/index-document.server.ts';
import { randomFrom } from './search-corpus.ts';
import { readLines } from './spelling-words.ts';

const madeLines = 5_000;
const wordsOfQuery = 4;
const linesAtOnce = 500;

export type SentenceFigures = { asked: number; firstTen: number; p95: number };

/**
 * Four romanised words in a row of a line, against all native lines of sentences.tsv and as many lines made of
 * words.tsv as `made` says: how often the line is among the first ten. Through the site's own index and search.
 * @param most lines asked, of all @param lines native lines indexed, of all
 */
export async function measureSentences(
  connection: Connection,
  folder: string,
  language: string,
  { most = Infinity, lines = Infinity, made = madeLines } = {},
): Promise<SentenceFigures> {
  const { db } = connection;
  const random = randomFrom(29);
  const pairs = readLines(folder, language, 'sentences').slice(0, lines);
  const natives = [...new Set(readLines(folder, language, 'words').map(([, native]) => native!))];
  const pick = () => natives[Math.floor(random() * natives.length)]!;
  const fillers = Array.from({ length: made }, () =>
    Array.from({ length: 6 + Math.floor(random() * 14) }, pick).join(' '),
  );
  await db.execute(sql`truncate ${searchDocuments}, ${searchWords}`);
  const texts = [...pairs.map(([native]) => native!), ...fillers];
  for (let from = 0; from < texts.length; from += linesAtOnce)
    await db.transaction((tx) =>
      indexDocuments(
        tx,
        texts.slice(from, from + linesAtOnce).map((body, at) => ({
          kind: 'ARTICLE',
          entityId: from + at + 1,
          lang: 'hi',
          title: `line ${from + at + 1}`,
          summary: '',
          body,
          categoryIds: [],
          tagIds: [],
          publishedAt: new Date(0),
        })),
      ),
    );
  await db.execute(sql`analyze ${searchDocuments}`);

  const queries = pairs.flatMap(([, latin], at) => {
    const words = latin!.split(/\s+/).filter((word) => /[a-z]/i.test(word));
    if (words.length < wordsOfQuery) return [];
    const start = Math.floor(random() * (words.length - wordsOfQuery + 1));
    return [{ id: at + 1, query: words.slice(start, start + wordsOfQuery).join(' ') }];
  });
  const chosen = queries.length <= most ? queries : queries.filter(() => random() < most / queries.length);
  // The same line may stand in the file twice.
  const idsOf = Map.groupBy(texts.keys(), (at) => texts[at]!);
  const times: number[] = [];
  let found = 0;
  for (const { id, query } of chosen) {
    const before = performance.now();
    const answer = await db.transaction((tx) =>
      searchIndex(searchSteps(tx, db), { text: query, kinds: ['ARTICLE'], isRanked: true }),
    );
    times.push(performance.now() - before);
    const right = new Set(idsOf.get(texts[id - 1]!)!.map((at) => at + 1));
    if (answer.found.ARTICLE.ids.slice(0, 10).some((each) => right.has(each))) found += 1;
  }
  times.sort((a, b) => a - b);
  return { asked: chosen.length, firstTen: found / chosen.length, p95: times[Math.floor(times.length * 0.95)] ?? 0 };
}
