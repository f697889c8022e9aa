import sharp from 'sharp';
import type { CategoryLook } from './categories.contract.ts';
import { tiles } from './cover-cloth.ts';

/** Width of a tile on a page, in CSS pixels (feed/cards/cards.css); drawn for two device pixels each. */
const width = 44;

/**
 * A tile of a cover's cloth as a mask: PNG of 88 by 88 pixels, four levels of opacity.
 *
 * Pages carry it instead of the SVG, because Chromium makes a document of every SVG in a style sheet, in the first
 * layout: seven of them were a third of the layout of the home page.
 */
export const drawTile = (pattern: CategoryLook['pattern']): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${width * 2}" viewBox="0 0 40 40">${tiles[pattern]}</svg>`,
    ),
  )
    .png({ palette: true, colours: 4, effort: 10, compressionLevel: 9 })
    .toBuffer();
