// What a reader sees of a text.

/**
 * Counted as `safeText` counts, in characters (code points); spaces around the text are none, nor is what no font shows,
 * such as zero-width spaces and the empty sign of Braille.
 */
export const hasCharacters = (text: string, min: number): boolean =>
  [...text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '').trim()].length >= min;

/** Controls that turn the direction of text, also of what stands beside it. */
export const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Accents in a pile, which are drawn across the lines above and below. U+0300 and its like belong to no script. */
export const markPile = /[\p{Script=Inherited}&&\p{M}]{3}|\p{M}{5}|(\p{M})\1/v;

/** A title or name as it is shown: without controls that turn its direction, and with no accents in a pile. */
export const plainLine = (text: string): string =>
  text
    .replace(bidiControls, '')
    .replace(/(\p{M})\1+/gu, '$1')
    .replace(/([\p{Script=Inherited}&&\p{M}]{2})[\p{Script=Inherited}&&\p{M}]+/gv, '$1')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim();
