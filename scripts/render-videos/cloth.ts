import { icons, type IconName } from '../../src/ui/icons.ts';

export type Colouring = 'a' | 'b' | 'c';
export type Figure = { value: string; note: string };
export type Look = { name: string; dye: string; pattern: number; icon: string };

// The same colours and tiles as the site's covers.
const dyes: Record<string, { deep: string; mid: string }> = {
  mor: { deep: '#0A5C66', mid: '#57AEB0' },
  haldi: { deep: '#7A4D00', mid: '#F2AE2E' },
  majith: { deep: '#98291F', mid: '#D9705F' },
  neel: { deep: '#2A4787', mid: '#7D98D8' },
  mehendi: { deep: '#4A5B14', mid: '#A8B556' },
  jamun: { deep: '#6C2D69', mid: '#B97FB3' },
  geru: { deep: '#86400F', mid: '#DC9462' },
};
export const tiles = [
  '<path d="M10 2q5 4 0 8-5-4 0-8m0 8q5 4 0 8-5-4 0-8m-8 0q4-5 8 0-4 5-8 0m8 0q4-5 8 0-4 5-8 0m20 12q5 4 0 8-5-4 0-8m0 8q5 4 0 8-5-4 0-8m-8 0q4-5 8 0-4 5-8 0m8 0q4-5 8 0-4 5-8 0M30 8l2 2-2 2-2-2zM10 28l2 2-2 2-2-2z"/>',
  '<path fill="none" stroke="#000" stroke-width="3" d="m-2 12 12-10 10 10L30 2l12 10M-2 32l12-10 10 10 10-10 12 10"/>',
  '<path fill-rule="evenodd" d="m20 2 5.3 5.3h7.4v7.4L38 20l-5.3 5.3v7.4h-7.4L20 38l-5.3-5.3H7.3v-7.4L2 20l5.3-5.3V7.3h7.4zm0 8-10 10 10 10 10-10zm0 6 4 4-4 4-4-4zM0 0h4L0 4zm40 0v4l-4-4zM0 40v-4l4 4zm40 0h-4l4-4z"/>',
  '<circle cx="20" cy="20" r="10.7" fill="none" stroke="#000" stroke-width="5" stroke-linecap="round" stroke-dasharray=".1 8.4"/><path d="m20 17 3 3-3 3-3-3zM0 0h4L0 4zm40 0v4l-4-4zM0 40v-4l4 4zm40 0h-4l4-4z"/>',
  '<path d="m10 3 8 13H2zm20 0 8 13H22zM20 23l8 13H12zM0 23l8 13H0zm40 0-8 13h8zM0 18h40v2H0zm0 20h40v2H0z"/>',
  '<path fill="none" stroke="#000" stroke-width="2" d="M1 20a19 19 0 0 1 38 0M9 20a11 11 0 0 1 22 0M-19 40a19 19 0 0 1 38 0M-11 40a11 11 0 0 1 22 0M21 40a19 19 0 0 1 38 0M29 40a11 11 0 0 1 22 0"/>',
];
const logo =
  '<svg viewBox="0 0 36 36"><path fill="#F2A20C" d="M0 8h36v3H0z"/><path fill="#fff" d="M4 11h28v17a8 8 0 0 1-8 8H12a8 8 0 0 1-8-8z"/><path fill="#073F47" transform="translate(6.6 33) scale(.88)" d="M26.6-20.2H23V0H18.9V-12.5H14.1Q15.2-11 15.2-8.8 15.2-6.9 14.3-5.6 13.5-4.2 12-3.5 10.5-2.8 8.7-2.8 6.8-2.8 5.2-3.6 3.6-4.4 2.7-5.9 1.8-7.4 1.8-9.4 1.8-11.5 2.7-13 3.7-14.5 5.3-15.2 7-16 9-16H18.9V-22H23V-20.2ZM11.9-9.4Q11.9-10.8 11-11.6 10.1-12.5 8.7-12.5 7.3-12.5 6.4-11.6 5.5-10.8 5.5-9.4 5.5-8 6.4-7.1 7.3-6.3 8.7-6.3 10.1-6.3 11-7.2 11.9-8 11.9-9.4Z"/></svg>';

/** Reads the look from a category's front matter. @throws for an unknown dye, tile or drawing */
export function lookOf(path: string, data: Record<string, unknown>): Look {
  const look = {
    name: String(data.name),
    dye: String(data.dye),
    pattern: Number(data.pattern),
    icon: String(data.icon),
  };
  if (!dyes[look.dye] || !tiles[look.pattern - 1] || !Object.hasOwn(icons, look.icon))
    throw new Error(`${path}: unknown dye, pattern or icon`);
  return look;
}

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
export const iconSvg = (name: string) => `<svg class="icon" viewBox="0 0 24 24">${icons[name as IconName]}</svg>`;
export const colouringOf = (number: number) => (['a', 'b', 'c'] as const)[number % 3] ?? 'a';
export const wordmark = `<span class="mark">${logo}Nagrik</span>`;

const sealPath =
  'M32 6A7.2 7.2 0 0 1 45 9.5A7.2 7.2 0 0 1 54.5 19A7.2 7.2 0 0 1 58 32A7.2 7.2 0 0 1 54.5 45A7.2 7.2 0 0 1 45 54.5A7.2 7.2 0 0 1 32 58A7.2 7.2 0 0 1 19 54.5A7.2 7.2 0 0 1 9.5 45A7.2 7.2 0 0 1 6 32A7.2 7.2 0 0 1 9.5 19A7.2 7.2 0 0 1 19 9.5A7.2 7.2 0 0 1 32 6z';

export const seal = (icon: string, size: number) =>
  `<svg class="seal" style="width:${size}px;height:${size}px" viewBox="0 0 64 64"><path class="disc" d="${sealPath}"/><svg x="18" y="18" width="28" height="28" viewBox="0 0 24 24">${icons[icon as IconName]}</svg></svg>`;

export const label = (icon: string | null, figure: Figure, size: number) =>
  `<span class="label" style="font-size:${size}px">${icon ? iconSvg(icon) : ''}<b>${escapeHtml(figure.value)}</b>${figure.note ? `<small>${escapeHtml(figure.note)}</small>` : ''}</span>`;

/** CSS custom properties of a look in one of three colour schemes: ground, print, seal, and the drawing on the seal. */
export function paletteOf(look: Look, colouring: Colouring): string {
  const { deep, mid } = dyes[look.dye] ?? { deep: '#0A5C66', mid: '#57AEB0' };
  const pale = `color-mix(in srgb,${mid} 18%,#fff)`;
  const [ground, print, stamp, on, strength] =
    colouring === 'b'
      ? [deep, mid, pale, deep, 0.55]
      : colouring === 'c'
        ? [mid, deep, deep, pale, 0.2]
        : [pale, mid, deep, pale, 0.55];
  return `--deep:${deep};--mid:${mid};--pale:${pale};--g:${ground};--p:${print};--s:${stamp};--o:${on};--strength:${strength}`;
}

/** A box of printed cloth; `size` is the edge of one tile in pixels. */
export function cloth(pattern: number, size: number, width: number, height: number, inside = ''): string {
  const tile = encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${tiles[pattern - 1]}</svg>`,
  );
  return `<div class="cloth" style="width:${width}px;height:${height}px"><i style="-webkit-mask:url('data:image/svg+xml,${tile}') 0 0/${size}px;mask:url('data:image/svg+xml,${tile}') 0 0/${size}px"></i>${inside}</div>`;
}

export const styles = `
*{box-sizing:border-box;margin:0}
body{font:400 20px/1.42 Poppins,'Noto Sans Devanagari',sans-serif;width:max-content;color:#16222B}
svg{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.icon{width:1.15em;height:1.15em;flex:none}
.mark svg{stroke:none}
.cloth{position:relative;display:grid;place-items:center;overflow:hidden;background:var(--g)}
.cloth i{position:absolute;inset:0;background:var(--p);opacity:var(--strength)}
.seal{position:relative;stroke-width:1.6;color:var(--o)}
.seal .disc{fill:var(--s);stroke:var(--g);stroke-width:2.5}
.label{position:relative;display:grid;justify-items:center;gap:.15em;background:var(--o);color:var(--s);padding:.34em .7em .3em;font-weight:600;line-height:1.1;border:2px solid;box-shadow:0 0 0 5px var(--o);text-align:center;white-space:nowrap}
.label b{font-weight:600}
.label .icon{margin-top:.12em}
.label small{font-size:max(.3em,15px);padding-bottom:.3em}
.mark{display:inline-flex;gap:6px;align-items:center;background:#073F47;color:#fff;font:600 15px/1 Poppins;letter-spacing:-.02em;padding:5px 10px 7px 8px;border-radius:0 0 6px 6px}
.mark svg{width:19px;height:19px}`;
