import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { judgeMessage } from '../src/features/message-check/judge-message.ts';
import { indexScams, type KnownScam } from '../src/features/message-check/scam-likeness.ts';
import { genuineMessages } from '../src/testing/genuine-messages.ts';

// npm run bench -- checks FOLDER: how well messages are judged. FOLDER holds checks.jsonl (labelled by people: kind,
// text, signs) and, for the figures on other messages, smishing.jsonl.gz (label, text).
const [folder] = process.argv.slice(2);
if (!folder || !existsSync(join(folder, 'checks.jsonl'))) {
  process.stdout.write('Usage: npm run bench -- checks FOLDER   (a folder with checks.jsonl)\n');
  process.exit(2);
}

const desk = globSync('content/scams/*.md').map((file): KnownScam => {
  const { title, texts } = parse(readFileSync(file, 'utf8').split('---')[1]!) as {
    title: string;
    texts: { text: string }[];
  };
  return { id: basename(file, '.md'), title, canonicalUrl: '/check', advice: [], texts: texts.map(({ text }) => text) };
});
const index = indexScams(desk);
const judge = (text: string) => judgeMessage(text.slice(0, 5_000), undefined, index, null);
const isFound = (text: string) => judge(text).outcome !== 'nothing_found';

const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)}% of ${whole}`;
const say = (what: string, figure: string) => process.stdout.write(`${what.padEnd(58)} ${figure}\n`);
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind?: string; label?: string; text: string; signs?: string[] });

const checks = linesOf(readFileSync(join(folder, 'checks.jsonl'), 'utf8'));
const scams = checks.filter(({ kind }) => kind === 'scam');
const genuine = checks.filter(({ kind }) => kind !== 'scam');
say('scams called known or with signs', share(scams.filter(({ text }) => isFound(text)).length, scams.length));
say('genuine messages so called', share(genuine.filter(({ text }) => isFound(text)).length, genuine.length));
const pairs = scams.map(({ text, signs = [] }) => ({
  given: judge(text).signs.map(({ id }) => id as string),
  named: signs,
}));
const sum = (count: (pair: (typeof pairs)[number]) => number) => pairs.reduce((total, pair) => total + count(pair), 0);
const right = sum(({ given, named }) => given.filter((id) => named.includes(id)).length);
say(
  'right signs, of those that people named',
  share(
    right,
    sum(({ named }) => named.length),
  ),
);
say(
  'right signs, of those given',
  share(
    right,
    sum(({ given }) => given.length),
  ),
);

const known = genuineMessages.filter((text) => judge(text).outcome === 'known_scam').length;
say('our genuine messages called a known scam', share(known, genuineMessages.length));
say('our genuine messages with signs', share(genuineMessages.filter(isFound).length - known, genuineMessages.length));

const other = join(folder, 'smishing.jsonl.gz');
if (existsSync(other)) {
  const rows = linesOf(gunzipSync(readFileSync(other)).toString('utf8'));
  for (const label of new Set(rows.map((row) => row.label))) {
    const of = rows.filter((row) => row.label === label);
    say(
      `other messages labelled ${label}, called suspect`,
      share(of.filter(({ text }) => isFound(text)).length, of.length),
    );
  }
}
