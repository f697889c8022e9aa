import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

const whole = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
// Dark mode differs in colours only, so only the colour rules run again.
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Runs axe on the page in its current state, in both colour modes. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  for (const [mode, runOnly] of [
    ['light', whole],
    ['dark', ofColours],
  ] as const) {
    const violations = await page.evaluate(
      async ([chosen, rules]) => {
        document.documentElement.dataset.mode = chosen;
        const { violations: found } = await (window as unknown as { axe: Axe }).axe.run({ runOnly: rules });
        return found.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ html }) => html.slice(0, 160))
              .join(' | ')}`,
        );
      },
      [mode, runOnly] as const,
    );
    expect(violations, `${name}, ${mode}`).toEqual([]);
  }
  await page.evaluate(() => {
    delete document.documentElement.dataset.mode;
  });
}

const excess = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** No horizontal scrolling at any width, nor with text enlarged to 200 %. */
export async function expectToFit(page: Page, name: string, widths = [320, 360, 768, 1536]): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await excess(page), `${name} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await excess(page), `${name} in large letters`).toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  if (before) await page.setViewportSize(before);
}
