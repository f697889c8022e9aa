import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { corpora, crossSiteScripts, naughtyStrings, oddScripts, spread } from '../src/testing/corpora.ts';
import { expectAccessible, expectToFit } from './axe.ts';
import { startOwnServer } from './own-server.ts';
import { signInSettled } from './sign-in-as.ts';
import { watch } from './watch.ts';

test.describe.configure({ mode: 'serial', timeout: 600_000 });

const own = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](https://evil.example/x.png)',
  '![x](x"onerror="alert(1))',
  '<https://evil.example/"onmouseover=alert(1)>',
  '<div id=held>alert(1)</div>',
  '<button data-act=mode form=react>x</button>',
  '<base href=//evil.example>',
  '<form id=react action=//evil.example>',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '\u202egnp.exe',
  '\u2028alert(1)</script>',
  '${alert(1)}{{constructor.constructor("alert(1)")()}}',
];
const markdown = () =>
  readdirSync(join(corpora!, 'markdown')).flatMap((name) => {
    const text = readFileSync(join(corpora!, 'markdown', name), 'utf8');
    return name.endsWith('.json')
      ? (JSON.parse(text) as { markdown: string }[]).map((test) => test.markdown)
      : [text.slice(0, 5_000)];
  });
const all = [
  ...new Set(
    [
      ...own,
      ...(corpora ? [...crossSiteScripts(), ...naughtyStrings(), ...markdown(), ...spread(oddScripts(), 500)] : []),
    ].map((text) => text.trim()),
  ),
].filter((text) => text !== '' && text.length <= 5_000 && text.isWellFormed() && !text.includes('\u0000'));
/** Also as titles, which are shown in more places. */
const titles = [...own, ...spread(all, corpora ? 80 : 0)].map((text) =>
  `${text.replace(/\s+/g, ' ')} and ten letters`.slice(0, 200).toWellFormed(),
);

type Post = { id: number; canonicalUrl: string };
let site: Awaited<ReturnType<typeof startOwnServer>>;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'nagrik-hostile-posts-'));
  site = await startOwnServer(Number(process.env.E2E_PORT) + 5, {
    E2E_DATA_DIR: dataDir,
    E2E_MANY_POSTS: '1',
    SEED_SAMPLES: 'off',
  });
});
test.afterAll(async () => {
  await site?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const somebody = async (browser: import('@playwright/test').Browser) => {
  const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
  const number = await signInSettled(page);
  return { page, number, api: page.request };
};
/** Each text must be accepted or refused with a plain message. */
async function send<Answer>(api: APIRequestContext, path: string, data: object): Promise<Answer | null> {
  const post = () => api.post(`/api${path}`, { data, headers: { origin: site.origin } });
  let answer = await post();
  // Overload on a busy machine is no failure here: retry on 503.
  for (let tries = 0; answer.status() === 503 && tries < 10; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    answer = await post();
  }
  expect([201, 200, 400, 409], `${path} ${JSON.stringify(data)}`).toContain(answer.status());
  return answer.ok() ? ((await answer.json()) as { data: Answer }).data : null;
}
async function sendAll<Answer>(api: APIRequestContext, path: string, bodies: object[]): Promise<Answer[]> {
  const taken: Answer[] = [];
  for (let at = 0; at < bodies.length; at += 50) {
    const some = await Promise.all(bodies.slice(at, at + 50).map((body) => send<Answer>(api, path, body)));
    taken.push(...some.filter((one) => one !== null));
  }
  return taken;
}
async function visit(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) expect((await page.goto(path, { waitUntil: 'load' }))?.status(), path).toBe(200);
}

test('what people posted does nothing on any page that shows it', async ({ browser }) => {
  const [asker, helper, moderator] = [await somebody(browser), await somebody(browser), await somebody(browser)];
  // What new members push on readers is held: here it has to be shown.
  for (const [{ number }, role] of [
    [asker, 'writer'],
    [helper, 'writer'],
    [moderator, 'moderator'],
  ] as const)
    execFileSync(process.execPath, ['scripts/grant.ts', number, role], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    });
  await asker.api.patch('/api/user', {
    data: { firstName: '<img src=x onerror=alert(1)>', lastName: '</script>' },
    headers: { origin: site.origin },
  });

  const questions = await sendAll<Post>(
    asker.api,
    '/communities/question/create',
    titles.map((title) => ({ title, body: title })),
  );
  expect(questions.length).toBeGreaterThan(titles.length * 0.8);
  const [first] = questions;
  const comments = await sendAll<Post>(helper.api, '/communities/comment/create', [
    ...titles.map((body) => ({ questionId: first!.id, body })),
    ...questions.map(({ id }) => ({ questionId: id, body: own[id % own.length]! })),
    ...own.map((body) => ({ questionId: questions[1]!.id, body })),
  ]);
  const replies = await sendAll<Post>(
    asker.api,
    '/communities/reply/create',
    all.map((body) => ({ commentId: comments[0]!.id, body })),
  );
  expect(replies.length).toBeGreaterThan(all.length * 0.8);
  for (const { id } of questions.slice(0, 30))
    await send(helper.api, '/communities/report', {
      entityType: 'QUESTION',
      entityId: id,
      reason: 'SPAM',
      note: own[id % own.length],
    });
  const hidden = questions.slice(-10);
  for (const { id } of hidden)
    await send(moderator.api, '/moderation/act', {
      entityType: 'QUESTION',
      entityId: id,
      act: 'HIDE',
      reason: own[id % own.length],
    });

  const pagesOf = (path: string, count: number, size: number) =>
    Array.from({ length: Math.ceil(count / size) }, (_, index) =>
      index === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${index + 1}`,
    );
  // Every reply and act above notified the asker: enough for a third page of this test's own texts.
  const { total: told } = (await (await asker.api.get('/api/notifications?pageSize=1')).json()) as { total: number };
  expect(told).toBeGreaterThan(40);
  const shown = questions.filter((question) => !hidden.includes(question));
  const signs = await watch(asker.page, site.origin);
  await visit(asker.page, [
    ...pagesOf('/community', shown.length, 20),
    ...spread(shown, 30).map(({ canonicalUrl }) => canonicalUrl),
    ...pagesOf(first!.canonicalUrl, titles.length, 20),
    ...pagesOf(`${first!.canonicalUrl}?answer=${comments[0]!.id}`, replies.length, 50),
    '/profile',
    ...pagesOf('/profile/questions', questions.length, 20),
    ...pagesOf('/notifications', Math.min(told, 100), 20),
    ...hidden.slice(0, 3).map(({ id }) => `/community/post/question-${id}`),
    '/moderation/log',
    ...['alert', 'script', 'onerror'].map((word) => `/search?q=${word}&kind=questions`),
    '/search?q=alert',
    '/community?filter=popular',
    '/',
  ]);
  expect(signs).toEqual([]);

  const signsOfModerator = await watch(moderator.page, site.origin);
  await visit(moderator.page, ['/moderation', '/moderation?page=2', '/moderation/log']);
  await expect(moderator.page.locator('main .ledger li').first()).toBeVisible();
  await moderator.page.goto(shown[0]!.canonicalUrl);
  await expect(moderator.page.getByRole('link', { name: 'Moderate' }).first()).toHaveAttribute(
    'href',
    `/moderation?post=QUESTION-${shown[0]!.id}`,
  );
  expect(signsOfModerator).toEqual([]);

  const sitemap = await (await asker.api.get('/sitemap-questions-1.xml')).text();
  expect(
    await asker.page.evaluate(
      (xml) =>
        new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent ?? null,
      sitemap,
    ),
  ).toBeNull();

  for (const [path, name] of [
    ['/moderation', 'the queue'],
    ['/moderation/log', 'the log'],
    ['/notifications', 'notifications'],
  ] as const) {
    await moderator.page.goto(path);
    await expectAccessible(moderator.page, name);
    await expectToFit(moderator.page, name, [320]);
  }
  for (const { page } of [asker, helper, moderator]) await page.context().close();
});
