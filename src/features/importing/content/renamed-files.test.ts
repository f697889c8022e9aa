import { describe, expect, it } from 'vitest';
import { followRenames, inRounds } from './renamed-files.server.ts';

const stored = new Map(Object.entries({ tea: { id: 78 }, milk: { id: 79 }, salt: { id: 80 } }));
const files = (numbers: Record<string, number | undefined>) =>
  new Map(Object.entries(numbers).map(([name, id]) => [name, { data: { id } }]));
function follow(numbers: Record<string, number | undefined>) {
  const { pieces, rounds } = followRenames(stored, files(numbers));
  return { rounds, pieces: Object.fromEntries([...pieces].map(([name, { id }]) => [name, id])) };
}

describe('files that take over numbers', () => {
  it('are the pieces with those numbers, and a file of a former name is a new one', () => {
    expect(follow({ chai: 78, tea: undefined })).toEqual({
      rounds: [['chai']],
      pieces: { chai: 78, milk: 79, salt: 80 },
    });
    expect(follow({ zest: 78, tea: 90 }).pieces).toEqual({ zest: 78, milk: 79, salt: 80 });
  });

  it('follow one another where each takes the name of the next', () => {
    expect(follow({ milk: 78, salt: 79, pepper: 80, tea: undefined })).toEqual({
      rounds: [['pepper'], ['salt'], ['milk']],
      pieces: { milk: 78, salt: 79, pepper: 80 },
    });
  });

  it.each([
    ['whose names pieces have: two that are exchanged keep their own', { tea: 79, milk: 78 }],
    ['that the file of the former name has too', { chai: 78, tea: 78 }],
    ['that no piece has', { chai: 90 }],
    ['that are their own already', { tea: 78 }],
  ])('take over none %s', (_, numbers) => {
    expect(follow(numbers)).toEqual({ rounds: [], pieces: { tea: 78, milk: 79, salt: 80 } });
  });

  it('with one number are renamed once', () => {
    expect(follow({ chai: 78, zest: 78, tea: undefined }).rounds).toEqual([['chai']]);
  });

  it('are saved before the others', () => {
    expect(inRounds(new Map(Object.entries({ a: 1, b: 2, c: 3, d: 4 })), [['c'], ['b']])).toEqual([[3], [2], [1, 4]]);
  });
});
