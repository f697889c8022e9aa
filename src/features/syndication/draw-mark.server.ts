import sharp from 'sharp';
import { textPath } from '../../platform/text/text-paths.server.ts';
import { drawingOf } from '../../ui/icons.ts';
import { markFrame, markLetter } from '../../ui/mark.ts';
import { tiles } from '../categories/cover-cloth.ts';

const peacock = '#0A5C66';
const night = '#073F47';

/** Of what the icons and the share picture are drawn; see `product` for what stands in public/. */
export type Brand = {
  name: string;
  tagline: string;
  /** SVG of the letter in the mark's frame, on its 36 by 36 grid. */
  letter: string;
  /** Stands in place of the mark. */
  logo?: Buffer | undefined;
};

export const product: Brand = {
  name: 'Nagrik',
  tagline: 'Schemes, papers and scams, explained',
  letter: `<path transform="translate(6.6 33) scale(.88)" d="${markLetter}"/>`,
};

/** Of another name: its first letter in the frame. */
export function brandOf(name: string, logo: Buffer | undefined): Brand {
  const [first] = new Intl.Segmenter().segment(name);
  const drawn = textPath(first?.segment.toUpperCase() ?? '', 25);
  const letter = `<g transform="translate(${18 - drawn.width / 2} 31.5)">${drawn.svg}</g>`;
  return { name, tagline: '', letter, logo };
}

const mark = (frame: string, letterColour: string, letter: string) =>
  `<path fill="${frame}" d="${markFrame}"/><g fill="${letterColour}">${letter}</g>`;
const svg = (width: number, height: number, body: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  );
const logoIn = (logo: Buffer, width: number, height: number) =>
  sharp(logo).resize({ width, height, fit: 'inside' }).png().toBuffer();

type Look = { ground: string | null; share: number; frame?: string; letterColour?: string };

/** A square PNG of the mark or logo, centred; `share` is its fraction of the width. */
async function square(brand: Brand, side: number, { ground, share, ...colours }: Look): Promise<Buffer> {
  const paper = (fill: string | null) => (fill ? `<rect width="${side}" height="${side}" fill="${fill}"/>` : '');
  if (brand.logo) {
    const most = Math.round(side * share);
    return sharp(svg(side, side, paper(ground && '#fff')))
      .composite([{ input: await logoIn(brand.logo, most, most) }])
      .png({ compressionLevel: 9 })
      .toBuffer();
  }
  const { frame = peacock, letterColour = '#fff' } = colours;
  const scale = (side * share) / 36;
  // The mark is 29 high, from 8 to 36 (the head line begins above its bowl).
  const [x, y] = [(side - 36 * scale) / 2, side / 2 - 22 * scale];
  const drawn = mark(frame, letterColour, brand.letter);
  return sharp(svg(side, side, `${paper(ground)}<g transform="translate(${x} ${y}) scale(${scale})">${drawn}</g>`))
    .png({ compressionLevel: 9, palette: true, colours: 64 })
    .toBuffer();
}

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
async function sharePicture({ name, tagline, letter, logo }: Brand): Promise<Buffer> {
  const most = tagline ? 150 : 170;
  const room = logo || letter ? 860 : 1100;
  const title = textPath(name, Math.min(most, (most * room) / Math.max(1, textPath(name, most).width)));
  const line = textPath(tagline, 48);
  const left = (1200 - (180 + 36 + title.width)) / 2;
  const icons = ['schemes', 'documents', 'scams', 'tax', 'health', 'housing', 'agriculture', 'rights'];
  const top = tagline ? 0 : 45;
  const middle = logo
    ? ''
    : `<g transform="translate(${left} ${160 + top}) scale(5)">${mark('#fff', night, letter)}</g>
    <g fill="#fff" transform="translate(${left + 216} ${322 + top})">${title.svg}</g>
    <g fill="#C5DEDD" transform="translate(${(1200 - line.width) / 2} 450)">${line.svg}</g>`;
  const drawn = sharp(
    svg(
      1200,
      675,
      `<defs><pattern id="t" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="scale(2.6)"><g fill="#57AEB0">${tiles[1]}</g></pattern></defs>
    <rect width="1200" height="675" fill="${night}"/><rect width="1200" height="675" fill="url(#t)" opacity=".14"/>
    <rect y="120" width="1200" height="400" fill="${logo ? '#fff' : night}"/><rect y="114" width="1200" height="6" fill="#F2A20C"/><rect y="520" width="1200" height="6" fill="#F2A20C"/>
    ${middle}
    ${icons.map((icon, at) => `<g transform="translate(${164 + at * 116} 568) scale(2.5)" fill="none" stroke="#F2A20C" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawingOf(icon)}</g>`).join('')}`,
    ),
  );
  if (logo) {
    const { data, info } = await sharp(logo)
      .resize({ width: 1000, height: 300, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    drawn.composite([
      { input: data, left: Math.round((1200 - info.width) / 2), top: Math.round(320 - info.height / 2) },
    ]);
  }
  return drawn.jpeg({ quality: 84, mozjpeg: true }).toBuffer();
}

async function iconSvg(brand: Brand): Promise<Buffer> {
  if (!brand.logo)
    return Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 4 36 36">${mark(peacock, '#fff', brand.letter)}</svg>\n`,
    );
  const image = (await square(brand, 256, { ground: null, share: 1 })).toString('base64');
  return svg(256, 256, `<image width="256" height="256" href="data:image/png;base64,${image}"/>`);
}

/** The files at the root that show the brand, each with how it is drawn. */
export const brandFiles: { [name: string]: (brand: Brand) => Promise<Buffer> } = {
  'icon.svg': iconSvg,
  'favicon.ico': async (brand) => ico(await square(brand, 32, { ground: null, share: 1 }), 32),
  'icon-192.png': (brand) => square(brand, 192, { ground: null, share: 0.92 }),
  'icon-512.png': (brand) => square(brand, 512, { ground: null, share: 0.92 }),
  // Maskable icons: a mask may crop everything but the inner 80 %.
  'icon-maskable-512.png': (brand) =>
    square(brand, 512, { ground: peacock, share: 0.56, frame: '#fff', letterColour: peacock }),
  'apple-touch-icon.png': (brand) =>
    square(brand, 180, { ground: peacock, share: 0.66, frame: '#fff', letterColour: peacock }),
  'share.jpg': sharePicture,
};
