import { describe, expect, it } from 'vitest';
import { completeSoundIndexes, createSoundIndex } from './sound-index.ts';

const words = ['किसान', 'pension', '1930', 'पेंशन', 'किसान', 'राशन'];

describe('an index of words by sound', () => {
  it('finds each word once by a Latin spelling, before it was completed too', () => {
    const find = createSoundIndex(() => words);
    expect(find('kisaan')).toEqual(['किसान']);
    expect(find('penshan')).toEqual(['पेंशन']);
    expect(find('xyzzy')).toEqual([]);
  });

  it('is computed ahead, in slices between which the event loop goes on', async () => {
    // Those of other tests.
    await completeSoundIndexes();
    const many = Array.from(
      { length: 100 },
      (_, at) => `${'कखगघचछजझटठ'[at % 10]}ा${'तथदधनपफबभम'[Math.floor(at / 10) % 10]}ियार`,
    );
    let listed = 0;
    const find = createSoundIndex(() => {
      listed += 1;
      return many;
    });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    // A slice for each word, however fast the machine is.
    await completeSoundIndexes({ sliceMs: 0 });
    clearInterval(timer);
    expect(listed).toBe(1);
    expect(turns).toBeGreaterThan(3);
    expect(find('katiyar')).toContain('कातियार');
    expect(listed).toBe(1);
  });

  it('is computed no further once the process stops', async () => {
    let listed = 0;
    const find = createSoundIndex(() => {
      listed += 1;
      return words;
    });
    await completeSoundIndexes({ signal: AbortSignal.abort() });
    expect(listed).toBe(0);
    expect(find('kisaan')).toEqual(['किसान']);
  });
});
