// What new members push on readers: how much of it is held, and how many posts of real people with it. The families of
// `spam.jsonl` that are `tuned` are what the rule was written on; a figure counts on the others alone.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgePost } from '../src/features/communities/find-pushed.ts';
import { ReadProgress } from '../src/features/importing/read-file.server.ts';
import { readRows } from '../src/features/importing/stackexchange/read-rows.server.ts';
import { decodeEntities } from '../src/platform/text/decode-entities.ts';

type Spam = { family: string; lang: string; part: 'tuned' | 'measured'; text: string };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, spam: { type: 'string' }, most: { type: 'string' } },
});
const most = Number(values.most ?? 3_000);

const linesOf = <Row>(file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const share = (part: number, whole: number) =>
  `${part}/${whole}${whole ? ` ${((100 * part) / whole).toFixed(1)}%` : ''}`;
const isHeld = (text: string) => judgePost('COMMENT', text).pushed.length > 0;

/** Links of a post stand in its HTML alone. */
const textOf = (html: string) =>
  decodeEntities(html.replace(/<a\s[^>]*href="([^"]*)"[^>]*>/g, ' $1 ').replace(/<[^>]*>/g, ' ')).trim();

/** Posts of a folder with dumps of Stack Exchange, as many of each; or the lines of a file, each with `text`. */
async function readReal(path: string): Promise<string[]> {
  if (!statSync(path).isDirectory()) return linesOf<{ text: string }>(path).map(({ text }) => text);
  const dumps = [path, ...readdirSync(path).map((name) => join(path, name))]
    .map((folder) => join(folder, 'Posts.xml.gz'))
    .filter((file) => existsSync(file));
  const posts: string[] = [];
  for (const [at, file] of dumps.entries()) {
    const wanted = Math.ceil(((at + 1) * most) / dumps.length);
    const { size } = statSync(file);
    const rows = readRows(
      { path: file, isGzip: true, name: file, size, fingerprint: '' },
      'posts',
      new ReadProgress(size),
    );
    for await (const some of rows) {
      for (const { Title = '', Body = '' } of some)
        if (Body && posts.length < wanted) posts.push(`${Title} ${textOf(Body)}`.trim());
      if (posts.length >= wanted) break;
    }
  }
  return posts;
}

const spam = linesOf<Spam>(values.spam ?? join(import.meta.dirname, 'spam.jsonl'));
const caughtOf = (some: Spam[]) => share(some.filter(({ text }) => isHeld(text)).length, some.length);
const parts = Map.groupBy(spam, ({ part }) => part);
console.table(
  Object.fromEntries(
    [...Map.groupBy(spam, ({ part, family }) => `${part}: ${family}`)].map(([name, some]) => [
      name,
      { caught: caughtOf(some) },
    ]),
  ),
);
for (const [part, some] of parts)
  console.log(
    `caught, ${part} (${new Set(some.map(({ family }) => family)).size} families): ${caughtOf(some)}; ${[...Map.groupBy(some, ({ lang }) => lang)].map(([lang, few]) => `${lang} ${caughtOf(few)}`).join(', ')}`,
  );
if (values.list)
  for (const { family, text } of spam.filter((one) => !isHeld(one.text))) console.log('missed', family, text);
const [path] = positionals;
if (!path) console.log('SKIPPED: no folder of real posts was named.');
else {
  const real = await readReal(path);
  const wrong = real.filter(isHeld);
  console.log(`held wrongly: ${share(wrong.length, real.length)}`);
  if (values.list)
    for (const text of wrong)
      console.log('held', JSON.stringify(judgePost('COMMENT', text).pushed), text.slice(0, 300).replace(/\s+/g, ' '));
}
