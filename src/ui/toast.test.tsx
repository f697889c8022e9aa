// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { showToast } from './show-toast.ts';
import { Toasts } from './toast.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => vi.useRealTimers());

test('a toast stays for three seconds, each for its own', async () => {
  vi.useFakeTimers();
  const box = document.body.appendChild(document.createElement('div'));
  await act(async () => createRoot(box).render(<Toasts />));
  await act(async () => showToast({ title: 'OTP sent', text: 'To the mobile.' }));
  await act(async () => vi.advanceTimersByTime(1_000));
  await act(async () => showToast({ title: 'OTP verified' }));
  await act(async () => vi.advanceTimersByTime(1_999));
  expect(box.textContent).toBe('OTP sentTo the mobile.OTP verified');
  await act(async () => vi.advanceTimersByTime(1));
  expect(box.textContent).toBe('OTP verified');
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(box.textContent).toBe('');
});
