import { expect, it } from 'vitest';
import { cpuTimeOf } from '../../../testing/cpu-time.ts';
import { readRobots } from './ask-link.server.ts';

const allowed = (text: string, path: string) => readRobots(text, 'nagrik-link-check').isAllowed(path);

it.each([
  ['', '/a', true],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['user-agent: *\r\ndisallow: /a # why\r\n', '/a/b', false],
  ['User-agent: other\nDisallow: /', '/a', true],
  ['User-agent: other\nUser-agent: *\nDisallow: /a', '/a', false],
  ['User-agent: *\nDisallow: /\nUser-agent: Nagrik-Link-Check\nDisallow: /b', '/a', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?a', true],
  ['User-agent: *\nDisallow: /a*c$', '/abcbc', false],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['Disallow: /', '/a', true],
])('%j: %s is allowed: %s', (text, path, isAllowed) => {
  expect(allowed(text, path)).toBe(isAllowed);
});

it('is not made slow by a hostile file', () => {
  const hostile = `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}$\n`.repeat(2_000)}`;
  const read = () => expect(allowed(hostile, `/${'a'.repeat(2_000)}b`)).toBe(true);
  expect(cpuTimeOf(read)).toBeLessThan(2_000);
});
