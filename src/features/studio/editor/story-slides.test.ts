import { expect, it } from 'vitest';
import { withField } from '../fields.tsx';
import { moved } from './move-in-list.tsx';

const slides = [{ heading: 'A' }, { heading: 'B', link: 'article:pm-kisan' }, { heading: 'C' }];

it('a slide changes places with its neighbour, and never leaves the list', () => {
  expect(moved(slides, 1, 0).map(({ heading }) => heading)).toEqual(['B', 'A', 'C']);
  expect(moved(slides, 1, 2).map(({ heading }) => heading)).toEqual(['A', 'C', 'B']);
  expect([moved(slides, 0, -1), moved(slides, 2, 3)]).toEqual([slides, slides]);
});

it('a changed slide keeps what has no form; a picture that is taken away leaves no empty name', () => {
  expect(withField(slides[1]!, 'text', 'How')).toEqual({ heading: 'B', link: 'article:pm-kisan', text: 'How' });
  expect(withField({ heading: 'A', image: '/media/x.webp' }, 'image', null)).toEqual({ heading: 'A' });
});
