// Draws favicons, app icons and the share picture from the site's mark into public/, and the tiles of covers. Run by
// hand when the mark or a tile changes:
//   node scripts/draw-icons.ts
import { writeFile } from 'node:fs/promises';
import { drawTile } from '../src/features/categories/draw-tile.server.ts';
import { brandFiles, product } from '../src/features/syndication/draw-mark.server.ts';

if (process.argv.includes('--help')) {
  console.log(
    'Usage: node scripts/draw-icons.ts   writes favicon.ico, icon.svg, icon-*.png, apple-touch-icon.png and share.jpg into public/, and 1.png to 6.png into src/features/categories/tiles/',
  );
  process.exit(0);
}

const folder = new URL('../public/', import.meta.url);
for (const [name, draw] of Object.entries(brandFiles)) {
  const bytes = await draw(product);
  await writeFile(new URL(name, folder), bytes);
  console.log(`${name} ${bytes.length} bytes`);
}
for (const pattern of [1, 2, 3, 4, 5, 6] as const) {
  const bytes = await drawTile(pattern);
  await writeFile(new URL(`../src/features/categories/tiles/${pattern}.png`, import.meta.url), bytes);
  console.log(`tiles/${pattern}.png ${bytes.length} bytes`);
}
