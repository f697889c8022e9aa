import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dyeColours, tiles } from './cover-cloth.ts';
import { coverHeight, coverWidth, drawCover } from './draw-cover.server.ts';

// Normalised: whitespace, quotes and case of colours do not matter to a browser.
const css = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
  .toLowerCase()
  .replaceAll(/\s*\n\s*|(?<=:) /g, '')
  .replaceAll(/\[data-dye='(\w+)'\] /g, '[data-dye=$1]');

test('pictures are printed with the dyes and tiles of the pages', () => {
  for (const [dye, { deep, mid, pale }] of Object.entries(dyeColours))
    expect(css).toContain(`[data-dye=${dye}]{--deep:${deep};--mid:${mid};--pale:${pale};}`.toLowerCase());
  for (const [number, tile] of Object.entries(tiles)) {
    const inCss = tile.replaceAll('"', "'").replaceAll('currentColor', '%23000');
    expect(css).toContain(
      `--p${number}:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'>${inCss}</svg>")`.toLowerCase(),
    );
  }
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
