import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi,ta' } });

const list = async (url: string) =>
  (await test.app.inject({ url })).json<{ data: { displayName: string; canonicalUrl: string }[] }>().data;

it('a category or tag without a name in the language of the page says which language its name is in', async () => {
  const [categories, tags] = [await list('/api/categories'), await list('/api/tags')];
  const paths = [
    '/',
    '/categories',
    '/ask',
    '/community',
    '/videos',
    categories[0]!.canonicalUrl,
    tags[0]!.canonicalUrl,
  ];
  const unmarked = new Set<string>();
  for (const path of paths) {
    const { body } = await test.app.inject({ url: `/ta${path === '/' ? '' : path}` });
    expect(body).toContain('<html lang="ta"');
    let names = 0;
    for (const { displayName } of [...categories, ...tags])
      for (const [found, parent, own] of body
        .replace(/<(head|script)[\s\S]*?<\/\1>/g, '')
        .matchAll(new RegExp(`(<[^<>]*>)?(<[^<>]*>)\\s*${displayName}\\s*<`, 'g'))) {
        names += 1;
        if (!`${parent}${own}`.includes('lang="en"')) unmarked.add(`${path}: ${found}`);
      }
    expect(names, `names on ${path}`).toBeGreaterThan(0);
  }
  expect([...unmarked]).toEqual([]);
});
