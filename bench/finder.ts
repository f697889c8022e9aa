// /find-schemes over 4,000 schemes: size of the files in brotli, and one answer, from 'Next' to the next question
// painted, in Chromium at 6x CPU throttling. NAGRIK_DATA: the folder whose schemes/schemes.jsonl.gz is taken.
//   npm run bench -- finder [--schemes=4000] [--sizes]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startBenchSite } from './bench-site.ts';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { finderSchemes, printSizes } from './finder-schemes.ts';

const { values: options } = parseArgs({
  options: { schemes: { type: 'string', default: '4000' }, sizes: { type: 'boolean', default: false } },
});

const site = await startBenchSite({ articles: 1 });
const { source, schemes } = await finderSchemes(site, Number(options.schemes), process.env.NAGRIK_DATA);
console.log(`${schemes.length} schemes, of ${source} ${process.env.NAGRIK_DATA ? 'imported' : 'of the demonstration'}`);
const { file, words } = printSizes(schemes);
if (options.sizes) {
  await site.close();
  process.exit();
}
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
try {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  await page.route('**/api/schemes/rules/finder', (route) => route.fulfill({ json: file }));
  await page.route('**/api/schemes/rules/finder/words', (route) => route.fulfill({ json: words }));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto(`${site.origin}/find-schemes`);
  await page.locator('[data-drawn] .asked').waitFor();
  await devtools.send('Performance.enable');
  /** CPU time of the page's main thread in milliseconds: wall time would include other work on the machine. */
  const worked = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime')!.value * 1_000;
  const times: { handled: number; drawn: number; worked: number }[] = [];
  for (let count = 0; count < 25 && (await page.locator('[data-drawn] form').count()) > 0; count += 1) {
    const before = await worked();
    const time = await page.evaluate(async () => {
      const form = document.querySelector<HTMLFormElement>('[data-drawn] form')!;
      const field = form.querySelector<HTMLInputElement>('input.in');
      const select = form.querySelector('select');
      // A field may have a list of units beside it.
      if (field) field.value = field.inputMode === 'text' ? 'Pune' : '1';
      else if (select) select.selectedIndex = 11;
      else form.querySelector<HTMLInputElement>('.pick input')!.checked = true;
      await new Promise((resolve) => setTimeout(resolve, 100));
      const from = performance.now();
      form.requestSubmit();
      await Promise.resolve();
      const handled = performance.now() - from;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (form.isConnected) throw new Error(`refused: ${form.innerText}`);
      return { handled, drawn: performance.now() - from };
    });
    times.push({ ...time, worked: (await worked()) - before });
  }
  const sorted = (kind: 'handled' | 'drawn' | 'worked') => times.map((time) => time[kind]).sort((a, b) => a - b);
  for (const kind of ['handled', 'drawn', 'worked'] as const) {
    const list = sorted(kind);
    console.log(
      `${kind}: ${list[list.length >> 1]!.toFixed(0)} ms in the middle, ${list.at(-1)!.toFixed(0)} ms at worst, the first ${times[0]![kind].toFixed(0)} ms, of ${list.length} answers over ${schemes.length} schemes`,
    );
  }
} finally {
  await browser.close();
  await site.close();
}
