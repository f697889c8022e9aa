// @vitest-environment jsdom
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetStoredDrafts } from '../../../platform/browser/local-store.ts';
import { deviceDraftsOf, type DeviceDraft, keyOf } from './device-drafts.ts';

const draft = (id: number, body: string, at: number, person = 'asha'): DeviceDraft => ({
  key: keyOf(person, 'articles', id),
  person,
  kind: 'articles',
  id,
  local: '',
  base: 1,
  changes: { body },
  title: 'Ration',
  at,
  begun: null,
});
const bodyOf = (kept: DeviceDraft | null | undefined) => kept?.changes.body;
const key = keyOf('asha', 'articles', 7);

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  document.cookie = 'user_id=asha';
});

it('the newer of what was kept and what was left is read, and listed once', async () => {
  const drafts = deviceDraftsOf('asha');
  await drafts.write(draft(7, 'kept', 10));
  drafts.leave(draft(7, 'left', 20));
  expect(bodyOf(await drafts.read(key))).toBe('left');
  drafts.leave(draft(7, 'left before', 5));
  expect(bodyOf(await drafts.read(key))).toBe('kept');
  drafts.leave(draft(8, 'left alone', 30));
  expect((await drafts.list()).map(bodyOf)).toEqual(['kept', 'left alone']);
});

it('what was left is gone once something as new is kept, or nothing is left to keep', async () => {
  const drafts = deviceDraftsOf('asha');
  await drafts.list();
  drafts.leave(draft(7, 'left', 20));
  await drafts.write(draft(7, 'kept', 20));
  expect(localStorage).toHaveLength(0);
  drafts.leave(draft(7, 'left', 20));
  await drafts.remove(key);
  expect([await drafts.read(key), localStorage.length]).toEqual([null, 0]);
});

it('after a sign-out nothing is there, nor can a page that is still open leave anything that would be read', async () => {
  const open = deviceDraftsOf('asha');
  await open.write(draft(7, 'kept', 10));
  open.leave(draft(8, 'left', 20));
  forgetStoredDrafts();
  document.cookie = 'user_id=; max-age=0';
  open.leave(draft(8, 'too late', 30));
  expect(await open.write(draft(7, 'too late', 30))).toBe(false);
  document.cookie = 'user_id=asha';
  // The hint of whoever signed in next does not help the older page.
  open.leave(draft(8, 'too late', 40));
  const next = deviceDraftsOf('asha');
  expect([await next.list(), await next.read(key)]).toEqual([[], null]);
});

it('nothing of somebody else is listed', async () => {
  const drafts = deviceDraftsOf('asha');
  await drafts.write(draft(7, 'mine', 10));
  drafts.leave(draft(7, 'of Ravi', 20, 'ravi'));
  expect((await drafts.list()).map(bodyOf)).toEqual(['mine']);
});
