// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { briefMs, showToast } from './show-toast.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => vi.useRealTimers());

test('a toast stays for its time, a newer one for its own; an open dialog holds the live region', async () => {
  vi.useFakeTimers();
  Object.assign(HTMLDialogElement.prototype, { showModal: () => {}, close: () => {} });
  document.body.innerHTML = '<p id="said"></p><div id="root"></div>';
  const said = document.getElementById('said')!;
  const root = createRoot(document.getElementById('root')!);
  const dialog = (
    <Dialog labelledBy="h" closeLabel="Close" onClose={() => {}}>
      <p>Words</p>
    </Dialog>
  );
  await act(async () => root.render(dialog));
  expect(said.parentElement?.localName).toBe('dialog');
  showToast(['OTP sent'], 'toast', briefMs);
  vi.advanceTimersByTime(1_000);
  await act(async () => root.render(null));
  expect([said.isConnected, said.className, said.textContent]).toEqual([true, 'toast', 'OTP sent']);
  showToast(['OTP verified'], 'toast', briefMs);
  vi.advanceTimersByTime(2_999);
  expect(said.textContent).toBe('OTP verified');
  vi.advanceTimersByTime(1);
  expect([said.className, said.textContent]).toEqual(['vh', '']);
  await act(async () => root.unmount());
});
