import { expect, test } from 'vitest';
import { withKeptPages } from './kept-pages.ts';

const offlinePage =
  '<main><section data-kept="" hidden=""><h2>Kept</h2><ul class="ledger" data-kept-list=""></ul></section></main>';
const page = (title: string, language = 'en') =>
  `<html lang="${language}"><head><title>${title} - Nagrik</title><meta property="og:title" content="${title}"/></head>`;

test('the offline page lists what is kept, with each title in its language and still escaped', () => {
  const filled = withKeptPages(offlinePage, [
    { address: '/videos?page=2&category=252', html: page('Bills &amp; &lt;b&gt;cost$1') },
    { address: '/hi/about', html: page('हमारे बारे में', 'hi') },
    { address: '/privacy', html: '<html lang="en"><title>Privacy</title>' },
  ]);
  expect(filled).not.toContain('hidden');
  expect(filled.match(/<li>.*<\/li>/)?.[0]).toBe(
    '<li><b><a href="/videos?page=2&amp;category=252" lang="en">Bills &amp; &lt;b&gt;cost$1</a></b></li>' +
      '<li><b><a href="/hi/about" lang="hi">हमारे बारे में</a></b></li>' +
      '<li><b><a href="/privacy" lang="en">Privacy</a></b></li>',
  );
});

test('where nothing is kept, the list stays hidden', () => {
  expect(withKeptPages(offlinePage, [])).toBe(offlinePage);
  expect(withKeptPages(offlinePage, [{ address: '/x', html: 'no page' }])).toBe(offlinePage);
});
