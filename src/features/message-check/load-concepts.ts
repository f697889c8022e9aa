import type { LaterLanguage } from './concept-languages.ts';
import { addConcepts } from './find-concepts.ts';

const later: Record<LaterLanguage, [letters: RegExp, load: () => Promise<Record<string, string>>]> = {
  mr: [/[\u0900-\u097f]/, () => import('./concepts/mr.ts')],
  bn: [/[\u0980-\u09ff]/, () => import('./concepts/bn.ts')],
  pa: [/[\u0a00-\u0a7f]/, () => import('./concepts/pa.ts')],
  gu: [/[\u0a80-\u0aff]/, () => import('./concepts/gu.ts')],
  ta: [/[\u0b80-\u0bff]/, () => import('./concepts/ta.ts')],
  te: [/[\u0c00-\u0c7f]/, () => import('./concepts/te.ts')],
  kn: [/[\u0c80-\u0cff]/, () => import('./concepts/kn.ts')],
  ml: [/[\u0d00-\u0d7f]/, () => import('./concepts/ml.ts')],
};
const unloaded = new Set(Object.values(later));

/**
 * Loads the concepts of the languages that a text may be in, on a device, which has English and Hindi from the start:
 * Marathi for any text in their common letters.
 * Without a connection the others' own words are not seen.
 * @returns whether there are new ones: then what was made with the former has to be made again
 */
export async function loadConcepts(text: string): Promise<boolean> {
  let hasNew = false;
  for (const language of unloaded) {
    const [letters, load] = language;
    if (!letters.test(text)) continue;
    const words = await load().catch(() => null);
    if (words === null) continue;
    addConcepts(...Object.values(words));
    unloaded.delete(language);
    hasNew = true;
  }
  return hasNew;
}
