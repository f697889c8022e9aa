import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { dyeColours } from './cover-cloth.ts';
import { coverHeight, coverWidth, drawCover, freeHeight } from './draw-cover.server.ts';
import { drawTile } from './draw-tile.server.ts';

// Normalised: whitespace, quotes and case of colours do not matter to a browser.
const css = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
  .toLowerCase()
  .replaceAll(/\s*\n\s*|(?<=:) /g, '')
  .replaceAll(/\[data-dye='(\w+)'\] /g, '[data-dye=$1]');

test('pictures are printed with the dyes of the pages', () => {
  for (const [dye, { deep, mid, pale }] of Object.entries(dyeColours))
    expect(css).toContain(`[data-dye=${dye}]{--deep:${deep};--mid:${mid};--pale:${pale};}`.toLowerCase());
});

test.each([1, 2, 3, 4, 5, 6] as const)('pages are printed with the tile of pictures: %i', async (pattern) => {
  // Pixels, not bytes: a newer encoder may write the same picture differently.
  const [onPages, drawn] = await Promise.all(
    [new URL(`tiles/${pattern}.png`, import.meta.url).pathname, await drawTile(pattern)].map((file) =>
      sharp(file).ensureAlpha().raw().toBuffer(),
    ),
  );
  expect(onPages!.equals(drawn!)).toBe(true);
});

test('a cover draws its words as outlines, in any of our scripts', () => {
  const svg = drawCover({
    id: 3,
    look: { dye: 'mor', pattern: 1, icon: 'schemes' },
    figure: { value: '₹6,000', note: 'हर साल <b>&' },
    siteName: 'Nagrik',
  });
  expect(svg).not.toMatch(/<text|font|<b>|NaN/);
  expect(svg).toContain(`viewBox="0 0 ${coverWidth} ${coverHeight}"`);
});

test('a shared picture carries the headline where each letter of it can be drawn', () => {
  expect(freeHeight('PM-KISAN: ₹6,000')).toBeLessThan(freeHeight());
  expect(freeHeight('‘डिजिटल अरेस्ट’ जैसा कुछ नहीं होता: वीडियो कॉल पर अफ़सर डराए तो क्या करें')).toBeLessThan(
    freeHeight('PM-KISAN'),
  );
  // Half a sentence would be worse than none.
  expect(freeHeight('பிஎம் கிசான் ₹6,000')).toBe(freeHeight());
});

test('each drawn person is small, decorative and made of shapes alone', () => {
  const folder = new URL('people/', import.meta.url);
  const files = readdirSync(folder);
  expect(files).toHaveLength(15);
  for (const file of files) {
    const svg = readFileSync(new URL(file, folder), 'utf8');
    expect(svg.length, file).toBeLessThan(4_000);
    expect(svg, file).not.toMatch(/<(?:text|image|script|style)|href/);
  }
});
