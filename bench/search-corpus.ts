import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seeded } from '../src/testing/seeded.ts';

// Synthetic articles from real sentences with invented names, so that a hundred thousand of them have rare words too.

export type MadeArticle = {
  id: number;
  lang: 'en' | 'hi';
  title: string;
  summary: string;
  body: string;
  categoryIds: number[];
  tagIds: number[];
  publishedAt: Date;
};

/** @returns 0 to below 1 */
export function randomFrom(seed: number): () => number {
  const next = seeded(seed);
  return () => next() / 2 ** 32;
}

const hindiSentences = [
  'किसान सम्मान निधि की किस्त सीधे बैंक खाते में आती है',
  'राशन कार्ड में नाम जोड़ने के लिए आवेदन करें',
  'वृद्धावस्था पेंशन योजना के लिए आयु साठ वर्ष होनी चाहिए',
  'आधार से मोबाइल नंबर जोड़ना ज़रूरी है',
  'महिलाओं के लिए नई योजनाओं की घोषणा हुई',
  'शिकायत दर्ज करने के लिए हेल्पलाइन पर फ़ोन करें',
  'अस्पताल में मुफ़्त इलाज के लिए आयुष्मान कार्ड दिखाएँ',
];

type Pools = { titles: string[]; paragraphs: string[]; hindi: string[] };

function readPools(dataDir: string | undefined, contentDir: string): Pools {
  const pools: Pools = { titles: [], paragraphs: [], hindi: [...hindiSentences] };
  for (const name of readdirSync(contentDir).filter((file) => file.endsWith('.md'))) {
    const [, head = '', ...body] = readFileSync(join(contentDir, name), 'utf8').split(/^---$/m);
    pools.titles.push(/^title: "?(.*?)"?$/m.exec(head)?.[1] ?? name);
    pools.paragraphs.push(...paragraphsOf(body.join('---')));
  }
  const schemes = dataDir && join(dataDir, 'schemes', 'schemes.jsonl.gz');
  if (schemes && existsSync(schemes)) {
    for (const line of gunzipSync(readFileSync(schemes)).toString('utf8').trim().split('\n')) {
      const scheme = JSON.parse(line) as Record<string, unknown>;
      pools.titles.push(String(scheme.scheme_name).trim());
      for (const part of ['details', 'benefits', 'eligibility', 'documents required']) {
        if (typeof scheme[part] === 'string') pools.paragraphs.push(...paragraphsOf(scheme[part]));
      }
    }
  }
  const hindi = dataDir && join(dataDir, 'articles', 'hindi', 'bbc_hindi_BBC_train_data.tsv');
  if (hindi && existsSync(hindi))
    pools.hindi.push(
      ...readFileSync(hindi, 'utf8')
        .split('\n')
        .slice(1, 4_000)
        .map((line) => line.split('\t')[0]!)
        .filter((line) => line.length > 20),
    );
  return pools;
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim().slice(0, 900))
    .filter((part) => part.length > 120);

const syllables = 'ba bha cha da dha ga gha ha ja ka kha la ma na nagar pa pha pur ra sa sha ta tha va ya wadi'.split(
  ' ',
);
/** An invented village name; a `rank` near 0 is frequent, the others occur once or twice. */
const villageName = (rank: number) => {
  let name = '';
  for (let rest = rank + 700; rest > 0; rest = Math.floor(rest / syllables.length))
    name += syllables[rest % syllables.length];
  return name[0]!.toUpperCase() + name.slice(1);
};

export function* makeArticles(
  count: number,
  options: { dataDir?: string | undefined; contentDir: string; categoryIds: number[]; tagIds: number[] },
): Generator<MadeArticle> {
  const random = randomFrom(20_261_121);
  const pools = readPools(options.dataDir, options.contentDir);
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)]!;
  const village = () => villageName(Math.floor(60_000 * random() ** 3));
  const newest = Date.now() - 3_600_000;
  for (let id = 1; id <= count; id++) {
    const isHindi = random() < 0.1;
    const sentence = isHindi ? () => `${pick(pools.hindi)}।` : () => pick(pools.paragraphs);
    const length = isHindi ? 40 : 6 + Math.floor(random() * 6);
    yield {
      id,
      lang: isHindi ? 'hi' : 'en',
      title: `${isHindi ? pick(pools.hindi) : pick(pools.titles)}${random() < 0.5 ? `, ${village()}` : ''}`.slice(
        0,
        180,
      ),
      summary: sentence().slice(0, 240),
      body: Array.from({ length }, sentence).join('\n\n') + `\n\n${village()} ${village()} ${village()}`,
      categoryIds: [...new Set([pick(options.categoryIds), pick(options.categoryIds)])],
      tagIds: [...new Set([pick(options.tagIds), pick(options.tagIds), pick(options.tagIds)])],
      // Random dates within ten years, skewed towards recent ones.
      publishedAt: new Date(newest - Math.floor(random() ** 2 * 10 * 365 * 86_400) * 1_000),
    };
  }
}
