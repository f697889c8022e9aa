import { isDrawable, textPath } from '../../platform/text/text-paths.server.ts';
import { drawingOf, sealPath } from '../../ui/icons.ts';
import type { CategoryLook } from './categories.contract.ts';
import { dyeColours, tiles } from './cover-cloth.ts';

export const coverWidth = 1200;
export const coverHeight = 675;
const strip = 84;
const titleLine = 72;

type Cover = {
  id: number;
  look: CategoryLook;
  figure: { value: string; note: string } | null;
  siteName: string;
  /** Of a piece: the picture may travel without its link. */
  title?: string;
};

// Same colours as feed/cards/cards.css: a on pale cloth, b on deep, c on printed.
function coloursOf(id: number, { dye }: CategoryLook) {
  const { deep, mid, pale } = dyeColours[dye];
  const colouring = id % 3;
  if (colouring === 1) return { ground: deep, print: mid, sign: pale, on: deep, opacity: 0.55 };
  if (colouring === 2) return { ground: mid, print: deep, sign: deep, on: pale, opacity: 0.2 };
  return { ground: pale, print: mid, sign: deep, on: pale, opacity: 0.55 };
}
type Colours = ReturnType<typeof coloursOf>;

/** Word wrap by estimated text width; words past the last line are cut. */
function linesOf(text: string, size: number, most: number, mostLines: number) {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textPath(longer, size).width <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, mostLines).map((line) => textPath(line, size));
}

const drawing = (icon: string, x: number, y: number, size: number, colour: string, stroke = 1.75) =>
  `<g transform="translate(${x} ${y}) scale(${size / 24})" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">${drawingOf(icon)}</g>`;

/** Matchbox label with the piece's key figure. */
function labelOf(figure: { value: string; note: string }, icon: string, { on, sign }: Colours, free: number): string {
  const most = coverWidth * 0.84;
  const natural = textPath(figure.value, 150).width;
  const size = Math.min(150, natural > 0 ? (150 * (most - 140)) / natural : 150);
  const noteSize = Math.max(44, size * 0.3);
  const value = textPath(figure.value, size);
  const notes = linesOf(figure.note, noteSize, most - 140, 2);
  const iconSize = 110;
  const wide = Math.max(value.width, iconSize, ...notes.map((line) => line.width)) + 140;
  const high = 40 + iconSize + size * 1.15 + notes.length * noteSize * 1.35 + 36;
  const left = (coverWidth - wide) / 2;
  const top = (free - high) / 2;
  const scale = Math.min(1, (free - 48) / (high + 28));
  const centred = (line: { width: number; svg: string }, y: number) =>
    `<g fill="${sign}" transform="translate(${(coverWidth - line.width) / 2} ${y})">${line.svg}</g>`;
  const baseline = top + 40 + iconSize + size * 0.95;
  return (
    `<g transform="translate(${coverWidth / 2} ${free / 2}) scale(${scale}) translate(${-coverWidth / 2} ${-free / 2})">` +
    `<rect x="${left - 14}" y="${top - 14}" width="${wide + 28}" height="${high + 28}" fill="${on}"/>` +
    `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${on}" stroke="${sign}" stroke-width="5"/>` +
    drawing(icon, (coverWidth - iconSize) / 2, top + 28, iconSize, sign) +
    centred(value, baseline) +
    notes.map((line, at) => centred(line, baseline + size * 0.2 + noteSize * (at * 1.35 + 1))).join('') +
    '</g>'
  );
}

function sealOf(icon: string, { ground, sign, on }: Colours, free: number): string {
  const size = Math.min(400, free - 48);
  const scale = size / 64;
  return `<g transform="translate(${(coverWidth - size) / 2} ${(free - size) / 2}) scale(${scale})"><g fill="${sign}" stroke="${ground}" stroke-width="2.5">${sealPath}</g>${drawing(icon, 18, 18, 28, on, 1.6)}</g>`;
}

const cloth = (pattern: CategoryLook['pattern'], { ground, print, opacity }: Colours) =>
  `<defs><pattern id="t" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="translate(600 296) scale(2.6) translate(-20 -20)"><g color="${print}" fill="${print}">${tiles[pattern].replaceAll('currentColor', print)}</g></pattern></defs>` +
  `<rect width="${coverWidth}" height="${coverHeight}" fill="${ground}"/><rect width="${coverWidth}" height="${coverHeight}" fill="url(#t)" opacity="${opacity}"/>`;

/** Lines of the headline, if each of its letters can be drawn. */
function headline(title: string | undefined) {
  if (!title || !isDrawable(title)) return [];
  const [large, small] = [56, 44].map((size) => linesOf(title, size, coverWidth - 96, 4));
  return (large!.length < 4 ? large! : small!).slice(0, 3);
}

/** Height above the panel with headline and name. */
export const freeHeight = (title?: string): number => {
  const lines = headline(title).length;
  return coverHeight - strip - (lines === 0 ? 0 : lines * titleLine + 12);
};

function signature(siteName: string, title?: string): string {
  const wanted = textPath(siteName, 40);
  const name = wanted.width > coverWidth - 96 ? textPath(siteName, (40 * (coverWidth - 96)) / wanted.width) : wanted;
  const y = freeHeight(title);
  return (
    `<rect y="${y}" width="${coverWidth}" height="${coverHeight - y}" fill="#073F47"/><rect y="${y - 6}" width="${coverWidth}" height="6" fill="#F2A20C"/>` +
    headline(title)
      .map(({ svg }, at) => `<g fill="#fff" transform="translate(48 ${y + 70 + at * titleLine})">${svg}</g>`)
      .join('') +
    `<g fill="${title ? '#F2A20C' : '#fff'}" transform="translate(${coverWidth - name.width - 48} ${coverHeight - 28})">${name.svg}</g>`
  );
}

const whole = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${coverWidth}" height="${coverHeight}" viewBox="0 0 ${coverWidth} ${coverHeight}">${body}</svg>`;

/** Share image, 1200 × 675: cloth with the piece's figure or the category's seal. */
export function drawCover({ id, look, figure, siteName, title }: Cover): string {
  const colours = coloursOf(id, look);
  const free = freeHeight(title);
  return whole(
    cloth(look.pattern, colours) +
      (figure ? labelOf(figure, look.icon, colours, free) : sealOf(look.icon, colours, free)) +
      signature(siteName, title),
  );
}

/** The cloth alone, as background for another image. */
export function drawCloth({ id, look, siteName, title }: Omit<Cover, 'figure'>): string {
  return whole(cloth(look.pattern, coloursOf(id, look)) + signature(siteName, title));
}

/** Headline and name alone, to be laid over a photograph. */
export const drawPanel = ({ siteName, title }: Pick<Cover, 'siteName' | 'title'>): string =>
  whole(signature(siteName, title));

/** The category's icon alone, 96 × 96, in its own colour. */
export function drawIcon({ dye, icon }: CategoryLook): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">${drawing(icon, 0, 0, 96, dyeColours[dye].deep)}</svg>`;
}
