import { expect, test } from 'vitest';
import { isOwnForm, withCachedPages, withUnsent } from './cached-pages.ts';

const offlinePage =
  '<main><section data-kept="" hidden=""><h2>Kept</h2><ul class="ledger" data-kept-list=""></ul></section></main>';
const page = (title: string, language = 'en') =>
  `<html lang="${language}"><head><title>${title} - Nagrik</title><meta property="og:title" content="${title}"/></head>`;

test('the offline page lists what is kept, with each title in its language and still escaped', () => {
  const filled = withCachedPages(offlinePage, [
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
  expect(withCachedPages(offlinePage, [])).toBe(offlinePage);
  expect(withCachedPages(offlinePage, [{ address: '/x', html: 'no page' }])).toBe(offlinePage);
});

test('what could not be sent stands on the offline page as it was typed, to be sent again to the same address', () => {
  const page =
    '<a class="btn" href="">Try again</a><section data-unsent="" hidden=""><h2>None</h2>' +
    '<form class="form" data-unsent-form="" method="post"><button>Send again</button></form></section>';
  const fields: [string, string][] = [
    ['body', '\nTwo lines,\r\n<b>&"$1</b></textarea>'],
    ['do', 'post'],
  ];
  expect(withUnsent(page, '/community/question/x-Mzg?answer=1&page=2', fields)).toBe(
    '<section><h2>None</h2><form class="form" data-unsent-form="" method="post" action="/community/question/x-Mzg?answer=1&#38;page=2">' +
      '<textarea class="in" rows="6" name="body" aria-labelledby="unsent">\n\nTwo lines,\r\n' +
      '&#60;b&#62;&#38;&#34;$1&#60;/b&#62;&#60;/textarea&#62;</textarea>' +
      '<input type="hidden" name="do" value="post"><button>Send again</button></form></section>',
  );
});

test.each([
  ['/hi/contact', [['message', 'Hello']], 'message'],
  ['https://nagrik.example/community/ask', [['do', 'post']], 'question'],
  ['/community/ask', [['do', 'check']], undefined],
  ['/question/x-Mzg', [['intent', 'answer']], 'answer'],
  ['/question/x-Mzg', [['intent', 'react']], undefined],
] as [string, [string, string][], string | undefined][])('%s with %j waits as %s', (address, fields, kind) => {
  const page = withUnsent('<form data-unsent-form="">', address, fields);
  expect(/data-waits="(\w+)"/.exec(page)?.[1]).toBe(kind);
});

test.each([
  ['https://nagrik.example/contact', true],
  ['https://nagrik.example/', true],
  ['https://nagrik.example.evil.example/', false],
  ['https://evil.example/?https://nagrik.example/', false],
  ['', false],
  ['about:client', false],
])('a form from "%s" is kept: %s', (referrer, isKept) => {
  expect(isOwnForm(referrer, 'https://nagrik.example')).toBe(isKept);
});
