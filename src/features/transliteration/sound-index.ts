import { latinKey, soundKeys } from './sound-key.ts';

/** Words of Indian scripts that may be what somebody typed in Latin letters, the coarsest filter first. */
export type SoundIndex = (latin: string) => string[];

type Build = Iterator<void>;

const keysOf = new Map<string, string[]>();
const begun: Build[] = [];

/**
 * An index over a list of words, by sound. The keys of a word cost up to a millisecond: `completeSoundIndexes` computes
 * them ahead; a search that comes earlier computes what is left at once.
 * @param listWords folded; Latin words and numbers among them are left out
 * @param isAhead not of an index that is made anew now and then: it is computed by its first search
 */
export function createSoundIndex(listWords: () => Iterable<string>, { isAhead = true } = {}): SoundIndex {
  const words = new Map<string, string[]>();
  const build = addWords(words, listWords);
  if (isAhead) begun.push(build);
  return (latin) => {
    while (!build.next().done);
    return words.get(latinKey(latin)) ?? [];
  };
}

function* addWords(words: Map<string, string[]>, listWords: () => Iterable<string>): Generator<void> {
  for (const word of new Set(listWords())) {
    if (/^[a-z0-9]/.test(word)) continue;
    const keys = keysOf.get(word) ?? soundKeys(word);
    keysOf.set(word, keys);
    for (const key of keys) words.set(key, [...(words.get(key) ?? []), word]);
    yield;
  }
}

/**
 * Completes every index made so far, in slices of a few milliseconds between which requests are served.
 * @param signal ends it; a search computes what is left
 */
export async function completeSoundIndexes({
  sliceMs = 8,
  signal,
}: { sliceMs?: number; signal?: AbortSignal } = {}): Promise<void> {
  for (const build of begun) {
    let begunAt = performance.now();
    for (;;) {
      if (signal?.aborted) return;
      if (build.next().done) break;
      if (performance.now() - begunAt < sliceMs) continue;
      await new Promise((resolve) => setTimeout(resolve, 1));
      begunAt = performance.now();
    }
  }
}
