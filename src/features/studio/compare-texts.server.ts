import { currentLanguage, type Language } from '../../messages/catalogue.ts';
import type { TextThread } from '../../platform/text-thread.server.ts';
import type { Change } from './editor/word-changes.ts';

export type Pair = { before: string; after: string };
/** `rendered`: sanitised HTML of both texts, to be made one. */
export type Comparison = { language: Language; rendered: Pair | null; pairs: Pair[] };
export type Compared = { rendered: string | null; changes: Change[][] };

/**
 * Compares in the worker thread: the cost grows with the product of two texts. What is not done by its deadline is told
 * as gone and new, whole.
 */
export async function compareTexts(
  thread: TextThread,
  asked: Pick<Comparison, 'rendered' | 'pairs'>,
): Promise<Compared> {
  const result = await thread.run(JSON.stringify({ ...asked, language: currentLanguage() } satisfies Comparison));
  if (result && 'value' in result) return JSON.parse(result.value) as Compared;
  return { rendered: null, changes: asked.pairs.map(whole) };
}

const whole = ({ before, after }: Pair): Change[] => {
  const changes: Change[] = [
    { kind: 'gone', text: before },
    { kind: 'added', text: after },
  ];
  return changes.filter(({ text }) => text !== '');
};
