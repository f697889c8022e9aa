import type { Page } from 'playwright-core';
import { wait } from './site.ts';

export type Typing = {
  /** What stood in the field, and each key since. */ text(): string;
  /** @returns what stands in the field at the end of the key that is under way */ stop(): Promise<string>;
  /** How old the oldest missing key was at `endedAt`; null where `kept` is no beginning of the text. */
  lostMs(kept: string, endedAt: number): number | null;
};

/** Types words without a pause of more than 160 ms into what has the focus, until it is stopped or the browser dies. */
export function startTyping(page: Page, before: string): Typing {
  let text = before;
  const at: number[] = [];
  const ending = new AbortController();
  const typed = (async () => {
    for (let count = 0; !ending.signal.aborted; count += 1) {
      const word = `${count % 12 === 11 ? '\n' : ' '}w${Math.random().toString(36).slice(2, 8)}`;
      for (const key of word) {
        if (ending.signal.aborted) return;
        try {
          await page.keyboard.press(key === '\n' ? 'Enter' : key === ' ' ? 'Space' : key);
        } catch {
          return;
        }
        text += key;
        at.push(performance.now());
        await wait(40 + Math.random() * 120);
      }
    }
  })();
  return {
    text: () => text,
    async stop() {
      ending.abort();
      await typed;
      return text;
    },
    lostMs(kept, endedAt) {
      // The key under way when the browser died may have arrived without being acknowledged.
      if (!text.startsWith(kept) && kept.slice(0, -1) !== text) return null;
      if (kept.length >= text.length) return 0;
      return kept.length < before.length ? Infinity : endedAt - at[kept.length - before.length]!;
    },
  };
}
