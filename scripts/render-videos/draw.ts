import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { styles } from './cloth.ts';
import { root } from './read-clips.ts';

export type Draw = (html: string, palette: string) => Promise<Buffer>;

/** The site's own fonts where present, otherwise the system's. */
async function fontFaces(): Promise<string> {
  const folder = join(root, 'public/fonts');
  const names = await readdir(folder).catch(() => []);
  const faces = names
    .filter((name) => /-[46]00\.woff2$/.test(name))
    .map(async (name) => {
      const range = name.startsWith('inr')
        ? 'U+20B9'
        : name.startsWith('deva')
          ? 'U+0900-097F,U+1CD0-1CFF,U+200C-200D,U+25CC,U+A8E0-A8FF'
          : 'U+0000-00FF,U+2000-206F';
      const data = (await readFile(join(folder, name))).toString('base64');
      return `@font-face{font-family:Poppins;font-weight:${name.slice(-9, -6)};src:url(data:font/woff2;base64,${data});unicode-range:${range}}`;
    });
  return (await Promise.all(faces)).join('');
}

/**
 * Opens one browser for the whole run. `draw` returns a PNG of the first element, transparent where nothing is painted;
 * the text of a `data-fit` element shrinks until it fits its height.
 */
export async function openDrawing(): Promise<{ draw: Draw; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--font-render-hinting=none'],
  });
  const page = await browser.newPage({ viewport: { width: 760, height: 1300 } });
  await page.setContent(`<!doctype html><style>${await fontFaces()}${styles}</style><body></body>`);
  await page.evaluate(() =>
    Promise.all(
      ['400', '600'].flatMap((weight) => [
        document.fonts.load(`${weight} 20px Poppins`, 'aé'),
        document.fonts.load(`${weight} 20px Poppins`, '₹'),
        document.fonts.load(`${weight} 20px Poppins`, 'क्ष'),
      ]),
    ),
  );
  return {
    async draw(html, palette) {
      await page.evaluate(
        ([markup, style]) => {
          document.body.setAttribute('style', style ?? '');
          document.body.innerHTML = markup ?? '';
          for (const box of document.querySelectorAll<HTMLElement>('[data-fit]')) {
            for (
              let scale = 1;
              scale > 0.6 && (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth);
              scale -= 0.03
            )
              box.style.setProperty('--scale', scale.toFixed(2));
          }
        },
        [html, palette],
      );
      return page.locator('body > *').first().screenshot({ omitBackground: true, animations: 'disabled' });
    },
    close: () => browser.close(),
  };
}
