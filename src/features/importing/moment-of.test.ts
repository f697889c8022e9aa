import { expect, test } from 'vitest';
import { momentOf } from './moment-of.ts';

test.each([
  '2021-02-30',
  '2021-2-30',
  '2021/02/30',
  '2021-02-29T10:00:00.000Z',
  '2021-06-31 10:30:29 +0530',
  'Wed, 31 Jun 2021 10:00:00 +0000',
  '30 February 2021',
  'Feb 30, 2021',
  'someday',
  '0000-00-00T00:00:00Z',
  '',
])('%j is no day', (text) => expect(momentOf(text)).toBeNull());

test.each([
  ['2024-02-29', '2024-02-28T18:30:00.000Z'],
  ['2024-02-29T23:30:31-07:00', '2024-03-01T06:30:31.000Z'],
  ['2021-02-01 10:31:30.29 +05:30', '2021-02-01T05:01:30.290Z'],
  ['Wed, 31 Mar 2021 23:30:00 -0730', '2021-04-01T07:00:00.000Z'],
  [1_614_556_800_000, '2021-03-01T00:00:00.000Z'],
])('%j is %s', (value, right) => expect(momentOf(value)?.toISOString()).toBe(right));
