// From a reader's touch to its effect on the page: CPU slowed 6 times, 400 kbit/s, 150 ms round trip, nothing cached.
//   npm run bench -- acts [--times 7]
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startBenchSite } from './bench-site.ts';
import { chromiumArgs, chromiumPath } from './chromium.ts';

const { values: options } = parseArgs({ options: { times: { type: 'string', default: '7' } } });

/** `effect`: a selector that matches after the touch, or 'next question'. Goals in milliseconds. */
type Act = { name: string; path: string; touch: string; effect: string; goal: number | null };

const scheme = '/article/x-MTAxMw';
const acts: Act[] = [
  { name: 'colour mode', path: scheme, touch: 'footer [data-act=mode]', effect: 'html[data-mode=dark]', goal: 100 },
  { name: 'copy', path: scheme, touch: '[data-act=copy]', effect: '#said:not(:empty)', goal: 600 },
  {
    name: 'save',
    path: scheme,
    touch: '.tool[data-act=save]:has(span)',
    effect: '.tool[data-act=save]:has(span)[aria-pressed=true]',
    goal: 600,
  },
  {
    name: 'first finder answer',
    path: '/find-schemes',
    touch: '#ask button[value=skip]',
    effect: 'next question',
    goal: null,
  },
];

const site = await startBenchSite({ articles: 1 });
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
try {
  for (const act of acts) {
    const times: number[] = [];
    for (let count = 0; count < Number(options.times); count += 1) times.push(await measure(browser, act));
    times.sort((a, b) => a - b);
    const goal = act.goal === null ? '' : `, goal ${act.goal} ms`;
    console.log(
      `${act.name}: ${times[times.length >> 1]!.toFixed(0)} ms in the middle, ${times.at(-1)!.toFixed(0)} ms at worst, of ${times.length}${goal}`,
    );
  }
} finally {
  await browser.close();
  await site.close();
}

/** @returns milliseconds from the finger's touch until the effect is in the page */
async function measure(from: Browser, act: Act): Promise<number> {
  const context = await from.newContext({
    viewport: { width: 360, height: 740 },
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 400_000 / 8,
      uploadThroughput: 400_000 / 8,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await watch(page, act);
    await page.goto(site.origin + act.path, { timeout: 120_000 });
    // Playwright's own click waits and scrolls, which loads nothing; the time begins with the page's own event.
    await page.locator(act.touch).first().click({ timeout: 120_000 });
    return await effectOf(page);
  } finally {
    await context.close();
  }
}

/** A navigation ends the promise of the document before. */
async function effectOf(page: Page): Promise<number> {
  try {
    return await page.evaluate(() => (window as unknown as { effect: Promise<number> }).effect);
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error;
    return effectOf(page);
  }
}

/** Notes the time of the first touch, and the time when the effect is there: on this document or on the next. */
async function watch(page: Page, { effect }: Act): Promise<void> {
  await page.addInitScript((selector) => {
    const now = () => performance.timeOrigin + performance.now();
    const question = () => document.querySelector('#ask .asked')?.textContent ?? null;
    addEventListener(
      'pointerdown',
      () => {
        if (sessionStorage.getItem('touched')) return;
        sessionStorage.setItem('touched', String(now()));
        sessionStorage.setItem('question', question() ?? '');
      },
      true,
    );
    const isThere = () =>
      selector === 'next question'
        ? ![null, sessionStorage.getItem('question')].includes(question())
        : document.querySelector(selector) !== null;
    Object.assign(window, {
      effect: new Promise<number>((resolve) => {
        const look = () => {
          const touched = Number(sessionStorage.getItem('touched'));
          if (!touched || !isThere()) return;
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(now() - touched)));
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
      }),
    });
  }, effect);
}
