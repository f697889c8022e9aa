import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../testing/studio.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi' } });
const author = prepared(() => colleague(test, 'editor'));
const editor = prepared(() => colleague(test, 'editor'));

type Page = { id: number; key: string; canonicalUrl: string };
async function begin(fields: object): Promise<Page> {
  const { id } = dataOf<Page>(await author.post('/pages', { description: 'What we do about errors.', ...fields }));
  return dataOf<Page>(await author.get(`/pages/${id}`));
}
async function publish({ id }: Page): Promise<void> {
  dataOf(await author.post(`/pages/${id}/submit`, { revision: 1 }));
  dataOf(await editor.post(`/pages/${id}/approve`, { revision: 1 }));
  dataOf(await editor.post(`/pages/${id}/publish`, { revision: 1 }));
}
const get = (url: string) => test.app.inject({ url });

it('a page that the newsroom begins has an address, and its translation too', async () => {
  const english = await begin({ title: 'Corrections', body: 'We say what was wrong.' });
  expect(english.canonicalUrl).toBe(`/page/${english.key}`);
  expect((await get(english.canonicalUrl)).statusCode).toBe(404);
  await publish(english);
  const shown = await get(english.canonicalUrl);
  expect([shown.statusCode, shown.body.includes('We say what was wrong.')]).toEqual([200, true]);

  const hindi = await begin({
    title: 'भूल-सुधार',
    body: 'जो गलत था, वह बताते हैं।',
    lang: 'hi',
    translationOf: english.key,
  });
  expect(hindi.canonicalUrl).toBe(`/hi/page/${english.key}`);
  await publish(hindi);
  expect((await get(hindi.canonicalUrl)).body).toContain('जो गलत था');
  expect((await get('/sitemap-pages.xml')).body.includes(hindi.canonicalUrl)).toBe(true);
});

it('the pages of every site stay at the top', async () => {
  const moved = await get('/page/about');
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/about']);
  expect((await get('/page/nothing')).statusCode).toBe(404);
});

it('a translated page can be previewed, and the studio names its address', async () => {
  const { data } = (await editor.get('/pages?pageSize=50')).json<{ data: Page[] }>();
  const hindi = data.find(({ key }) => key === 'hamare-baare-mein')!;
  expect(hindi.canonicalUrl).toBe('/hi/about');
  const { url } = dataOf<{ url: string }>(await editor.post(`/pages/${hindi.id}/preview-links`, { hours: 1 }));
  expect((await get(new URL(url).pathname)).statusCode).toBe(200);
});
