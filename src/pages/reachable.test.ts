import { expect, it } from 'vitest';
import { pageTable } from '../page-table.ts';
import { openTestApp } from '../testing/open-test-app.ts';

const test = openTestApp({ content: 'demo' });

// Opened by a script, a mail, a form or another app; or there only once somebody has acted.
const notByLinks =
  /^\/(?:offline|unsubscribe|preview|helped|newsletter\/mine|check\/tell|community\/(?:post|answer)|signout|page)\b/;

it('every kind of public page, every tag and category is reached by links from the home page', async () => {
  const seen = new Set(['/']);
  const opened = new Map<string, number>();
  const patterns = new Set<string>();
  // Breadth first: the first of each kind lead everywhere.
  for (const path of seen) {
    const { pathname } = new URL(path, 'http://localhost');
    const found = pageTable.find(pathname);
    const kind = found?.page.pattern;
    if (!kind) continue;
    patterns.add(kind);
    const times = opened.get(kind) ?? 0;
    const most = kind === '/article/:key' ? 12 : 2;
    if (times >= most || found?.page.needsSession || notByLinks.test(pathname)) continue;
    opened.set(kind, times + 1);
    const { statusCode, headers, body } = await test.app.inject({ url: path });
    expect([path, statusCode < 400]).toEqual([path, true]);
    if (typeof headers.location === 'string') seen.add(headers.location.replace(/^https?:\/\/[^/]+/, ''));
    for (const [, href] of body.matchAll(/<a\b[^>]*?\bhref="(\/[^"#?]*)/g))
      if (!href!.startsWith('/hi')) seen.add(href!);
  }
  const all = pageTable.pages.filter(({ pattern, needsSession }) => !needsSession && !notByLinks.test(pattern));
  expect(all.map(({ pattern }) => pattern).filter((pattern) => !patterns.has(pattern))).toEqual([]);
  for (const list of ['tags/', 'categories']) {
    const { data } = (await test.app.inject(`/api/${list}`)).json<{
      data: { canonicalUrl: string; articleCount?: number; videoCount?: number }[];
    }>();
    const used = data.filter(({ articleCount = 1, videoCount = 0 }) => articleCount + videoCount > 0);
    expect(used.length).toBeGreaterThan(10);
    expect(used.map(({ canonicalUrl }) => canonicalUrl).filter((path) => !seen.has(path))).toEqual([]);
  }
});
