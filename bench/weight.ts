import { chromium } from 'playwright-core';
import { startBenchSite } from './bench-site.ts';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { atMost, report } from './faults/verdict.ts';
import { pageTypes } from './page-types.ts';
import { askMeasuredQuestion } from './question.ts';

// Transfer size of a first visit as Chromium receives it (compressed bodies, without headers), at 360 px width.
type Kind = 'Document' | 'Stylesheet' | 'Font' | 'Script' | 'Image' | 'Other';
const kinds: Kind[] = ['Document', 'Stylesheet', 'Font', 'Script', 'Image', 'Other'];

// Bytes: decision 5, e2e/community.spec.ts, decision 16.
const mostOfHindiArticle = 62_000;
const mostOfQuestion = 40_000;
const mostScript = 75_000;
const withoutScript = ['measured article (1,191 words)', 'question, 20 answers', 'home', 'article', 'article in Hindi'];
const weights = new Map<string, { all: number; images: number; script: number }>();

const site = await startBenchSite({ articles: 1 });
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
process.stdout.write(
  `${'page'.padEnd(28)}${kinds.map((kind) => kind.padStart(11)).join('')}${'all'.padStart(9)}${'no images'.padStart(11)}   bytes\n`,
);
for (const { name, path } of [
  { name: 'measured article (1,191 words)', path: site.articlePaths[0] as string },
  { name: 'question, 20 answers', path: await askMeasuredQuestion(site.services) },
  ...pageTypes,
]) {
  // The first response is compressed quickly; the second request triggers the better compression, which is then cached.
  const load = () => fetch(site.origin + path).then((response) => response.arrayBuffer().then(() => response.url));
  await load();
  const address = await load();
  await new Promise((resolve) => setTimeout(resolve, 400));

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const kindOf = new Map<string, Kind>();
  const bytes = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  session.on('Network.responseReceived', ({ requestId, type }) =>
    kindOf.set(requestId, (kinds as string[]).includes(type) ? (type as Kind) : 'Other'),
  );
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = kindOf.get(requestId) ?? 'Other';
    if (kind !== 'Document') bytes[kind] += encodedDataLength;
  });
  // Chromium reports no encoded length for a document: take its Content-Length.
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) bytes.Document = Number(response.headers()['content-length'] ?? 0);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const all = kinds.reduce((sum, kind) => sum + bytes[kind], 0);
  process.stdout.write(
    `${name.padEnd(28)}${kinds.map((kind) => String(bytes[kind]).padStart(11)).join('')}${String(all).padStart(9)}${String(all - bytes.Image).padStart(11)}\n`,
  );
  weights.set(name, { all, images: bytes.Image, script: bytes.Script });
  await context.close();
}
await browser.close();
await site.close();
const of = (name: string) => weights.get(name)!;
const most = Math.max(...[...weights.values()].map(({ script }) => script));
report('First visits', [
  atMost(
    'an article in Hindi without pictures',
    of('article in Hindi').all - of('article in Hindi').images,
    mostOfHindiArticle,
    'bytes',
  ),
  atMost('a question with 20 answers', of('question, 20 answers').all, mostOfQuestion, 'bytes'),
  ...withoutScript.map((name) => atMost(`script of ${name}`, of(name).script, 0, 'bytes')),
  atMost('script of any page', most, mostScript, 'bytes'),
]);
