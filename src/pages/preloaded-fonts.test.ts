import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await buildTestApp();
});
afterAll(() => site.close());

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
