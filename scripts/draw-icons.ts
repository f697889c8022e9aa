// Draws favicons, app icons and the share picture from the site's mark into public/, and the tiles of covers. Run by
// hand when the mark or a tile changes:
//   node scripts/draw-icons.ts
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { markFrame, markLetter } from '../src/ui/mark.ts';
import { drawingOf } from '../src/ui/icons.ts';
import { tiles } from '../src/features/categories/cover-cloth.ts';
import { drawTile } from '../src/features/categories/draw-tile.server.ts';
import { textPath } from '../src/platform/text-paths.server.ts';

if (process.argv.includes('--help')) {
  console.log(
    'Usage: node scripts/draw-icons.ts   writes favicon.ico, icon.svg, icon-*.png, apple-touch-icon.png and share.jpg into public/, and 1.png to 6.png into src/features/categories/tiles/',
  );
  process.exit(0);
}

const peacock = '#0A5C66';
const night = '#073F47';
const folder = new URL('../public/', import.meta.url);
const mark = (frame: string, letter: string) =>
  `<path fill="${frame}" d="${markFrame}"/><path fill="${letter}" transform="translate(6.6 33) scale(.88)" d="${markLetter}"/>`;

/** The mark centred in a square of `side`; `share` is its fraction of the width. */
function square(side: number, ground: string | null, share: number, frame = peacock, letter = '#fff'): Buffer {
  const scale = (side * share) / 36;
  // The mark is 29 high, from 8 to 36 (the head line begins above its bowl).
  const x = (side - 36 * scale) / 2;
  const y = side / 2 - 22 * scale;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${ground ? `<rect width="${side}" height="${side}" fill="${ground}"/>` : ''}<g transform="translate(${x} ${y}) scale(${scale})">${mark(frame, letter)}</g></svg>`,
  );
}

const png = (svg: Buffer) => sharp(svg).png({ compressionLevel: 9, palette: true, colours: 64 }).toBuffer();

/** An .ico file with a single PNG, as every browser since 2011 supports. */
function ico(image: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, image]);
}

/** Open Graph picture for pages without one of their own. */
function sharePicture(): Buffer {
  const name = textPath('Nagrik', 150);
  const lines = ['Schemes, papers and scams, explained'].map((line) => textPath(line, 48));
  const left = (1200 - (180 + 36 + name.width)) / 2;
  const icons = ['schemes', 'documents', 'scams', 'tax', 'health', 'housing', 'agriculture', 'rights'];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="675" viewBox="0 0 1200 675">
    <defs><pattern id="t" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="scale(2.6)"><g fill="#57AEB0">${tiles[1]}</g></pattern></defs>
    <rect width="1200" height="675" fill="${night}"/><rect width="1200" height="675" fill="url(#t)" opacity=".14"/>
    <rect y="120" width="1200" height="400" fill="${night}"/><rect y="114" width="1200" height="6" fill="#F2A20C"/><rect y="520" width="1200" height="6" fill="#F2A20C"/>
    <g transform="translate(${left} 160) scale(5)">${mark('#fff', night)}</g>
    <g fill="#fff" transform="translate(${left + 216} 322)">${name.svg}</g>
    ${lines.map((line, at) => `<g fill="#C5DEDD" transform="translate(${(1200 - line.width) / 2} ${450 + at * 60})">${line.svg}</g>`).join('')}
    ${icons.map((icon, at) => `<g transform="translate(${164 + at * 116} 568) scale(2.5)" fill="none" stroke="#F2A20C" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawingOf(icon)}</g>`).join('')}
  </svg>`);
}

const svgIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 4 36 36">${mark(peacock, '#fff')}</svg>\n`;
const files: [string, Buffer][] = [
  ['icon.svg', Buffer.from(svgIcon)],
  ['favicon.ico', ico(await png(square(32, null, 1)), 32)],
  ['icon-192.png', await png(square(192, null, 0.92))],
  ['icon-512.png', await png(square(512, null, 0.92))],
  // Maskable icons: a mask may crop everything but the inner 80 %.
  ['icon-maskable-512.png', await png(square(512, peacock, 0.56, '#fff', peacock))],
  ['apple-touch-icon.png', await png(square(180, peacock, 0.66, '#fff', peacock))],
  ['share.jpg', await sharp(sharePicture()).jpeg({ quality: 84, mozjpeg: true }).toBuffer()],
];
for (const [name, bytes] of files) {
  await writeFile(new URL(name, folder), bytes);
  console.log(`${name} ${bytes.length} bytes`);
}
for (const pattern of [1, 2, 3, 4, 5, 6] as const) {
  const bytes = await drawTile(pattern);
  await writeFile(new URL(`../src/features/categories/tiles/${pattern}.png`, import.meta.url), bytes);
  console.log(`tiles/${pattern}.png ${bytes.length} bytes`);
}
