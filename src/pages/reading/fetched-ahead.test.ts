import { expect, test } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const site = openTestApp();

test.each([
  ['/about', ['latin-400', 'latin-600']],
  ['/hi/about', ['latin-400', 'latin-600', 'deva-400']],
  ['/check', []],
  ['/hi/check', ['deva-400']],
])('fonts that %s loads before its styles', async (path, fonts) => {
  const { body } = await site.app.inject(path);
  const preloads = [...body.matchAll(/<link rel="preload" href="\/fonts\/([\w-]+)\.woff2"[^>]*>/g)];
  expect(preloads.map(([, font]) => font)).toEqual(fonts);
});

test.each([
  ['/find-schemes', 1],
  ['/hi/find-schemes', 1],
  ['/about', 0],
])('%s has React fetched ahead: %i', async (path, times) => {
  const { body } = await site.app.inject(path);
  expect(
    body.match(/<link rel="prefetch" href="\/assets\/react-\w+\.js" as="script" crossorigin/gi) ?? [],
  ).toHaveLength(times);
});
