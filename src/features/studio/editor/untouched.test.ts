// @runs slow
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { shownText, storedText } from './line-ends.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const editor = prepared(() => colleague(test, 'editor'));

type Copy = { id: number; revision: number; body: string; state: string };

const bodies = ['articles', 'pages'].flatMap((folder) =>
  readdirSync(`content/${folder}`)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const whole = readFileSync(`content/${folder}/${file}`, 'utf8');
      return [`${folder}/${file}`, whole.slice(whole.indexOf('\n---\n', 4) + 5)] as const;
    }),
);

const begin = async (body: string) => {
  const made = await editor.post('/articles', { title: 'A piece', body });
  return dataOf<Copy>(made);
};
const read = async (id: number) => dataOf<Copy>(await editor.get(`/articles/${id}`));
/** What the editor does on opening and saving: the text goes through a field of the page. */
const asEdited = (stored: string, change: (shown: string) => string = (shown) => shown) =>
  storedText(stored, change(shownText(stored)));

it('opens and saves every demonstration text untouched: the same bytes, and no new revision', async () => {
  expect(bodies.length).toBeGreaterThan(70);
  for (const [file, body] of bodies) {
    const { id, revision } = await begin(body);
    const copy = await read(id);
    expect(copy.body, file).toBe(body);
    const saved = await editor.put(`/articles/${id}`, { baseRevision: revision, body: asEdited(copy.body) });
    expect(dataOf<Copy>(saved).revision, file).toBe(revision);
    expect((await read(id)).body, file).toBe(body);
  }
}, 120_000);

it('changes only the block of a changed word, with line ends of any kind', async () => {
  for (const end of ['\n', '\r\n']) {
    const blocks = bodies[0]![1].split('\n\n');
    const stored = blocks.join('\n\n').replaceAll('\n', end);
    const { id, revision } = await begin(stored);
    const body = asEdited(stored, (shown) => shown.replace(blocks[0]!, `${blocks[0]!} More.`));
    dataOf(await editor.put(`/articles/${id}`, { baseRevision: revision, body }));
    const copy = await read(id);
    expect(copy.body.split(end + end).slice(1)).toEqual(stored.split(end + end).slice(1));
    expect(copy.body.length).toBe(stored.length + ' More.'.length);
  }
});

it('takes a text as long as the site allows', async () => {
  const { id } = await begin(`${'राशन कार्ड। '.repeat(12_000)}\n`);
  expect((await read(id)).body).toHaveLength(12_000 * 12 + 1);
});
