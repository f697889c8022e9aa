import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { isTimeout, withinTime } from '../../platform/markdown/within-time.server.ts';
import { inLanguage } from '../../platform/request-context.server.ts';
import type { TextResult } from '../../platform/text-thread.server.ts';
import type { Compared, Comparison, Pair } from './compare-texts.server.ts';
import { bothWhole, type Change, changesInTime } from './editor/word-changes.ts';
import { renderedChanges } from './rendered-changes.server.ts';

// Entry point of a worker thread; its nice value is its own, as that of community texts.
try {
  setPriority(10);
} catch {
  // Where the system refuses it, all threads run at equal priority.
}

parentPort?.on('message', ({ text, deadline }: { text: string; deadline: number }) => {
  parentPort?.postMessage(compareWithin(JSON.parse(text) as Comparison, deadline));
});

function compareWithin({ language, fields, rendered, written }: Comparison, deadline: number): TextResult {
  try {
    const compared = withinTime(deadline, () =>
      inLanguage(language, (): Compared => {
        const until = performance.now() + deadline * 0.7;
        let isLate = false;
        const compare = ({ before, after }: Pair): Change[] => {
          // By words, and where these are too many by lines: each may take the time once.
          const found = changesInTime(before, after, Math.max(1, (until - performance.now()) / 2));
          isLate ||= found === null;
          return found ?? bothWhole(before, after);
        };
        return {
          fields: fields.map(compare),
          rendered: rendered && renderedChanges(rendered.before, rendered.after),
          written: written && !rendered ? compare(written) : null,
          isLate,
        };
      }),
    );
    return { value: JSON.stringify(compared) };
  } catch (error) {
    if (isTimeout(error) || error instanceof RangeError) return null;
    throw error;
  }
}
