import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TextThread } from '../../platform/text-thread.server.ts';
import { threadTimeOf } from '../../testing/cpu-time.ts';
import { compareTexts } from './compare-texts.server.ts';
import { startComparisons } from './start-comparisons.server.ts';

let thread: TextThread;
beforeAll(() => {
  thread = startComparisons();
});
afterAll(() => thread.close());

const numbered = (word: string) => Array.from({ length: 12_000 }, (_, at) => `${word}${at * 7919}`).join(' ');

it('texts are compared by word, as written and as rendered', async () => {
  const pair = { before: 'The fee is 10.', after: 'The fee is 20.' };
  const rendered = { before: '<p>The fee is 10.</p>', after: '<p>The fee is 20.</p>' };
  const compared = await compareTexts(thread, { rendered, pairs: [pair] });
  expect(compared.rendered).toContain('<del><span class="vh">[gone] </span>10</del>');
  expect(compared.changes).toEqual([
    [
      { kind: 'same', text: 'The fee is ' },
      { kind: 'gone', text: '10' },
      { kind: 'added', text: '20' },
      { kind: 'same', text: '.' },
    ],
  ]);
});

it('the costliest pairs hold the thread of the readers for no time, and nothing of them is left out', async () => {
  const pairs = [
    { before: numbered('a'), after: numbered('b') },
    { before: numbered('c'), after: numbered('d') },
  ];
  let changes: { kind: string; text: string }[][] = [];
  const onThisThread = await threadTimeOf(async () => {
    ({ changes } = await compareTexts(thread, { rendered: null, pairs }));
  });
  expect(onThisThread).toBeLessThan(100);
  for (const [at, { before, after }] of pairs.entries()) {
    const without = (kind: string) =>
      changes[at]!.filter((change) => change.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('gone') === after && without('added') === before).toBe(true);
  }
});

it('a thread that gives no answer leaves both texts, whole', async () => {
  const silent = { run: () => Promise.resolve(null), close: () => Promise.resolve() };
  expect(await compareTexts(silent, { rendered: null, pairs: [{ before: 'One', after: '' }] })).toEqual({
    rendered: null,
    changes: [[{ kind: 'gone', text: 'One' }]],
  });
});
