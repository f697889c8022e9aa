import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkRules, type Rules } from '../../schemes/rules.ts';
import { describeRow } from './row-sentence.ts';
import { readRows, type Row, withoutReview, writeRow, writeRows } from './rule-rows.ts';
import { sameJson } from './same-json.ts';

type Named = { name: string; rules: unknown };

const folder = 'content/articles';
const ofContent: Named[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const [, head = ''] = /^---\n([^]*?)\n---/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    const rules: unknown = (parse(head) as { scheme?: { rules?: unknown } }).scheme?.rules;
    return rules === undefined ? [] : [{ name: file, rules }];
  });

const gold = process.env.NAGRIK_DATA ? join(process.env.NAGRIK_DATA, 'schemes/gold.jsonl') : '';
const ofGold = (): Named[] =>
  readFileSync(gold, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Named)
    .filter(({ rules }) => rules !== null);

/** Written from the controls alone, without what stood there before. */
function anew(row: Row): unknown {
  if (row.kind === 'kept') return row.raw;
  return writeRow(
    row.kind === 'group' ? { ...row, raw: undefined, rows: row.rows.map(withoutRaw) } : { ...row, raw: undefined },
  );
}
const withoutRaw = (row: Row): Row =>
  row.kind === 'kept'
    ? row
    : row.kind === 'group'
      ? { ...row, raw: undefined, rows: row.rows.map(withoutRaw) }
      : { ...row, raw: undefined };

function expectSame(all: Named[]): void {
  for (const { name, rules } of all) {
    const before = JSON.stringify(rules);
    const rows = readRows(rules)!;
    expect([name, JSON.stringify(writeRows(rows, rules))]).toEqual([name, before]);
    for (const [at, row] of rows.entries()) {
      expect([name, at, sameJson(anew(row), (rules as Rules).all[at])]).toEqual([name, at, true]);
      expect(describeRow(row)).not.toMatch(/undefined|NaN|\[object|…/);
    }
  }
}

describe('rules that are opened and saved untouched', () => {
  it('of content/ are the same JSON, written from the controls alone too', () => {
    expect(ofContent.length).toBeGreaterThan(90);
    expectSame(ofContent);
  });

  it.skipIf(!existsSync(gold))('of the gold set are the same JSON (skipped without NAGRIK_DATA)', () => {
    expect(ofGold().length).toBeGreaterThan(80);
    expectSame(ofGold());
  });

  it('keep what the form cannot show, with its keys in their order', () => {
    const rules = {
      all: [
        {
          any: [
            {
              all: [
                {
                  any: [
                    { fact: 'age', gte: 18 },
                    { lte: 60, fact: 'age' },
                  ],
                },
              ],
            },
          ],
          because: 'Deep.',
        },
        { not: { not: { fact: 'isWidow', eq: true } } },
        { fact: 'notAFact', eq: 1 },
        { fact: 'age', gte: 1, eq: 2 },
        'a text',
        { not: { fact: 'age', lte: 3, because: 'Inside.' } },
        { not: { fact: 'age', lte: 3, because: 'Inside.' }, because: 'And outside.' },
        { reviewedOn: '2026-01-01', between: [1, 2], fact: 'age', from: '2026-01-01', because: 'Dated.' },
        { lte: 9, gte: 2, fact: 'age' },
        { fact: 'state', in: ['Bihar'] },
      ],
      version: 2,
    };
    const rows = readRows(rules)!;
    expect(JSON.stringify(writeRows(rows, rules))).toBe(JSON.stringify(rules));
    expect(rows.map(({ kind }) => kind)).toEqual([
      'group',
      'kept',
      'kept',
      'kept',
      'kept',
      'sentence',
      'kept',
      'sentence',
      'sentence',
      'sentence',
    ]);
    const [group] = rows;
    const deep = group?.kind === 'group' && group.rows[0]?.kind === 'group' && group.rows[0].rows[0];
    expect(deep).toMatchObject({ kind: 'kept' });
    expect(describeRow(deep as Row)).toBe('Age: 18 years or more or Age: at most 60 years');
  });

  it('are no rows where they are no list of conditions', () => {
    for (const rules of [null, 'rules', [], { version: 1 }, { version: 1, all: { fact: 'age' } }])
      expect(readRows(rules)).toBeNull();
  });
});

describe('a change of one condition', () => {
  const rules = {
    version: 1,
    all: [
      { because: 'Grown-ups only.', fact: 'age', between: [18, 40] },
      { not: { fact: 'taxpayers', eq: 'me' }, because: 'Not for tax payers.' },
    ],
  };

  it('leaves the others, and the order of its own keys', () => {
    const rows = readRows(rules)!;
    const next = writeRows([{ ...rows[0]!, values: [18, 50] } as Row, rows[1]!], rules)!;
    expect(JSON.stringify(next)).toBe(
      JSON.stringify({ ...rules, all: [{ because: 'Grown-ups only.', fact: 'age', between: [18, 50] }, rules.all[1]] }),
    );
    expect((next.all as unknown[])[1]).toBe(rules.all[1]);
  });

  it('makes rules of version 2 of those that get a date, and never the other way', () => {
    const [first, second] = readRows(rules)! as Extract<Row, { kind: 'sentence' }>[];
    const dated = writeRows([{ ...first!, basis: { from: '2026-04-01' } }, second!], rules)!;
    expect(dated).toMatchObject({ version: 2, all: [{ from: '2026-04-01', between: [18, 40] }, {}] });
    expect(checkRules(dated).problems).toEqual([]);
    const again = readRows(dated)! as (typeof first)[];
    expect(writeRows([{ ...again[0]!, basis: {} }, again[1]!], dated)).toMatchObject({ version: 2 });
  });

  it('takes the mark of a check away only where the condition itself changes', () => {
    const basis = { quote: 'from 18 to 40', reviewedBy: 'Asha', reviewedOn: '2026-11-22' };
    const row = { ...readRows(rules)![0]!, basis } as Extract<Row, { kind: 'sentence' }>;
    expect(withoutReview(row, { ...row, because: 'Else.' }).basis).toEqual(basis);
    expect(withoutReview(row, { ...row, values: [18, 41] }).basis).toEqual({ quote: 'from 18 to 40' });
  });

  it('takes rules without a condition away', () => {
    expect(writeRows([], rules)).toBeUndefined();
  });
});
