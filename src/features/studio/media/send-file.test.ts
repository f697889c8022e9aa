import { expect, it } from 'vitest';
import { isSame, type OpenUpload } from './send-file.ts';

const file = { name: 'well.mp4', size: 3_000_000 };
const open = (more: Partial<OpenUpload> = {}): OpenUpload => ({
  id: '1',
  filename: 'well.mp4',
  length: 3_000_000,
  offset: 524_288,
  digest: null,
  ...more,
});

it('goes on with an upload whose digest could not be made, in a page that cannot make one either', () => {
  expect(isSame(file, '')(open())).toBe(true);
  expect(isSame(file, '')(open({ length: 3_000_001 }))).toBe(false);
  expect(isSame(file, '')(open({ filename: 'tap.mp4' }))).toBe(false);
});

it('never joins bytes of two files, as far as digests tell', () => {
  expect(isSame(file, 'a1')(open({ digest: 'a1' }))).toBe(true);
  expect(isSame(file, 'a1')(open({ digest: 'b2' }))).toBe(false);
  expect(isSame(file, 'a1')(open())).toBe(false);
  expect(isSame(file, '')(open({ digest: 'a1' }))).toBe(false);
});
