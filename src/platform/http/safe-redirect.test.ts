import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpora } from '../../testing/corpora.ts';
import { afterSignIn, loginAddress, safeRedirect } from './safe-redirect.ts';

const origin = 'https://nagrik.example';

describe('where to go after signing in', () => {
  it.each([
    ['/', '/'],
    ['/profile', '/profile'],
    ['/search?q=pm+kisan&page=2', '/search?q=pm+kisan&page=2'],
    ['/a#b', '/a#b'],
    ['/article/%E0%A4%AA-MjUy', '/article/%E0%A4%AA-MjUy'],
    ['https://nagrik.example', '/'],
    ['https://nagrik.example/profile?x=1#y', '/profile?x=1#y'],
    ['HTTPS://NAGRIK.EXAMPLE/profile', '/profile'],
    ['/a/../profile', '/profile'],
    ['/community/ask?title=a%2Fb', '/community/ask?title=a%2Fb'],
    ['/x?next=https://evil.example/', '/x?next=https://evil.example/'],
  ])('%s leads to %s', (target, path) => expect(safeRedirect(target, origin)).toBe(path));

  it.each([
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    ' /profile',
    '/ profile',
    'notaurl',
    'profile',
    'javascript:alert(1)',
    'JavaScript://nagrik.example/%0aalert(1)',
    'data:text/html,x',
    'http:evil.example',
    'https:/profile',
    'https:profile',
    'https://evil.example/',
    'https://nagrik.example.evil.example/',
    'https://nagrik.example@evil.example/',
    'https://evil@nagrik.example/',
    'http://nagrik.example/',
    'https://nagrik.example:444/',
    '//nagrik.example/profile',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/%255cevil.example',
    '/%252fevil.example',
    '/%09/evil.example',
    '/%0d%0aset-cookie:x=1',
    '/x%20y',
    '/x%00',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/a//b',
    '/\u00a0/evil',
    '/\u2028x',
    '/\u202ex',
    'https://nagrik.example//evil.example',
    'https://nagrik.example\\@evil.example',
    `/${'x'.repeat(2_001)}`,
    '/\ud800',
  ])('%j leads home', (target) => expect(safeRedirect(target, origin)).toBe('/'));

  it('nothing leads home', () => {
    expect(safeRedirect(null, origin)).toBe('/');
    expect(safeRedirect(undefined, origin)).toBe('/');
  });

  const stays = (target: string) => {
    const path = safeRedirect(target, origin);
    expect(path).toMatch(/^\/(?![/\\])/);
    expect(new URL(path, origin).origin).toBe(origin);
    expect(URL.parse(`${origin}${path}`)?.origin).toBe(origin);
  };

  it.runIf(corpora)('no line of the hostile corpus leads to another site', () => {
    const lines = readFileSync(join(corpora!, 'redirect/open-redirect.txt'), 'utf8').split(/\r?\n/).filter(Boolean);
    expect(lines.length).toBeGreaterThan(400);
    for (const line of lines)
      for (const target of [line, `/${line}`, `${origin}${line}`, `${origin}/${line}`, decodedOr(line)]) stays(target);
  });

  it('no generated target leads to another site', () => {
    const sign = fc.constantFrom(
      '/',
      '\\',
      '.',
      '@',
      ':',
      '#',
      '?',
      '%2f',
      '%5c',
      '%09',
      '%00',
      '\t',
      '\n',
      ' ',
      'a',
      'evil.example',
      'https:',
      'javascript:',
      origin,
      '\u3002',
      '\uff0f',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 8 }), (parts) => stays(parts.join(''))),
      { numRuns: 3_000 },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), stays), { numRuns: 1_000 });
  });

  it('a page that only signs in or out is no target', () => {
    for (const target of [
      '/login',
      '/login?redirect=/profile',
      '/signup/',
      '/forgot-password',
      '/signout',
      '/api/auth/signout',
      `${origin}/login`,
    ])
      expect(afterSignIn(target, origin)).toBe('/');
    expect(afterSignIn('/loginer', origin)).toBe('/loginer');
    expect(afterSignIn('/profile?x=1', origin)).toBe('/profile?x=1');
  });
});

describe('the address of the sign-in page', () => {
  it('carries path and query of where the reader is', () => {
    expect(loginAddress('/search?q=pm%20kisan&page=2')).toBe('/login?redirect=%2Fsearch%3Fq%3Dpm%2Bkisan%26page%3D2');
    expect(loginAddress('/')).toBe('/login?redirect=%2F');
  });

  it('is plain on the pages for signing in', () => {
    for (const path of ['/login', '/login?redirect=/x', '/signup', '/forgot-password', '/forgot-password/?x=1'])
      expect(loginAddress(path)).toBe('/login');
  });

  it('leads back to where it was made', () => {
    for (const path of ['/search?q=pm%20kisan', '/article/%E0%A4%AA-MjUy?page=2', '/community/question/x-MQ#answer']) {
      const back = new URL(loginAddress(path), origin).searchParams.get('redirect');
      expect(decodeURIComponent(safeRedirect(back, origin).replaceAll('+', ' '))).toBe(decodeURIComponent(path));
    }
  });
});

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
