import { isAppError } from '../../platform/wire/errors.ts';
import { isTimeout, withinTime } from '../../platform/markdown/within-time.server.ts';
import { serveParent } from '../../platform/process/worker-process.server.ts';
import type { TextResult } from '../../platform/text/text-worker.server.ts';
import { renderCommunityText } from './render-community-text.server.ts';

serveParent(({ text, deadline }: { text: string; deadline: number }) => renderWithin(text, deadline));

function renderWithin(text: string, deadline: number): TextResult {
  try {
    return { value: withinTime(deadline, () => renderCommunityText(text)) };
  } catch (error) {
    if (isAppError(error)) return { problem: error.message };
    if (isTimeout(error) || error instanceof RangeError) return null;
    throw error;
  }
}
