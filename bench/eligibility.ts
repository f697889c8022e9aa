// Profiles per second through findSchemes over 2,000 schemes, in one process; then in Chromium at 6x CPU throttling.
//   npm run bench -- eligibility [--schemes=2000] [--seconds=5] [--no-browser]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { compileSchemes, findSchemes } from '../src/features/schemes/find-schemes.ts';
import { matchSchemes } from '../src/features/schemes/match-schemes.ts';
import { makeAnswers, makeSchemes } from '../src/testing/make-schemes.ts';
import { chromiumArgs, chromiumPath } from './chromium.ts';

const { values: options } = parseArgs({
  options: {
    schemes: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '5' },
    'no-browser': { type: 'boolean', default: false },
  },
});
const count = Number(options.schemes);
const schemes = makeSchemes(count).map((scheme) => ({
  ...scheme,
  level: null,
  kind: 'other' as const,
  state: null,
  department: null,
  title: scheme.name,
  summary: '',
  lang: 'en',
  translations: [],
  canonicalUrl: '/',
  benefit: null,
  officialUrl: null,
  alsoCheck: [],
}));

const started = performance.now();
const compiled = compileSchemes(schemes);
console.log(
  `${count} schemes, ${compiled.table.leaves.length} different comparisons, compiled in ${(performance.now() - started).toFixed(1)} ms`,
);

// From no answers to all of them: each user has three answers, then eight, then every one.
const people = Array.from({ length: 300 }, (_, seed) => {
  const all = Object.entries(makeAnswers(seed + 1));
  return [3, 8, all.length].map((kept) => Object.fromEntries(all.slice(0, kept)));
}).flat();

function rate(work: (person: object) => unknown): string {
  for (const person of people) work(person);
  const end = performance.now() + Number(options.seconds) * 1_000;
  const from = performance.now();
  const cpu = process.cpuUsage();
  let done = 0;
  while (performance.now() < end) work(people[done++ % people.length]!);
  const perSecond = (milliseconds: number) => Math.round(done / (milliseconds / 1_000)).toLocaleString('en-IN');
  const { user, system } = process.cpuUsage(cpu);
  return `${perSecond(performance.now() - from)} a second, ${perSecond((user + system) / 1_000)} a second of the processor's time`;
}
console.log(`findSchemes: ${rate((person) => findSchemes(compiled, person))}`);
console.log(
  `a page of ten with reasons, as POST /api/schemes/match makes it: ${rate((person) => matchSchemes(compiled, { answers: person }, '2026-11-22'))}`,
);

if (!options['no-browser']) await inBrowser();

async function inBrowser(): Promise<void> {
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry: new URL('./eligibility-browser.ts', import.meta.url).pathname, formats: ['iife'], name: 'bench' },
    },
  });
  const [chunk] = [bundled]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((one) => one.type === 'chunk');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  try {
    const page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.addScriptTag({ content: chunk!.code });
    const { opening, median, worst } = (await page.evaluate(`bench.measure(${count})`)) as {
      opening: number;
      median: number;
      worst: number;
    };
    console.log(
      `Chromium, CPU slowed 6 times: compiled and the first question chosen in ${opening.toFixed(0)} ms; an answer takes ${median.toFixed(1)} ms in the middle, ${worst.toFixed(1)} ms at worst`,
    );
    console.log(`script of the whole matcher: ${chunk!.code.length.toLocaleString('en-IN')} bytes before compression`);
  } finally {
    await browser.close();
  }
}
