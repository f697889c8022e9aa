import { addConcepts } from './find-concepts.ts';

/** By the letters of a text. */
const languages = new Map<RegExp, () => Promise<string>>([
  [/[\u0980-\u09ff]/, () => import('./concepts/bn.ts').then(({ bn }) => bn)],
  [/[\u0a00-\u0a7f]/, () => import('./concepts/pa.ts').then(({ pa }) => pa)],
  [/[\u0a80-\u0aff]/, () => import('./concepts/gu.ts').then(({ gu }) => gu)],
  [/[\u0b80-\u0bff]/, () => import('./concepts/ta.ts').then(({ ta }) => ta)],
  [/[\u0c00-\u0c7f]/, () => import('./concepts/te.ts').then(({ te }) => te)],
  [/[\u0c80-\u0cff]/, () => import('./concepts/kn.ts').then(({ kn }) => kn)],
  [/[\u0d00-\u0d7f]/, () => import('./concepts/ml.ts').then(({ ml }) => ml)],
]);

/**
 * Loads the concepts of the languages that a text may be in, on a device, which has those in Latin and Hindi's letters from the start.
 * Without a connection the others' own words are not seen.
 * @returns whether there are new ones: then what was made with the former has to be made again
 */
export async function loadConcepts(text: string): Promise<boolean> {
  let hasNew = false;
  for (const [letters, load] of languages) {
    if (!letters.test(text)) continue;
    const words = await load().catch(() => null);
    if (words === null) continue;
    addConcepts(words);
    languages.delete(letters);
    hasNew = true;
  }
  return hasNew;
}
