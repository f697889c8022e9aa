import { expect, it } from 'vitest';
import { cpuTimeOf } from '../../../testing/cpu-time.ts';
import { mediaOf } from './projection-of-revision.server.ts';
import { picturesInText } from './problems-of-piece.server.ts';
import { factsOf } from './significant-change.ts';
import { pairLanguages } from '../translation/align-blocks.ts';

const length = 40_000;
const fill = (scrap: string) => scrap.repeat(length / scrap.length);

it.each([
  ['media folders', fill('media/')],
  ['slashes', `media/${fill('/')}`],
  ['pictures begun', fill('![')],
  ['pictures begun and escaped', fill('\\![\\]')],
  ['links begun', fill('](')],
  ['a link and links begun', `[a](b)${fill('](')}`],
  ['dots between digits', `1${fill('.')}1`],
  ['digits and commas', fill('1,')],
])('%s in a piece cost time in proportion to their number', (_, body) => {
  expect(cpuTimeOf(() => void mediaOf({ fields: {}, body }))).toBeLessThan(100);
  expect(cpuTimeOf(() => void picturesInText(body))).toBeLessThan(100);
  expect(cpuTimeOf(() => void factsOf(body))).toBeLessThan(100);
  expect(cpuTimeOf(() => void pairLanguages([body], [body]))).toBeLessThan(100);
});

it('files, pictures and facts are found as before', () => {
  const paths = (body: string) => mediaOf({ fields: {}, body });
  expect(paths('![a](/media/a.webp) media/b/c.png. /media/a.webp media/none media/x.jpeg/y')).toEqual([
    '/media/a.webp',
    '/media/b/c.png',
    '/media/x.jpeg',
  ]);
  expect(paths('media/media/.png media/a.webp/media/b.MP4')).toEqual([
    '/media/media/.png',
    '/media/a.webp/media/b.MP4',
  ]);
  expect(picturesInText('![ one \\] two ](media/a.png) ![x ![](/media/b.png)')).toEqual([
    { words: 'one \\] two', path: '/media/a.png' },
    { words: '', path: '/media/b.png' },
  ]);
  expect(factsOf('See [5 forms](/a/(2)/3) and [6](b\n7) by 1.5. and 2,000- or 3...4')).toEqual([
    '5',
    '3',
    '6',
    '7',
    '1.5',
    '2000',
    '3...4',
  ]);
});
