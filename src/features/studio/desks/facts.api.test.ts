// @runs on both databases
import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

type Fact = { key: string; kind: string; checkedOn: string | null; isOverdue: boolean; owner: { id: string } | null };
const test = openTestApp({ clock: () => now });
const editor = prepared(() => colleague(test, 'editor'));
// Past every interval of what the code says, but not of what is checked now.
const now = new Date('2028-06-01T06:00:00Z');

const facts = async () => dataOf<Fact[]>(await editor.get('/freshness/facts'));
const find = async (key: string) => (await facts()).find((fact) => fact.key === key)!;

it('has every fact overdue until somebody checks it; the check is that fact’s alone', async () => {
  const before = await facts();
  expect(new Set(before.map(({ key }) => key)).size).toBe(before.length);
  const [first, second] = before.filter(({ kind }) => kind === 'letter');
  expect([first!.isOverdue, second!.isOverdue]).toEqual([true, true]);
  dataOf(await editor.post('/freshness/facts', { key: first!.key }));
  expect(await find(first!.key)).toMatchObject({ checkedOn: '2028-06-01', isOverdue: false, owner: null });
  expect(await find(second!.key)).toMatchObject({ checkedOn: second!.checkedOn, isOverdue: true });
  expect((await editor.post('/freshness/facts', { key: 'letter of nothing' })).statusCode).toBe(404);
});

it('has an owner of the newsroom, whom a check does not change', async () => {
  const { key } = (await facts())[0]!;
  const writer = await colleague(test, 'writer');
  const reader = await colleague(test);
  dataOf(await editor.post('/freshness/facts', { key, owner: writer.id }));
  dataOf(await editor.post('/freshness/facts', { key }));
  expect((await find(key)).owner).toMatchObject({ id: writer.id });
  expect((await editor.post('/freshness/facts', { key, owner: reader.id })).statusCode).toBe(400);
  dataOf(await editor.post('/freshness/facts', { key, owner: null }));
  expect((await find(key)).owner).toBeNull();
});
