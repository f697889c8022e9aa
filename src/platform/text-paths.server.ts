import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

const folder = new URL('../../public/fonts/', import.meta.url);
// Tried in this order for each letter; the files are cut to what their scripts need.
const files = ['latin-600', 'accents-600', 'deva-600'];
let fonts: Font[] | undefined;

const loaded = () => (fonts ??= files.map((name) => openSync(fileURLToPath(new URL(`${name}.woff2`, folder))) as Font));

type Run = { font: Font; text: string };

/** Neighbouring letters that one font can draw; what no font has is left out. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const code = letter.codePointAt(0) as number;
    const last = runs.at(-1);
    const has = (font: Font) => font.hasGlyphForCodePoint(code);
    // A space joins what stands around it, so that a line of Devanagari is shaped as one.
    const font = last && (letter === ' ' || has(last.font)) ? last.font : loaded().find(has);
    if (!font) continue;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

/** One line of text as outlines, so that no font of the machine is needed. The baseline starts at 0, 0; widths in the same units as `size`. */
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
