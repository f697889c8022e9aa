import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const everyPage = [
  '/', '/category/schemes-MjUy', '/category/scams-MjU0?kind=videos', '/tag/aadhaar-MjAwMQ', '/author/asha-menon-MQ', '/article/x-MTAwMQ', '/article/x-MTAwNQ', '/video/x-NTAx', '/videos',
  '/webstory/your-first-rti', '/search?q=pan', '/search?q=zzzzqqqq', '/search', '/about', '/privacy', '/terms', '/grievance', '/settings/privacy', '/offline', '/no-such-page',
];

for (const path of everyPage) {
  for (const mode of ['light', 'dark']) {
    test(`axe finds nothing on ${path} (${mode})`, async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('color-mode', chosen), mode);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        const { violations: found } = await (window as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run({
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        });
        return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      });
      expect(violations).toEqual([]);
    });
  }
}

for (const width of [320, 360, 580, 768, 960, 1200, 1536, 1800, 2100, 2400]) {
  test(`nothing scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of everyPage) {
      await page.goto(path);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(excess, path).toBeLessThanOrEqual(0);
    }
  });
}
