import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBenchSite } from './bench-site.ts';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { type Goal, report } from './faults/verdict.ts';
import { fromNpm } from './from-npm.ts';
import { ownFolder } from './own-folder.ts';
import { pageTypes, pathIn } from './page-types.ts';
import { askMeasuredQuestion } from './question.ts';

// Lighthouse's mobile preset with its own throttling, median of 3 by performance.
//   [--only NAME] one page type [--lang hi] the pages below that prefix [--runs 1] instead of 3
const optionOf = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const only = optionOf('--only');
const lang = optionOf('--lang');
const runs = Number(optionOf('--runs') ?? 3);
const cli = join(fromNpm('lighthouse', '13.5.0'), 'cli/index.js');
const site = await startBenchSite({ articles: 1 });
const folder = ownFolder();
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number; score: number | null; title: string; scoreDisplayMode: string }>;
  /** The speed of this machine: its own throttling is meant for about 1,500. */
  environment: { benchmarkIndex: number };
};

const goals: Goal[] = [];
process.stdout.write(
  `${'page'.padEnd(22)}${categories.map((each) => each.padStart(15)).join('')}     LCP ms   TBT ms     CLS   speed\n`,
);
for (const { name, path, isIndexed } of [
  { name: 'measured article', path: site.articlePaths[0] as string, isIndexed: true },
  { name: 'question, 20 answers', path: await askMeasuredQuestion(site.services), isIndexed: true },
  ...pageTypes,
]) {
  if (only && only !== name) continue;
  // Resolve redirects first: they must not be part of the measurement.
  const { url: address, ok } = await fetch(site.origin + pathIn(lang, path));
  // Lighthouse does not audit pages that return 404.
  if (!ok) continue;
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) {
    const file = join(folder, `${name}-${run}.json`.replaceAll(' ', '-'));
    // Chromium occasionally loses a trace; a retry does not improve the figures. Not spawnSync: this process serves the
    // measured site.
    const look = () =>
      promisify(execFile)(
        process.execPath,
        [cli, address, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${chromiumArgs.join(' ')}`],
        { env: { ...process.env, CHROME_PATH: chromiumPath }, timeout: 120_000 },
      );
    await look().catch(look);
    reports.push(JSON.parse(readFileSync(file, 'utf8')) as Report);
  }
  const middle = reports.toSorted((a, b) => a.categories.performance!.score - b.categories.performance!.score)[
    Math.floor(runs / 2)
  ] as Report;
  const scores = categories.map((each) =>
    each === 'seo' && !isIndexed ? '-' : Math.round((middle.categories[each]?.score ?? 0) * 100).toString(),
  );
  const isMet = scores.every((score) => score === '-' || score === '100');
  goals.push({ name, figure: scores.join(' '), goal: '100 each', isMet });
  const audit = (id: string) => middle.audits[id]?.numericValue ?? Number.NaN;
  process.stdout.write(
    `${name.padEnd(22)}${scores.map((score) => score.padStart(15)).join('')}${audit('largest-contentful-paint').toFixed(0).padStart(11)}${audit('total-blocking-time').toFixed(0).padStart(9)}${audit('cumulative-layout-shift').toFixed(3).padStart(8)}${middle.environment.benchmarkIndex.toFixed(0).padStart(8)}\n`,
  );
  const failed = Object.values(middle.audits).filter(
    ({ score, scoreDisplayMode }) =>
      score !== null && score < 1 && ['binary', 'numeric', 'metricSavings'].includes(scoreDisplayMode),
  );
  if (failed.length > 0 && (only || !isMet))
    process.stdout.write(`    ${failed.map(({ title }) => title).join('; ')}\n`);
}
await site.close();
if (goals.length === 0) throw new Error(`No page is called '${only}'.`);
report(`Lighthouse: ${categories.join(', ')}`, goals);
