import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { errandsAskedFor } from '../../features/search/errands-asked-for.server.ts';
import { SearchDoors } from '../reading/search-doors.tsx';

test.each([
  ['राशन कार्ड में नाम जोड़ना', 'ration-member'],
  ['ration card me naam jodna', 'ration-member'],
  ['rashan card', 'ration-card'],
  ['lost pan card', 'pan'],
  ['passport renewal', 'passport-renewal'],
  ['जाति प्रमाण पत्र के लिए कागज', 'caste-certificate'],
  ['jati praman patra', 'caste-certificate'],
  ['e shram card', 'e-shram'],
  ['vidhwa pension', 'widow-pension'],
])('%s asks for the papers for %s', (query, errand) => {
  expect(errandsAskedFor(query).papers[0]).toBe(errand);
});

test.each([
  ['rti', 'rti'],
  ['आरटीआई', 'rti'],
  ['electricity complaint', 'electricity'],
])('%s asks for the letter %s', (query, letter) => {
  expect(errandsAskedFor(query)).toEqual({ papers: [], letters: [letter] });
});

test('words that only stand in a name, other subjects and odd input ask for nothing', () => {
  for (const query of [
    'digital arrest',
    'gharelu hinsa',
    'job letter fake',
    'sukanya samriddhi',
    'train ticket refund',
    'loan app threat',
    'papers for my new form',
    '',
    '\u094d',
    'a'.repeat(5_000),
    'x '.repeat(5_000),
  ])
    expect(errandsAskedFor(query), query.slice(0, 30)).toEqual({ papers: [], letters: [] });
});

test('each is a link to its page; nothing stands there where nothing was asked for', () => {
  const doors = (query: string) => renderToStaticMarkup(createElement(SearchDoors, errandsAskedFor(query)));
  expect(doors('wife name in ration card')).toContain('href="/papers/ration-member"');
  expect(doors('wife name in ration card')).toContain('New name on the ration card: the papers you need');
  expect(doors('rti')).toContain('href="/letters/rti"');
  expect(doors('digital arrest')).toBe('');
});
