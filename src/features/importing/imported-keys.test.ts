import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importCommand } from '../../commands/import-command.server.ts';
import { articles, categories } from '../../database/schema.ts';
import { plainFeed } from '../pieces/feed-files.ts';
import { linkResolver, readSiteKeys } from '../pieces/site-keys.server.ts';
import { keyInLink } from '../../platform/wire/piece-key.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { commandContext } from '../../testing/command-context.ts';
import { colleague, dataOf } from '../../testing/studio.ts';
import { exportFiles } from './content/export-files.server.ts';
import { reviseFeed } from './revise-by-system.server.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor', 'admin'));
const folder = newFolder();
const told: string[] = [];
const key = 'hugo:old.example:content/post/how (to) apply, 50%.md';
const old = { id: 0, path: '' };

const context = () => commandContext(test.services, { cwd: folder, tell: (line) => void told.push(line) });
const importFolder = (...args: string[]) => importCommand.run(args, context());
const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

beforeAll(async () => {
  await test.db.insert(categories).values({ key: 'documents', name: 'Documents', displayName: 'Documents' });
  // As the first start of a site writes it.
  await test.db.transaction(async (tx) =>
    reviseFeed(tx, 'home', plainFeed(['documents']), linkResolver(await readSiteKeys(tx))),
  );
  write('blog/hugo.toml', 'baseURL = "https://old.example/"\n');
  write(
    'blog/content/post/how (to) apply, 50%.md',
    '---\ntitle: How to apply\ndate: 2021-03-02T10:00:00Z\n---\nAsk at the office.\n',
  );
  if ((await importFolder('blog', '--category', 'documents')) !== 0) throw new Error(told.join('\n'));
  const [row] = await test.db.select().from(articles).where(eq(articles.sourceKey, key));
  if (!row) throw new Error(told.join('\n'));
  old.id = row.id;
  old.path = (await test.app.inject(`/api/article/${row.id}`)).json<{
    data: { canonicalUrl: string };
  }>().data.canonicalUrl;
});

async function publish(kind: string, id: number, revision: number): Promise<void> {
  dataOf(await writer.post(`/${kind}/${id}/submit`, { revision }));
  dataOf(await editor.post(`/${kind}/${id}/approve`, { revision }));
  dataOf(await editor.post(`/${kind}/${id}/publish`, { revision }));
}
type Copy = { key: string; revision: number; problems: { path: string; message: string }[] };
const copyOf = async (kind: string, id: number) => dataOf<Copy>(await editor.get(`/${kind}/${id}`));

it('an imported piece is linked from another article, in the preview as for readers', async () => {
  expect((await copyOf('articles', old.id)).key).toBe(key);
  const body = `Read [how to apply](article:${keyInLink(key)}) first.`;
  const preview = dataOf<{ html: string; problems: string[] }>(await writer.post('/preview-text', { body }));
  expect(preview).toMatchObject({ problems: [], html: expect.stringContaining(`href="${old.path}"`) });
  const { id } = dataOf<{ id: number }>(
    await writer.post('/articles', { title: 'Where to go', summary: 'The office.', categories: ['documents'], body }),
  );
  expect((await copyOf('articles', id)).problems.filter((one) => one.path === 'body')).toEqual([]);
  await publish('articles', id, 1);
  const shown = await test.app.inject(`/api/article/${id}`);
  expect(shown.json<{ data: { bodyHtml: string } }>().data.bodyHtml).toContain(`href="${old.path}"`);
});

it('stands on the home page, where an editor put it', async () => {
  const { revision } = await copyOf('feed', 1);
  const sections = [{ title: 'From the archive', layout: 'CardMain', items: [`article:${key}`] }];
  const saved = dataOf<{ revision: number }>(await editor.put('/feed/1', { baseRevision: revision, sections }));
  expect((await copyOf('feed', 1)).problems).toEqual([]);
  dataOf(await editor.post('/feed/1/submit', { revision: saved.revision }));
  dataOf(await editor.post('/feed/1/publish', { revision: saved.revision, emergencyReason: 'A test of the page.' }));
  // A newer piece, which would take the place of one that was not found.
  const { id } = dataOf<{ id: number }>(
    await writer.post('/articles', { title: 'Newer', summary: 'Today.', categories: ['documents'], body: 'New.' }),
  );
  await publish('articles', id, 1);
  const page = await test.app.inject('/');
  const main = page.body.slice(page.body.indexOf('<main'), page.body.indexOf('</main'));
  expect(main.match(/href="\/article\/[^"]+"/g)).toEqual([`href="${old.path}"`]);
  const home = await test.app.inject('/api/page/home');
  expect(home.json<{ data: { sections: unknown[] } }>().data.sections).toEqual([
    expect.objectContaining({ items: [expect.objectContaining({ id: old.id })] }),
  ]);
});

it('calls to action and known scams lead to it', async () => {
  const scam = dataOf<{ id: number }>(
    await writer.post('/scams', {
      title: 'Help with a form, for money',
      article: key,
      advice: ['Pay nobody.'],
      texts: [{ lang: 'en', text: 'Send {amount} and your form is filled in today.' }],
    }),
  );
  expect((await copyOf('scams', scam.id)).problems).toEqual([]);
  await publish('scams', scam.id, 1);
  const cta = dataOf<{ id: number }>(
    await editor.post('/ctas', {
      title: 'Who may apply',
      description: 'Find out in a minute.',
      article: key,
      questions: [{ id: 'age', fact: 'age' }],
      rules: { version: 1, all: [{ fact: 'age', gte: 60 }] },
      nextSteps: ['Ask at the office.'],
      officialUrl: 'https://nsap.nic.in/',
    }),
  );
  expect((await copyOf('ctas', cta.id)).problems).toEqual([]);
});

it('is translated, and its translation joins it and stays joined, whatever is imported again', async () => {
  const begun = dataOf<{ id: number }>(await writer.post(`/articles/${old.id}/translations`, { lang: 'hi' }));
  const { id } = begun;
  const copy = await copyOf('articles', id);
  expect(copy).toMatchObject({ fields: { translationOf: key, lang: 'hi' }, key: 'how-to-apply-hi' });
  dataOf(
    await writer.put(`/articles/${id}`, {
      baseRevision: 1,
      title: 'आवेदन कैसे करें',
      summary: 'दफ़्तर में।',
      body: 'दफ़्तर में पूछें।',
    }),
  );
  await publish('articles', id, 2);
  const languages = async (of: number) =>
    (await test.app.inject(`/api/article/${of}`))
      .json<{ data: { translations: { lang: string; id: number }[] } }>()
      .data.translations.map((one) => one.id);
  expect(await languages(old.id)).toEqual([id]);
  expect(await languages(id)).toEqual([old.id]);
  expect(dataOf(await editor.get(`/articles/${id}/paragraphs`))).toMatchObject({ original: { id: old.id } });

  write(
    'blog/content/post/how (to) apply, 50%.md',
    '---\ntitle: How to apply\ndate: 2021-03-02T10:00:00Z\n---\nAsk at the new office.\n',
  );
  expect(await importFolder('blog', '--category', 'documents'), told.join('\n')).toBe(0);
  expect(await languages(old.id)).toEqual([id]);
});

it('what names it is exported as files, and these are imported again without a loss', async () => {
  const root = join(folder, 'out');
  expect(await exportFiles(root, context(), { isOverwriting: false, withWorkingCopies: false })).toBe(0);
  told.splice(0);
  const before = await test.db.select().from(articles).orderBy(articles.id);
  expect(await importFolder('out', '--publish', '--prune'), told.join('\n')).toBe(0);
  expect(told.join('\n')).not.toMatch(/leads to nothing|There is no|the file is gone/);
  expect(await test.db.select().from(articles).orderBy(articles.id)).toEqual(before);
});
