// @runs slow, in its own process
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TextWorker } from '../../../platform/text/text-worker.server.ts';
import { threadTimeOf } from '../../../testing/cpu-time.ts';
import { type Compared, compareTexts } from './compare-texts.server.ts';
import type { TextSide } from './piece-text.ts';
import { startPieceTexts } from './start-piece-texts.server.ts';

let worker: TextWorker;
beforeAll(() => {
  worker = startPieceTexts();
});
afterAll(() => worker.close());

const side = (body: string, more: Partial<TextSide> = {}): TextSide => ({
  body,
  lang: undefined,
  links: [],
  sizes: [],
  ...more,
});
const numbered = (word: string) => Array.from({ length: 12_000 }, (_, at) => `${word}${at * 7919}`).join(' ');

it('texts are compared by word, as written and as rendered', async () => {
  const pair = { before: 'The fee is 10.', after: 'The fee is 20.' };
  const links: [string, string][] = [['article:fees', '/article/fees-1']];
  const sides: [TextSide, TextSide] = [
    side('The [fee](article:fees) is 10.', { links }),
    side('The [fee](article:fees) is 20.', { links }),
  ];
  const compared = await compareTexts(worker, { sides, fields: [pair], written: pair });
  expect(compared.rendered).toContain('<del><span class="vh">[gone] </span>10</del>');
  expect(compared.rendered).toContain('href="/article/fees-1"');
  expect(compared).toMatchObject({ written: null, isLate: false });
  expect(compared.fields).toEqual([
    [
      { kind: 'same', text: 'The fee is ' },
      { kind: 'gone', text: '10' },
      { kind: 'added', text: '20' },
      { kind: 'same', text: '.' },
    ],
  ]);
});

it('the costliest pairs hold the thread of the readers for no time, and nothing of them is left out', async () => {
  const field = { before: numbered('a'), after: numbered('b') };
  const body = { before: numbered('c'), after: numbered('d') };
  let compared: Compared;
  const onThisThread = await threadTimeOf(async () => {
    compared = await compareTexts(worker, { fields: [field], sides: null, written: body });
  });
  expect(onThisThread).toBeLessThan(100);
  expect(compared!.isLate).toBe(true);
  for (const [changes, { before, after }] of [
    [compared!.fields[0]!, field],
    [compared!.written!, body],
  ] as const) {
    const without = (kind: string) =>
      changes
        .filter((change) => change.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('gone') === after && without('added') === before).toBe(true);
  }
});

it('texts that are costly to render hold the thread of the readers for no time', async () => {
  // Nested emphasis: its cost grows with the square of its length.
  const costly = (word: string) => side(`${word} ${'*a **b '.repeat(6_000)}`);
  let compared: Compared;
  const onThisThread = await threadTimeOf(async () => {
    compared = await compareTexts(worker, {
      sides: [costly('One'), costly('Two')],
      fields: [],
      written: { before: 'One', after: 'Two' },
    });
  });
  expect(onThisThread).toBeLessThan(100);
  expect(compared!.rendered ?? JSON.stringify(compared!.written)).toContain('Two');
});

it('a worker that gives no answer leaves both texts, whole', async () => {
  const silent = { run: () => Promise.resolve(null), close: () => Promise.resolve() };
  const [field, written] = [
    { before: 'One', after: '' },
    { before: 'Two', after: 'Three' },
  ];
  const sides: [TextSide, TextSide] = [side('Two'), side('Three')];
  expect(await compareTexts(silent, { fields: [field], sides, written })).toEqual({
    fields: [[{ kind: 'gone', text: 'One' }]],
    rendered: null,
    written: [
      { kind: 'gone', text: 'Two' },
      { kind: 'added', text: 'Three' },
    ],
    isLate: true,
  });
});
