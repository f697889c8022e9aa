// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PieceSaver } from '../editor/piece-saver.ts';
import type { StudioCalls } from '../editor/studio-calls.ts';
import { usePresence } from './use-presence.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('brings a page up to date that is older than its own person’s save, though the first call failed', async () => {
  const newer = { ok: true, data: { revision: 2, savedBy: 'Asha', isSavedByYou: true, here: [] } };
  const answers: object[] = [{ ok: false, why: 'offline' }, newer, newer];
  const calls = { call: async () => answers.shift() ?? newer } as unknown as StudioCalls;
  const refresh = vi.fn<() => Promise<void>>(async () => {});
  const snapshot = { base: { id: 1, revision: 1 }, changes: {}, status: { is: 'saved' } };
  const saver = { read: () => snapshot, subscribe: () => () => {}, refresh } as unknown as PieceSaver;
  function Editor() {
    usePresence(saver, calls, 'articles', 1);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Editor />));
  expect(refresh).toHaveBeenCalledTimes(0);
  for (const _ of [1, 2]) await act(() => vi.advanceTimersByTimeAsync(60_000));
  // Only at the beginning: later, another tab of the same person may have saved.
  expect(refresh).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});
