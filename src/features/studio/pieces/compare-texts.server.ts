import { currentLanguage, type Language } from '../../../messages/catalogue.ts';
import type { TextWorker } from '../../../platform/text/text-worker.server.ts';
import { bothWhole, type Change } from '../editor/word-changes.ts';
import type { TextSide } from './piece-text.ts';

export type Pair = { before: string; after: string };
/**
 * @property sides both texts as readers see them, to be made one; null where that is not asked for
 * @property written the markdown of both, null where it is the same; compared where the other cannot be
 */
export type Comparison = {
  language: Language;
  fields: Pair[];
  sides: [TextSide, TextSide] | null;
  written: Pair | null;
};
/**
 * @property rendered sanitised HTML
 * @property isLate whether something stands there whole, as gone and new, because there was no time to compare it
 */
export type Compared = { fields: Change[][]; rendered: string | null; written: Change[] | null; isLate: boolean };

/**
 * Renders and compares in the worker: the cost grows with the product of two texts. What is not done by its
 * deadline is told as gone and new, whole.
 */
export async function compareTexts(worker: TextWorker, comparison: Omit<Comparison, 'language'>): Promise<Compared> {
  const { fields, sides, written } = comparison;
  if (fields.length === 0 && !sides && !written) return { fields: [], rendered: null, written, isLate: false };
  const result = await worker.run(JSON.stringify({ ...comparison, language: currentLanguage() } satisfies Comparison));
  if (result && 'value' in result) return JSON.parse(result.value) as Compared;
  const whole = ({ before, after }: Pair) => bothWhole(before, after);
  return {
    fields: fields.map(whole),
    rendered: null,
    written: written && whole(written),
    isLate: true,
  };
}
