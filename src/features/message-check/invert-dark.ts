const darkBelow = 110;
/** Luminances between which letters fade into their background: coloured bubbles are darker, letters brighter. */
const bubble = 90;
const letters = 200;

const luminance = (data: Uint8ClampedArray, at: number): number =>
  0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;

/**
 * Turns a picture in dark mode into black letters on white, where Tesseract would take a coloured bubble on a dark page
 * for one large letter. @param data RGBA, changed in place @returns whether it was dark
 */
export function invertDark(data: Uint8ClampedArray): boolean {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += luminance(data, at);
  if (sum / (data.length / 4) >= darkBelow) return false;
  for (let at = 0; at < data.length; at += 4) {
    const grey = 255 - ((luminance(data, at) - bubble) * 255) / (letters - bubble);
    // Clamped by the array.
    data[at] = data[at + 1] = data[at + 2] = grey;
  }
  return true;
}
