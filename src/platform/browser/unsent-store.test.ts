import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { addUnsent, listUnsent, markUnsent, removeUnsent, type Unsent } from './unsent-store.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  return () => vi.unstubAllGlobals();
});

const first: Unsent = {
  id: '',
  owner: 'a',
  visit: '',
  at: 0,
  kind: 'answer',
  about: '',
  address: '/q',
  page: '/q',
  body: '',
  state: 'waits',
};
const entry = (id: string, more: Partial<Unsent> = {}): Unsent =>
  Object.assign({}, first, { id, at: Date.now(), body: `body=${id}` }, more);
const ids = async () => (await listUnsent()).map(({ id }) => id);

test('the same words wait once; of two wishes about one thing, the last', async () => {
  await addUnsent(entry('1', { at: Date.now() - 2 }));
  await addUnsent(entry('2', { body: 'body=1', at: Date.now() - 1 }));
  expect(await ids()).toEqual(['2']);
  await addUnsent(entry('3', { body: 'body=1', owner: 'b' }));
  expect(await ids()).toEqual(['2', '3']);
  await addUnsent(entry('4', { kind: 'follow', about: '/follow?on=x', body: 'do=follow', at: Date.now() + 1 }));
  await addUnsent(entry('5', { kind: 'follow', about: '/follow?on=x', body: 'do=stop', at: Date.now() + 2 }));
  expect(await ids()).toEqual(['2', '3', '5']);
});

test('count and length are bounded, and a week ends it', async () => {
  for (let at = 0; at < 20; at += 1) expect(await addUnsent(entry(String(at)))).toBe(true);
  expect(await addUnsent(entry('20'))).toBe(false);
  // In the place of one that is there.
  expect(await addUnsent(entry('19', { body: 'body=changed' }))).toBe(true);
  await removeUnsent(({ id }) => id !== '0');
  expect(await addUnsent(entry('long', { body: 'x'.repeat(100_000) }))).toBe(false);
  await addUnsent(entry('old', { at: Date.now() - 8 * 86_400_000 }));
  expect(await ids()).toEqual(['0']);
});

test('what was discarded meanwhile is not brought back by a late answer', async () => {
  await addUnsent(entry('1'));
  await removeUnsent(() => true);
  await markUnsent('1', 'refused');
  expect(await ids()).toEqual([]);
});
