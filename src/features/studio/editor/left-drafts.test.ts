// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveDraft, readLeft, removeLeft } from './device-drafts.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());
const key = 'asha articles 7';
const left = { made: 'a-mark', kept: { key, at: 20, changes: { body: 'One' } } };

it('what a page left is there for the next one, until something newer is written', () => {
  leaveDraft(key, left);
  expect(readLeft('asha articles 8')).toBeNull();
  removeLeft(key, 19);
  expect(readLeft(key)).toEqual(left);
  removeLeft(key, 20);
  expect(localStorage).toHaveLength(0);
});

it.each(['{', '7', 'null', '{"made":7}'])('no text but its own is read: %s', (text) => {
  leaveDraft(key, left);
  localStorage.setItem(Object.keys(localStorage)[0]!, text);
  expect(readLeft(key)).toBeNull();
  removeLeft(key, 20);
  expect(localStorage).toHaveLength(0);
});

it('a storage that is full or forbidden changes nothing', () => {
  const refuse = () => {
    throw new DOMException('No', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  leaveDraft(key, left);
  expect(readLeft(key)).toBeNull();
  removeLeft(key, 20);
});
