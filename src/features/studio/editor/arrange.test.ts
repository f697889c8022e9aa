import { expect, it } from 'vitest';
import { holeIn, type Section, titleIn, withWords, repeatsIn } from './feed-sections.ts';
import { moved } from './move-in-list.tsx';

const today: Section = { title: 'Today', layout: 'CardHalf', items: ['article:a', 'article:b'] };

it('moves an item to another place, and stays as it is where there is none', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

it('calls a part by its title in the language of the studio, else by its own', () => {
  const both = withWords(today, 'hi', 'title', 'आज');
  expect([titleIn(both, 'hi'), titleIn(both, 'en'), titleIn(today, 'hi')]).toEqual(['आज', 'Today', 'Today']);
});

it('finds what stands on the page for the second time, in whatever part', () => {
  const latest = { latest: { kind: 'article', limit: 1 } };
  const sections = [
    today,
    { ...today, items: ['article:c', latest, 'article:b', latest] },
    { ...today, items: undefined },
  ];
  expect([...repeatsIn(sections as Section[])]).toEqual(['1:2']);
});

it('tells how many pieces fill a row that has a hole', () => {
  expect([holeIn(today), holeIn({ ...today, items: ['article:a'] })]).toEqual([null, 2]);
  expect(holeIn({ ...today, layout: 'CardMain' })).toBe(4);
  expect(holeIn({ ...today, layout: 'CardWide', items: ['article:a'] })).toBeNull();
});

it('changes a heading in one language only, and takes an empty one away', () => {
  const both = { ...today, translations: { hi: { title: 'आज' }, ta: { title: 'இன்று' } } };
  expect(withWords(both, 'hi', 'title', 'अभी').translations).toEqual({ hi: { title: 'अभी' }, ta: { title: 'இன்று' } });
  expect(withWords(both, 'ta', 'title', '').translations).toEqual({ hi: { title: 'आज' } });
  expect(withWords({ ...today, translations: { hi: { title: 'आज' } } }, 'hi', 'title', '')).toEqual(today);
  expect(withWords(today, 'hi', 'title', 'आज')).toEqual({ ...today, translations: { hi: { title: 'आज' } } });
  expect(Object.keys(withWords({ title: 'T', translations: {}, layout: 'CardMain' }, 'hi', 'title', 'x'))).toEqual([
    'title',
    'translations',
    'layout',
  ]);
});

it('does the same for the words of a helpline or a date', () => {
  const row = { name: 'Women', note: 'Day and night', translations: { hi: { name: 'महिलाएँ', note: 'दिन-रात' } } };
  expect(withWords(row, 'hi', 'note', '').translations).toEqual({ hi: { name: 'महिलाएँ' } });
  expect(withWords({ name: 'Women', translations: { hi: { name: 'x' } } }, 'hi', 'name', '')).toEqual({
    name: 'Women',
  });
  expect(withWords(row, 'ta', 'name', 'பெண்கள்').translations).toEqual({ ...row.translations, ta: { name: 'பெண்கள்' } });
});
