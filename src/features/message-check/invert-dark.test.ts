import { expect, test } from 'vitest';
import { invertDark } from './invert-dark.ts';

const pictureOf = (...colours: [number, number, number][]) =>
  new Uint8ClampedArray(colours.flatMap((colour) => [...colour, 255]));
const firsts = (data: Uint8ClampedArray) => [...data].filter((_, at) => at % 4 === 0);

test('page and bubbles of a dark chat become white, letters black', () => {
  const page: [number, number, number] = [11, 20, 26];
  const picture = pictureOf(page, page, [0, 92, 75], [32, 44, 51], [233, 237, 239]);
  expect(invertDark(picture)).toBe(true);
  expect(firsts(picture)).toEqual([255, 255, 255, 255, 0]);
  expect([...picture].filter((_, at) => at % 4 === 3)).toEqual([255, 255, 255, 255, 255]);
});

test('a light picture stays as it is, in colour', () => {
  const picture = pictureOf([255, 255, 255], [220, 248, 198], [17, 17, 17]);
  const before = [...picture];
  expect(invertDark(picture)).toBe(false);
  expect([...picture]).toEqual(before);
});
