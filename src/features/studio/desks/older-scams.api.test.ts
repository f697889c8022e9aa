// @runs slow, on both databases
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { commands } from '../../../commands/commands.server.ts';
import { knownScams } from '../../../database/schema.ts';
import { languageWords as hindi } from '../../../messages/hi/languages.ts';
import { languageWords } from '../../../messages/languages.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo' });
const editor = prepared(() => colleague(test, 'editor'));
const checker = prepared(() => colleague(test, 'checker'));
const root = newFolder();

const today = dayInIndia();
const text = 'The kettle guild of your street has won a striped umbrella. Send {amount} to {number} to collect';
const scam = {
  title: 'An umbrella that nobody won',
  advice: ['Pay nothing. Nobody has won an umbrella.'],
  texts: [{ lang: 'en', text }],
  body: 'A message says that a guild gave an umbrella, and asks for a fee.',
};
const hi = {
  title: 'छाता जो किसी ने नहीं जीता',
  advice: ['पैसा न दें। छाता किसी ने नहीं जीता।'],
  body: 'मैसेज कहता है कि छाता मिला है।',
  follows: '2026-11-20',
};

type Copy = { revision: number; problems: { path: string; message: string; isBlocking: boolean }[] };
type Item = { title: string; olderNote: string | null; content_text: string };

async function change(id: number, fields: object): Promise<Copy> {
  const { revision } = dataOf<Copy>(await editor.get(`/scams/${id}`));
  dataOf(await editor.put(`/scams/${id}`, { baseRevision: revision, ...fields }));
  return dataOf<Copy>(await editor.get(`/scams/${id}`));
}
async function show(id: number): Promise<void> {
  const { revision } = dataOf<Copy>(await editor.get(`/scams/${id}`));
  dataOf(await editor.post(`/scams/${id}/submit`, { revision }));
  dataOf(await checker.post(`/scams/${id}/approve`, { revision }));
  dataOf(await editor.post(`/scams/${id}/publish`, { revision, changeNote: 'It goes round in other words.' }));
}
const page = async (prefix: string, message = text) =>
  (
    await test.send('POST', `${prefix}/check`, new URLSearchParams({ text: message }), {
      origin: 'http://localhost:3000',
    })
  ).body;
const feed = async (prefix: string) =>
  (await test.app.inject({ url: `${prefix}/scams.json` })).json<{ items: Item[] }>().items;
const run = async (name: string, ...args: string[]) => {
  const lines: string[] = [];
  const tell = (line: string) => void lines.push(line);
  expect(await commands[name]!.run(args, commandContext(test.services, { cwd: root, tell })), lines.join('\n')).toBe(0);
  return lines.join('\n');
};

it('a translation is older once the original changed in the studio, until its texts change or it still holds', async () => {
  const { id } = dataOf<{ id: number }>(await editor.post('/scams', { ...scam, translations: { hi } }));
  await show(id);
  expect(await page('/hi')).not.toContain(hindi.older);

  const changed = await change(id, { advice: ['Pay nothing, and call 1930.'] });
  const problem = { path: 'translations.hi', message: expect.stringContaining('हिन्दी'), isBlocking: false };
  expect(changed.problems).toContainEqual(problem);
  expect(await page('/hi')).not.toContain(hindi.older);
  await show(id);
  const body = await page('/hi');
  expect(body).toContain(hi.advice[0]);
  expect(body.indexOf(hindi.older)).toBeGreaterThan(body.indexOf(hi.advice[0]!));
  expect(await page('')).not.toContain(languageWords.older);
  const itemIn = async (prefix: string, title: string) => (await feed(prefix)).find((item) => item.title === title);
  expect(await itemIn('/hi', hi.title)).toMatchObject({ olderNote: hindi.older });
  expect((await itemIn('/hi', hi.title))!.content_text).toContain(hindi.older);
  expect(await itemIn('', scam.title)).toMatchObject({ olderNote: null });
  expect((await test.app.inject({ url: '/hi/scams.xml' })).body).toContain(hindi.older);
  const answer = await test.send('POST', '/api/check/message?lang=hi', { text });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('olderNote');

  // What touches neither the original's words nor the translation leaves the mark.
  await change(id, { lastSeen: '2026-11-21' });
  await show(id);
  expect(await page('/hi')).toContain(hindi.older);

  const holds = await change(id, { translations: { hi: { ...hi, follows: today } } });
  expect(holds.problems).not.toContainEqual(problem);
  await show(id);
  expect(await page('/hi')).not.toContain(hindi.older);

  await change(id, { translations: { hi } });
  await show(id);
  expect(await page('/hi')).toContain(hindi.older);
  // It says only what an editor wrote: not the day on which the site noted a change.
  expect(dataOf<{ translations: object }>(await editor.get(`/scams/${id}`)).translations).toEqual({ hi });
  await change(id, { translations: { hi: { ...hi, advice: ['पैसा न दें और 1930 पर फ़ोन करें।'] } } });
  await show(id);
  expect(await page('/hi')).not.toContain(hindi.older);

  // The title and the text count as the advice does.
  for (const words of [{ title: 'An umbrella for a fee' }, { body: 'It asks for a fee by UPI.' }]) {
    await change(id, { translations: { hi: { ...hi, advice: [`${hi.advice[0]} ${JSON.stringify(words).length}`] } } });
    await show(id);
    expect(await page('/hi')).not.toContain(hindi.older);
    await change(id, words);
    await show(id);
    expect(await page('/hi')).toContain(hindi.older);
  }
}, 120_000);

it('is older also where both were of one day, and holds again by a later second of it', async () => {
  const own = { ...hi, title: 'तीसरा छाता', follows: today };
  const { id } = dataOf<{ id: number }>(
    await editor.post('/scams', {
      ...scam,
      title: 'A third umbrella',
      texts: [{ lang: 'en', text: `${text} before the clock of the tower strikes seven` }],
      translations: { hi: own },
    }),
  );
  const note = async () => (await feed('/hi')).find(({ title }) => title === own.title)!.olderNote;
  await show(id);
  expect(await note()).toBeNull();
  const problem = expect.objectContaining({ path: 'translations.hi', isBlocking: false });
  expect((await change(id, { advice: ['Pay nothing, and call 1930.'] })).problems).toContainEqual(problem);
  await show(id);
  expect(await note()).toBe(hindi.older);
  const onDesk = async () =>
    dataOf<{ outdated: { kind: string; id: number }[] }>(await editor.get('/work')).outdated.filter(
      (line) => line.kind === 'scams' && line.id === id,
    );
  expect(await onDesk()).toHaveLength(1);
  await change(id, { lastSeen: '2026-11-21' });
  await show(id);
  expect(await note()).toBe(hindi.older);
  const held = await change(id, { translations: { hi: { ...own, follows: `${today}T12:00:00` } } });
  expect(held.problems).not.toContainEqual(problem);
  await show(id);
  expect(await note()).toBeNull();
  expect(await onDesk()).toEqual([]);
  await change(id, { advice: ['Pay nothing, call 1930, and tell others.'] });
  await show(id);
  expect(await note()).toBe(hindi.older);
}, 60_000);

it('a day alone is no change that readers have to be told of', async () => {
  const { id } = dataOf<{ id: number }>(
    await editor.post('/scams', { ...scam, title: 'A second umbrella', translations: { hi } }),
  );
  await show(id);
  const { revision } = await change(id, { translations: { hi: { ...hi, follows: today } } });
  dataOf(await editor.post(`/scams/${id}/submit`, { revision }));
  dataOf(await checker.post(`/scams/${id}/approve`, { revision }));
  expect((await editor.post(`/scams/${id}/publish`, { revision })).statusCode).toBe(200);
}, 60_000);

it('by file: marked when only the original changes there, kept by an export, and held by the day in the file', async () => {
  const file = 'scams/sim-kyc.md';
  await run('export', 'first');
  const path = join(root, 'first', file);
  const own = readFileSync(path, 'utf8');
  expect(own).toMatch(/^ {4}follows: 2026-11-22$/m);
  const message = (/text: "(.*)"/.exec(own)?.[1] ?? '').replace(/\{\w+\}/g, 'x');
  expect(await page('/hi', message)).not.toContain(hindi.older);

  const edited = own.replace(/^title: .*$/m, 'title: "Your SIM will be blocked tonight"');
  writeFileSync(path, edited);
  await run('import', 'first', '--publish');
  expect(await page('/hi', message)).toContain(hindi.older);
  const [row] = await test.db.select().from(knownScams).where(eq(knownScams.key, 'sim-kyc'));
  expect(row!.translations.hi).toMatchObject({ follows: '2026-11-22', originalChangedOn: today });
  await run('export', 'first');
  expect(readFileSync(path, 'utf8')).toBe(edited);
  expect(await run('import', 'first', '--publish')).not.toMatch(/ {2}(?:new|changed)\b/);
  expect(await page('/hi', message)).toContain(hindi.older);

  const held = edited.replace('follows: 2026-11-22', `follows: ${today}`);
  writeFileSync(path, held);
  await run('import', 'first', '--publish');
  expect(await page('/hi', message)).not.toContain(hindi.older);
  await run('export', 'first');
  expect(readFileSync(path, 'utf8')).toBe(held);
}, 180_000);
