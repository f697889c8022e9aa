import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';
import { normaliseUnicode } from './normalise-unicode.ts';

const folder = new URL('../../../public/fonts/', import.meta.url);
// Font subsets, tried in this order for each letter.
const files = ['latin-600', 'accents-600', 'deva-600'];
let fonts: Font[] | undefined;

const loaded = () => (fonts ??= files.map((name) => openSync(fileURLToPath(new URL(`${name}.woff2`, folder))) as Font));

/** Whether no letter would be missing. */
export const isDrawable = (text: string): boolean =>
  (normaliseUnicode(text, 'NFC').match(/[\p{L}\p{M}\p{N}]/gu) ?? []).every((letter) =>
    loaded().some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number)),
  );

type Run = { font: Font; text: string };

/** Splits text into runs of one font; letters that no font has are dropped. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of normaliseUnicode(text, 'NFC')) {
    const code = letter.codePointAt(0) as number;
    const last = runs.at(-1);
    const has = (font: Font) => font.hasGlyphForCodePoint(code);
    // Spaces stay in the current run, so that a line of Devanagari is shaped as a whole.
    const font = last && (letter === ' ' || has(last.font)) ? last.font : loaded().find(has);
    if (!font) continue;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

/**
 * Converts one line of text to SVG outlines, so that rendering needs no system fonts. The baseline starts at 0, 0;
 * widths are in the units of `size`.
 */
export function textPath(text: string, size: number): { width: number; svg: string } {
  let x = 0;
  let svg = '';
  for (const { font, text: part } of runsOf(text)) {
    const scale = size / font.unitsPerEm;
    const run = font.layout(part);
    run.glyphs.forEach((glyph, at) => {
      const position = run.positions[at];
      if (!position) return;
      const outline = glyph.path.toSVG();
      if (outline)
        svg += `<path transform="translate(${(x + position.xOffset * scale).toFixed(2)} ${(-position.yOffset * scale).toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${outline}"/>`;
      x += position.xAdvance * scale;
    });
  }
  return { width: x, svg };
}
