import { expect, it } from 'vitest';
import { schemas } from '../../features/pieces/piece-files.ts';
import { titleOf } from '../../features/studio/studio-kinds.ts';

it.each([
  ['Pay\u202e here\u2066 now\u200f', 'Pay here now'],
  ['Z\u0300\u0301\u0302\u0303\u0304 name', 'Z\u0300\u0301 name'],
  ['हिंंं दी', 'हिं दी'],
  ['क्\u200dष और श्री\u200cमान', 'क्\u200dष और श्री\u200cमान'],
  ['தமிழ் மொழி', 'தமிழ் மொழி'],
  ['A family 👨\u200d👩\u200d👧', 'A family 👨\u200d👩\u200d👧'],
])('a title or name %j is read as %j', (written, shown) => {
  expect(schemas.authors.parse({ name: written })).toMatchObject({ name: shown });
  expect(schemas.tags.parse({ displayName: written, name: written })).toMatchObject({
    displayName: shown,
    name: shown,
  });
  expect(titleOf('articles', { title: written }, '')).toBe(shown);
});

it('a name of nothing but controls is none', () => {
  expect(schemas.authors.safeParse({ name: '\u202e\u2066' }).success).toBe(false);
  expect(schemas.tags.safeParse({ displayName: 'a', name: '\u202e' }).success).toBe(false);
});
