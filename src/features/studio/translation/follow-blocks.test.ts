import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignBlocks, newWork, pairLanguages } from './align-blocks.ts';
import { carryLinks, firstLinks, type Follows, openRows, type Original, rowsOf, markLinks } from './follow-blocks.ts';
import { blocksOf } from './text-blocks.ts';

const hashOf = (text: string) => text.trim();
/** Revisions of an original; the last one stands now. */
function originalOf(...revisions: string[][]): Original {
  return {
    revision: revisions.length,
    blocks: revisions.at(-1)!,
    blocksIn: (revision) => revisions[revision - 1] ?? [],
    work: newWork(),
  };
}
const hindiOf = (blocks: readonly string[]) => blocks.map((text) => `हिन्दी ${text}`);
const followsAll = (blocks: readonly string[]): Follows => ({
  links: hindiOf(blocks).map((own, source) => ({ own, source, revision: 1 })),
  leftOut: [],
});

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const paragraph = fc.array(word, { minLength: 5, maxLength: 12 }).map((words) => words.join(' '));
const text = fc.uniqueArray(paragraph, { minLength: 2, maxLength: 14 });
const place = fc.nat({ max: 1_000 });

describe('the blocks of a text', () => {
  it('are paragraphs, lists, tables and whole containers', () => {
    const body =
      '\n# One\n\nTwo\nlines\n\n\n:::steps\n1. A\n\n2. B\n:::\n\n```\ncode\n\nmore\n```\n\n| a |\n| - |\n\nLast\n';
    expect(blocksOf(body).map((block) => block.text)).toEqual([
      '# One',
      'Two\nlines',
      ':::steps\n1. A\n\n2. B\n:::',
      '```\ncode\n\nmore\n```',
      '| a |\n| - |',
      'Last',
    ]);
  });

  it('lie in the text as they say, with nothing but blank lines between them', () => {
    const lines = fc.constantFrom('', ' ', 'Words.', ':::note', ':::', '```', '- one', '| a |', '\tx');
    fc.assert(
      fc.property(fc.array(lines), fc.constantFrom('\n', '\r\n'), (all, end) => {
        const body = all.join(end);
        let at = 0;
        for (const block of blocksOf(body)) {
          expect(body.slice(block.from, block.to)).toBe(block.text);
          expect(body.slice(at, block.from).trim()).toBe('');
          at = block.to;
        }
        expect(body.slice(at).trim()).toBe('');
      }),
    );
  });
});

describe('one edit of the original marks exactly its paragraph', () => {
  const rowsAfter = (before: string[], after: string[]) => rowsOf(followsAll(before), originalOf(before, after));
  const statesOf = (before: string[], after: string[]) => {
    const rows = rowsAfter(before, after);
    return before.map((_, at) => rows.find(({ own }) => own === at)!.state);
  };
  const allSame = (blocks: string[]) => blocks.map(() => 'same');

  it('a change', () => {
    fc.assert(
      fc.property(
        text,
        place,
        fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
        place,
        (before, pick, more, cut) => {
          const at = pick % before.length;
          const words = before[at]!.split(' ');
          words.splice(cut % words.length, 1, ...more, 'zzz');
          const after = before.with(at, words.join(' '));
          expect(statesOf(before, after)).toEqual(allSame(before).with(at, 'changed'));
          const row = rowsAfter(before, after).find(({ own }) => own === at)!;
          expect([row.before, row.original]).toEqual([before[at], at]);
        },
      ),
    );
  });

  it('a paragraph written wholly anew', () => {
    fc.assert(
      fc.property(text, place, (before, pick) => {
        const at = pick % before.length;
        const after = before.with(at, 'QQQ WWW EEE');
        expect(statesOf(before, after)).toEqual(allSame(before).with(at, 'changed'));
      }),
    );
  });

  it('an insertion', () => {
    fc.assert(
      fc.property(text, place, (before, pick) => {
        const at = pick % (before.length + 1);
        const after = before.toSpliced(at, 0, 'QQQ WWW EEE');
        const rows = rowsAfter(before, after);
        expect(statesOf(before, after)).toEqual(allSame(before));
        expect(rows.filter(({ own }) => own === null)).toEqual([
          { original: at, own: null, state: 'missing', before: null },
        ]);
        expect(rows.findIndex(({ own }) => own === null)).toBe(at);
      }),
    );
  });

  it('a deletion', () => {
    fc.assert(
      fc.property(text, place, (before, pick) => {
        const at = pick % before.length;
        expect(statesOf(before, before.toSpliced(at, 1))).toEqual(allSame(before).with(at, 'gone'));
      }),
    );
  });

  it('a move marks nothing', () => {
    fc.assert(
      fc.property(text, place, place, (before, from, to) => {
        const [moved] = before.slice(from % before.length);
        const rest = before.toSpliced(from % before.length, 1);
        const after = rest.toSpliced(to % before.length, 0, moved!);
        expect(openRows(rowsAfter(before, after))).toBe(0);
      }),
    );
  });

  it('several edits: each paragraph that stays word for word stays unmarked', () => {
    fc.assert(
      fc.property(text, text, fc.array(place, { maxLength: 6 }), (before, others, picks) => {
        const after = [...before];
        for (const [index, pick] of picks.entries()) {
          const at = pick % Math.max(1, after.length);
          if (index % 3 === 0) after.splice(at, 1);
          else if (index % 3 === 1) after.splice(at, 0, others[index % others.length]!);
          else after[at] = `${after[at] ?? ''} zzz`.trim();
        }
        const rows = rowsAfter(before, after);
        for (const [at, block] of before.entries()) {
          const { state } = rows.find(({ own }) => own === at)!;
          expect(state === 'same').toBe(after.includes(block));
        }
        const seen = rows.flatMap(({ original }) => original ?? []).sort((one, other) => one - other);
        expect(seen).toEqual([...after.keys()]);
      }),
    );
  });
});

describe('the mark goes', () => {
  const before = ['# Fees', 'The fee is 10 rupees a year.', 'Ask at the office.'];
  const after = before.with(1, 'The fee is 20 rupees a year.');
  const original = originalOf(before, after);

  it('by "still right", of that paragraph only', () => {
    const other = originalOf(before, after.with(2, 'Ask at the office on Monday.'));
    const follows = followsAll(before);
    expect(openRows(rowsOf(follows, other))).toBe(2);
    const said = markLinks(follows, { pairs: [], right: [1], leftOut: [] }, other);
    expect(rowsOf(said, other).map(({ state }) => state)).toEqual(['same', 'same', 'changed']);
  });

  it('by an edit of that paragraph, and of no other', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 }), (at) => {
        const own = hindiOf(before);
        const edited = own.with(at, `${own[at]} नया`);
        const follows = carryLinks(followsAll(before), own, edited, hashOf, original, true);
        expect(openRows(rowsOf(follows, original))).toBe(at === 1 ? 0 : 1);
      }),
    );
  });

  it('not by a file that was imported', () => {
    const own = hindiOf(before);
    const follows = carryLinks(followsAll(before), own, own.with(1, `${own[1]} नया`), hashOf, original, false);
    expect(openRows(rowsOf(follows, original))).toBe(1);
  });

  it('of a new paragraph by translating it, or by leaving it out', () => {
    const more = originalOf(before, before.toSpliced(2, 0, 'Bring the card.'));
    const follows = followsAll(before);
    expect(openRows(rowsOf(follows, more))).toBe(1);
    const own = hindiOf(before);
    const written = carryLinks(follows, own, own.toSpliced(2, 0, 'कार्ड लाएँ।'), hashOf, more, true);
    expect(rowsOf(written, more).map(({ state }) => state)).toEqual(['same', 'same', 'same', 'same']);
    const without = markLinks(follows, { pairs: [], right: [], leftOut: [2] }, more);
    expect(rowsOf(without, more)[2]).toMatchObject({ original: 2, state: 'left_out' });
    expect(openRows(rowsOf(without, more))).toBe(0);
    const changed = originalOf(before, more.blocks, more.blocks.with(2, 'Bring the card and a copy of it.'));
    expect(openRows(rowsOf(without, changed))).toBe(1);
  });

  it('of a paragraph that the original has no more by taking it away, or by keeping it', () => {
    const less = originalOf(before, before.slice(0, 2));
    const follows = followsAll(before);
    const own = hindiOf(before);
    expect(rowsOf(follows, less)[2]).toMatchObject({ own: 2, state: 'gone', before: before[2] });
    expect(openRows(rowsOf(carryLinks(follows, own, own.slice(0, 2), hashOf, less, true), less))).toBe(0);
    const kept = markLinks(follows, { pairs: [], right: [2], leftOut: [] }, less);
    expect(rowsOf(kept, less)[2]).toMatchObject({ own: 2, state: 'own' });
  });
});

it('the first pairing goes by headings, lists, numbers and addresses', () => {
  const english = [
    'Start.',
    '## Fees',
    '- ₹10 for the form',
    '## Steps',
    'Call 1800 180 1551 first.',
    'An English aside.',
  ];
  const hindi = ['शुरू।', '## फ़ीस', '- फ़ॉर्म के ₹10', '## कदम', 'पहले 1800 180 1551 पर फ़ोन करें।'];
  expect(pairLanguages(english, hindi)).toEqual([0, 1, 2, 3, 4]);
  const original = originalOf(english);
  expect(openRows(rowsOf(firstLinks(hindi, hashOf, original), original))).toBe(0);
});

it('an empty translation lacks every paragraph', () => {
  const original = originalOf(['One.', 'Two.']);
  expect(rowsOf({ links: [], leftOut: [] }, original).map(({ state }) => state)).toEqual(['missing', 'missing']);
});

it('equal paragraphs keep their order', () => {
  expect(alignBlocks(['a', 'a', 'b'], ['a', 'a', 'c', 'b'])).toEqual([0, 1, 3]);
});

it('a change within each of many long paragraphs is found without counting their words', () => {
  const before = Array.from({ length: 50 }, (_, at) => `Paragraph ${at} ${'of some words '.repeat(2_000)}and its end`);
  const after = before.map((text) => text.replace('of some', 'of other'));
  const work = newWork();
  expect(alignBlocks(before, after, work)).toEqual([...before.keys()]);
  expect(work).toEqual(newWork());
  // Where one is new or gone, the words tell.
  expect(alignBlocks(['aa bb cc dd', 'ee ff gg hh'], ['zz', 'aa bb cc xx', 'ee ff gg yy'])).toEqual([1, 2]);
});
