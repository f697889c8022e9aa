import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { eq, ne } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importCommand } from '../../commands/import-command.server.ts';
import { articles, categories, importRuns, questions } from '../../database/schema.ts';
import { runNextImportJob } from '../../features/importing/desk/run-job.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { dumpTime, dumpXml } from '../../testing/dump.ts';
import { join, type Member } from '../../testing/join.ts';
import { colleague } from '../../testing/studio.ts';
import { wxr } from '../../testing/wxr.ts';

const test = openTestApp({ env: { LANGUAGES: 'en,hi,ta' } });
const origin = 'http://localhost:3000';
beforeAll(async () => {
  await test.db.insert(categories).values({ id: 260, key: 'social', name: 'Social', displayName: 'Social help' });
});

const get = (url: string, who?: Member) => test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const post = (who: Member, fields: Record<string, string>) =>
  test.send('POST', '/studio/imports', new URLSearchParams(fields), { cookie: who.cookies, origin });
/** As a browser without script sends the form of the page. */
const send = (who: Member, content: string) =>
  test.send(
    'POST',
    '/api/studio/imports',
    ['site', 'category', 'baseUrl', 'date']
      .map((name) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`)
      .concat(`--xx\r\nContent-Disposition: form-data; name="file"; filename="old.xml"\r\n\r\n${content}\r\n--xx--\r\n`)
      .join(''),
    {
      cookie: who.cookies,
      origin,
      accept: 'text/html,*/*',
      'content-type': 'multipart/form-data; boundary=xx',
    },
  );
const work = () => runNextImportJob(test.services, new AbortController().signal);

it('leads an admin from the file to the import and back, without script', async () => {
  const admin = await join(test.services, { role: 'admin' });
  expect((await get('/studio/imports')).statusCode).toBe(303);
  for (const role of ['editor', 'moderator'] as const)
    expect((await get('/studio/imports', await join(test.services, { role }))).statusCode).toBe(404);
  const first = (await get('/studio/imports', admin)).body;
  for (const words of ['Bring in another site', 'Social help', 'None yet.']) expect(first).toContain(words);

  const picture = 'A map: <img src="/a.png" alt="Map">';
  const items = [
    { title: 'Wells <b>here', text: picture },
    { title: 'Roads', isDraft: true },
  ];
  const sent = await send(
    admin,
    wxr(items.map((item) => ({ ...item, title: item.title.replace('<b>', '&lt;b&gt;') }))),
  );
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/studio/imports#now']);
  expect((await get('/studio/imports', admin)).body).toMatch(
    /Dry run<!-- -->: <!-- -->begins soon|Dry run: begins soon/,
  );
  expect((await post(admin, { go: 'undo', run: '1' })).statusCode).toBe(409);
  await work();
  const checked = (await get('/studio/imports', admin)).body;
  for (const words of ['Nothing is written yet.', 'Import now', 'Not shown to readers'])
    expect(checked).toContain(words);
  const [, job] = /name="job" value="(\d+)"/.exec(checked)!;
  const started = await post(admin, { go: 'import', job: job! });
  expect([started.statusCode, started.headers.location]).toEqual([303, '/studio/imports?done=asked#now']);
  expect((await get(started.headers.location!.replace('#now', ''), admin)).body).toContain('Asked for.');
  await work();

  const [run] = await test.db.select().from(importRuns);
  const [roads] = await test.db.select().from(articles).where(eq(articles.title, 'Roads'));
  const editor = await colleague(test, 'editor');
  expect((await editor.put(`/articles/${roads!.id}`, { baseRevision: 1, body: 'By hand' })).statusCode).toBe(200);
  const report = (await get(`/studio/imports?run=${run!.id}`, admin)).body;
  expect(report).toContain('Report: old.xml');
  const [wells] = await test.db.select().from(articles).where(ne(articles.title, 'Roads'));
  const lost = `<a href="/studio/articles/${wells!.id}">${wells!.title}</a>: <code lang="zxx">https://old.example/a.png</code>`;
  expect(report.replaceAll('<!-- -->', '')).toContain(lost);
  expect(report).toContain('Pictures that stay on the old site');
  const inHindi = (await get(`/hi/studio/imports?run=${run!.id}`, admin)).body;
  expect(inHindi).toContain('ये तस्वीरें पुरानी साइट पर ही हैं');
  const plan = (await get(`/studio/imports?undo=${run!.id}`, admin)).body;
  for (const words of ['Undo the import of old.xml?', 'Roads', 'somebody has worked on it since', 'Undo this import'])
    expect(plan).toContain(words);
  expect((await get(`/hi/studio/imports?undo=${run!.id}`, admin)).body).toContain('यह आयात वापस लें');
  expect((await post(admin, { go: 'undo', run: String(run!.id) })).statusCode).toBe(303);
  await work();
  expect((await test.db.select().from(articles)).map(({ title }) => title)).toEqual(['Roads']);
  expect((await get('/studio/imports', admin)).body).toContain('undone');
});

it('shows what the undo of a dump of questions would do, in each language, and does it', async () => {
  const admin = await join(test.services, { role: 'admin' });
  const folder = mkdtempSync(pathOf(tmpdir(), 'nagrik-desk-dump-'));
  mkdirSync(pathOf(folder, 'pots'));
  const rows = ['Kept rice', 'Lost rice'].map((Title, index) => ({
    Id: index + 1,
    PostTypeId: 1,
    Title,
    Body: '<p>Words</p>',
    CreationDate: dumpTime(1),
    Score: 0,
  }));
  writeFileSync(pathOf(folder, 'pots/Posts.xml'), dumpXml('posts', rows));
  const { connection, config } = test.services;
  const output = { isTty: false, out: () => {}, err: () => {}, progress: () => {} };
  const signal = new AbortController().signal;
  await importCommand.run(['pots'], { connection, config, output, cwd: folder, signal, isInsideServer: true });
  rmSync(folder, { recursive: true });
  const { db } = connection;
  const [run] = await db.select().from(importRuns).where(eq(importRuns.site, 'pots'));
  const [kept] = await db.select().from(questions).where(eq(questions.title, 'Kept rice'));
  const answered = await test.send(
    'POST',
    '/api/communities/comment/create',
    { questionId: kept!.id, body: 'In a jar' },
    admin.headers,
  );
  expect(answered.statusCode).toBeLessThan(300);
  for (const [prefix, sentences] of [
    ['', ['Questions that stay, with all their answers', 'somebody here has answered it', 'Undo this import']],
    ['/hi', ['सवाल जो अपने सभी जवाबों के साथ रहेंगे', 'यहाँ किसी ने इस सवाल का']],
    ['/ta', ['எல்லாப் பதில்களுடனும் அப்படியே இருக்கும் கேள்விகள்', 'இதற்கோ இதன் ஒரு பதிலுக்கோ']],
  ] as const) {
    const plan = (await get(`${prefix}/studio/imports?undo=${run!.id}`, admin)).body;
    for (const words of [...sentences, '/community/question/kept-rice-']) expect(plan).toContain(words);
    expect(plan).not.toContain(`"/studio/articles/${kept!.id}"`);
  }
  expect((await post(admin, { go: 'undo', run: String(run!.id) })).statusCode).toBe(303);
  await work();
  expect((await db.select().from(questions)).map(({ title }) => title)).toEqual(['Kept rice']);
});

it('answers what it cannot do', async () => {
  const admin = await join(test.services, { role: 'admin' });
  expect((await get('/studio/imports?undo=999999', admin)).statusCode).toBe(404);
  expect((await post(admin, { go: 'burn' })).statusCode).toBe(404);
  expect((await post(admin, { go: 'import', job: '999999' })).statusCode).toBe(404);
  expect((await post(admin, { go: 'check', job: '1', date: 'never' })).statusCode).toBe(400);
});
