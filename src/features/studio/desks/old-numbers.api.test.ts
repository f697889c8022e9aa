// @runs on both databases
import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));

type Problems = { problems: { path: string; message: string; isBlocking: boolean }[] };
async function live(fields: object): Promise<{ id: number; key: string }> {
  const { id } = dataOf<{ id: number }>(await writer.post('/articles', fields));
  for (const [who, act] of [
    [writer, 'submit'],
    [editor, 'approve'],
    [editor, 'publish'],
  ] as const)
    dataOf(await who.post(`/articles/${id}/${act}`, { revision: 1 }));
  return dataOf(await writer.get(`/articles/${id}`));
}
const olds = ({ problems }: Problems) =>
  problems.filter(({ message }) => /which you changed/.test(message)).map(({ path, isBlocking }) => [path, isBlocking]);

it('who changes a fee in the text is told where the old one still stands, until it does not', async () => {
  const { id, key } = await live({ title: 'A card for ₹50', summary: 'It costs ₹50.', body: 'Pay ₹50 at the office.' });
  await live({ title: 'कार्ड', summary: 'कितना?', body: 'दफ़्तर में ₹५० दें।', lang: 'hi', translationOf: key });
  const change = async (baseRevision: number, fields: object) =>
    dataOf<Problems>(await writer.put(`/articles/${id}`, { baseRevision, ...fields }));

  const beside = [
    ['summary', false],
    ['title', false],
    ['translations.hi', false],
  ];
  expect(olds(await change(1, { body: 'Pay ₹60 at the office.' }))).toEqual(beside);
  expect(olds(dataOf(await editor.get(`/articles/${id}`)))).toEqual(beside);
  expect(olds(await change(2, { title: 'A card for ₹60', summary: 'It costs ₹60.' }))).toEqual([
    ['translations.hi', false],
  ]);
  expect(olds(await change(3, { body: 'Pay ₹60 at the office, or ₹50 by post.' }))).toEqual([]);
});
