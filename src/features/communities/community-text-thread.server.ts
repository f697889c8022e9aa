import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { isAppError } from '../../platform/wire/errors.ts';
import { isTimeout, withinTime } from '../../platform/markdown/within-time.server.ts';
import type { TextResult } from '../../platform/text/text-thread.server.ts';
import { renderCommunityText } from './render-community-text.server.ts';

// Entry point of a worker thread. On Linux nice values are per thread, so requests get the CPU before slow texts do.
try {
  setPriority(10);
} catch {
  // Where the system refuses it, all threads run at equal priority.
}

parentPort?.on('message', ({ text, deadline }: { text: string; deadline: number }) => {
  parentPort?.postMessage(renderWithin(text, deadline));
});

function renderWithin(text: string, deadline: number): TextResult {
  try {
    return { value: withinTime(deadline, () => renderCommunityText(text)) };
  } catch (error) {
    if (isAppError(error)) return { problem: error.message };
    if (isTimeout(error) || error instanceof RangeError) return null;
    throw error;
  }
}
