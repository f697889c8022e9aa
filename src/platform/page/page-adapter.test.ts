import { expect, it } from 'vitest';
import { pageTable } from '../../page-table.ts';
import { keepPrefixInHtml } from './page-adapter.server.ts';

const hindi = (html: string) => keepPrefixInHtml(pageTable, 'hi', html);

it.each(['/letters/bank', '/papers', '/refer/MQ', '/find-schemes', '/check?text=1#s-top', '/'])(
  'a link to our page %s in a Hindi text leads below /hi',
  (path) => {
    const below = `/hi${path === '/' ? '' : path}`;
    expect(hindi(`<p><a href="${path}">x</a></p>`)).toBe(`<p><a href="${below}">x</a></p>`);
  },
);

it.each([
  '/api/tags',
  '/media/stories/x.webp',
  '/assets/site.css',
  '/hi/papers',
  '/no-such-page/at/all',
  '//evil.example/papers',
  'https://example.in/papers',
  'tel:1930',
  'mailto:a@example.in',
  '#s-papers',
])('an address that is none of our pages stays: %s', (address) => {
  const html = `<a href="${address}">x</a>`;
  expect(hindi(html)).toBe(html);
});

it('links that name their language, and texts in the default language, are left alone', () => {
  const other = '<a href="/papers" hreflang="en">x</a>';
  expect(hindi(other)).toBe(other);
  expect(keepPrefixInHtml(pageTable, 'en', '<a href="/papers">x</a>')).toBe('<a href="/papers">x</a>');
});

it('words that look like a link are not touched', () => {
  const html = '<p>href="/papers" <span title="/papers">x</span></p>';
  expect(hindi(html)).toBe(html);
});
