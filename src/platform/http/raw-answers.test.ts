import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { answerBusy } from './raw-answers.server.ts';

/** The links of the page that refuses a request. */
function linksFor(url: string, method = 'GET'): string[] {
  const request: IncomingMessage = Object.assign(new IncomingMessage(new Socket()), { url, method });
  let body = '';
  const response = new ServerResponse<IncomingMessage>(request);
  response.end = ((text: string) => ((body = text), response)) as ServerResponse['end'];
  answerBusy(request, response, 'id', false);
  return [...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
}

test.each([
  ['/', ['/', '/hi']],
  ['/hi', ['/hi', '/']],
  ['/hi?a=1&b=2', ['/hi', '/?a=1&amp;b=2']],
  ['/article/x-MTAwNQ', ['/', '/hi/article/x-MTAwNQ']],
  ['/hi/search?q=%E0%A4%98', ['/hi', '/search?q=%E0%A4%98']],
])('%s leads to itself in the other language', (url, links) => {
  expect(linksFor(url)).toEqual(links);
});

test.each([
  '//evil.example/',
  '/hi//evil.example/',
  '/hi/\\evil.example',
  '/hi/"><script>alert(1)</script>',
  "/hi/'onclick=alert(1)",
  'http://evil.example/',
  `/hi/${'a'.repeat(2_100)}`,
])('%s leads to no other site and is no markup: to the home page', (url) => {
  expect(linksFor(url)[1]).toBe(url.startsWith('/hi') ? '/' : '/hi');
});

test.each([
  ['/HI/search?q=pan', '/'],
  ['/Hi', '/'],
  ['/EN/search?q=pan', '/hi'],
  ['/%68i/search', '/hi'],
])('%s, whose prefix is a misspelled language, leads to the home page in the other language', (url, home) => {
  expect(linksFor(url)[1]).toBe(home);
});

test.each([
  ['/%ff/search', '/hi/%ff/search'],
  ['/%zz', '/hi/%zz'],
])('%s, which starts with no language, leads to itself in the other language', (url, other) => {
  expect(linksFor(url)[1]).toBe(other);
});

test('a search of 200 Hindi letters leads to itself in the other language', () => {
  const query = `q=${'%E0%A4%98'.repeat(200)}`;
  expect(linksFor(`/hi/search?${query}`)).toEqual(['/hi', `/search?${query}`]);
});

test('what was to be sent is not asked for in another language', () => {
  expect(linksFor('/hi/support', 'POST')).toEqual(['/hi', '/']);
});
