import type { Make } from './costly-places.ts';
import { longTexts } from './costly-texts.ts';

const fill =
  (scrap: string): Make =>
  (length) =>
    scrap.repeat(length / scrap.length + 1).slice(0, length);

/** All that are stored in the whole walk (`npm run costly-texts`). */
export const allStoredTexts = (): Record<string, Make> => ({ ...storedTexts, ...longTexts });

/** Texts that are accepted and stored, and that readers of them have taken quadratic time for, or might. */
export const storedTexts: Record<string, Make> = {
  spaces: (length) => `a${fill(' ')(length - 2)}b`,
  'wide spaces': (length) => `a${fill('\u2003')(length - 2)}b`,
  'line breaks': (length) => `a${fill('\n')(length - 2)}b`,
  'pictures begun': fill('!['),
  'links begun': fill(']('),
  emphasis: fill('*a_'),
  'media folders': fill('media/'),
  brackets: fill('['),
  'less-than signs': fill('<'),
  digits: fill('9'),
  'dots between digits': (length) => `1${fill('.')(length - 2)}1`,
};
