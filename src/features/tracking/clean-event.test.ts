import { describe, expect, it } from 'vitest';
import { cleanEvent, withoutPeople } from './clean-event.ts';

describe('an event holds no personal data', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const pathOf = (path: string) => cleanEvent({ name: 'view', path }, now).path;

  it.each([
    ['/profile?phone=9876543210#x', '/profile'],
    ['/otp/9876543210', '/otp/(number)'],
    ['/x/%2B91%2098765%2043210', '/x/(number)'],
    ['/search?q=Call+98765-43210+now', '/search?q=call (number) now'],
    [
      '/search?q=%E0%A5%AF%E0%A5%AE%E0%A5%AD%E0%A5%AC%E0%A5%AB%E0%A5%AA%E0%A5%A9%E0%A5%A8%E0%A5%A7%E0%A5%A6',
      '/search?q=(number)',
    ],
    ['/search?q=a@b.in+hello&step=x', '/search?q=(address) hello'],
    ['/search?q=123456', '/search?q=(number)'],
    ['/u/0192a4b0-0000-7000-8000-000000000000', '/u/(id)'],
    ['/login?step=abc&callbackUrl=/x', '/login'],
    ['http://localhost:3000', '/'],
    ['/article/budget-2026-27-MTAwMQ', '/article/budget-2026-27-MTAwMQ'],
    ['/article/9876543210-MTAwMQ', '/article/(number)-MTAwMQ'],
    ['/community/question/asha-rao-asks-MTI?page=2', '/community/question/MTI'],
    ['/community/question/asha-rao', '/community/question/'],
    ['/search?q=Budget%202026-27', '/search?q=budget 2026-27'],
    ['/hi/search?q=Ration+CARD&page=2', '/hi/search?q=ration card'],
    ['/ta/search/?q=98765+43210', '/ta/search?q=(number)'],
    ['/hi/search?page=2', '/hi/search'],
    ['/hi', '/hi'],
    ['/hi/profile?phone=9876543210', '/hi/profile'],
    ['/hi/community/question/asha-rao-asks-MTI?page=2', '/hi/community/question/MTI'],
    ['/%E0%A4%A', '/%E0%A4%A'],
    ['/article/a%00-MTAwMQ', '/article/a -MTAwMQ'],
    ['/article/a%0A%E2%80%A8b-MTAwMQ', '/article/a b-MTAwMQ'],
    ['/community/question/a%00b-MTI', '/community/question/MTI'],
    ['/x%00%C2%85y', '/x y'],
    ['/search?q=a%00b', '/search?q=a b'],
  ])('%s is kept as %s', (path, kept) => expect(pathOf(path)).toBe(kept));

  it('and truncating a path never splits a surrogate pair', () => {
    const long = 'a'.repeat(290);
    for (const path of [`/article/${long}😀-MTAwMQ`, `/${long}${'a'.repeat(8)}😀`, `/search?q=${'a'.repeat(199)}😀`]) {
      const kept = pathOf(path);
      expect(kept.isWellFormed(), path).toBe(true);
      expect(kept.length).toBeLessThan(320);
    }
  });

  it('not in props either, whatever they are called', () => {
    expect(
      cleanEvent(
        {
          name: 'x',
          path: '/',
          props: {
            a: 'mail me: a@b.in',
            b: '+91 98765 43210',
            c: 9876543210,
            d: 42,
            e: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x',
            f: 'Aadhaar 1234 5678 9012',
          },
        },
        now,
      ).props,
    ).toEqual({ a: 'mail me: (address)', b: '(number)', c: '(number)', d: 42, e: '(token)', f: 'Aadhaar (number)' });
    expect(withoutPeople('in 2026-27, 1,20,000 people; Rs 45,000')).toBe('in 2026-27, 1,20,000 people; Rs 45,000');
  });

  it('and an implausible time becomes the time of arrival', () => {
    for (const at of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 0])
      expect(cleanEvent({ name: 'x', path: '/', at }, now).at).toEqual(now);
    expect(cleanEvent({ name: 'x', path: '/', at: '2026-11-21T09:00:00+05:30' }, now).at.toISOString()).toBe(
      '2026-11-21T03:30:00.000Z',
    );
  });
});
