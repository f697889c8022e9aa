import type { CategoryLook, Dye } from './dyes.ts';

// Copy of the cover colours in ui/tokens.css, for images rendered without a browser. A test keeps the two equal.

export const dyeColours: Record<Dye, { deep: string; mid: string; pale: string }> = {
  mor: { deep: '#0A5C66', mid: '#57AEB0', pale: '#E1F0F1' },
  haldi: { deep: '#7A4D00', mid: '#F2AE2E', pale: '#FDF0D9' },
  majith: { deep: '#98291F', mid: '#D9705F', pale: '#F8E5E2' },
  neel: { deep: '#2A4787', mid: '#7D98D8', pale: '#E8ECF8' },
  mehendi: { deep: '#4A5B14', mid: '#A8B556', pale: '#EFF2E1' },
  jamun: { deep: '#6C2D69', mid: '#B97FB3', pale: '#F2E8F1' },
  geru: { deep: '#86400F', mid: '#DC9462', pale: '#F9ECE3' },
};

/** SVG path data of tiles on a 40-unit grid. */
export const tiles: Record<CategoryLook['pattern'], string> = {
  1: '<path d="M10 2q5 4 0 8-5-4 0-8m0 8q5 4 0 8-5-4 0-8m-8 0q4-5 8 0-4 5-8 0m8 0q4-5 8 0-4 5-8 0m20 12q5 4 0 8-5-4 0-8m0 8q5 4 0 8-5-4 0-8m-8 0q4-5 8 0-4 5-8 0m8 0q4-5 8 0-4 5-8 0M30 8l2 2-2 2-2-2zM10 28l2 2-2 2-2-2z"/>',
  2: '<path fill="none" stroke="currentColor" stroke-width="3" d="m-2 12 12-10 10 10L30 2l12 10M-2 32l12-10 10 10 10-10 12 10"/>',
  3: '<path fill-rule="evenodd" d="m20 2 5.3 5.3h7.4v7.4L38 20l-5.3 5.3v7.4h-7.4L20 38l-5.3-5.3H7.3v-7.4L2 20l5.3-5.3V7.3h7.4zm0 8-10 10 10 10 10-10zm0 6 4 4-4 4-4-4zM0 0h4L0 4zm40 0v4l-4-4zM0 40v-4l4 4zm40 0h-4l4-4z"/>',
  4: '<circle cx="20" cy="20" r="10.7" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-dasharray=".1 8.4"/><path d="m20 17 3 3-3 3-3-3zM0 0h4L0 4zm40 0v4l-4-4zM0 40v-4l4 4zm40 0h-4l4-4z"/>',
  5: '<path d="m10 3 8 13H2zm20 0 8 13H22zM20 23l8 13H12zM0 23l8 13H0zm40 0-8 13h8zM0 18h40v2H0zm0 20h40v2H0z"/>',
  6: '<path fill="none" stroke="currentColor" stroke-width="2" d="M1 20a19 19 0 0 1 38 0M9 20a11 11 0 0 1 22 0M-19 40a19 19 0 0 1 38 0M-11 40a11 11 0 0 1 22 0M21 40a19 19 0 0 1 38 0M29 40a11 11 0 0 1 22 0"/>',
};
