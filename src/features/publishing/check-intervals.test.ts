import { describe, expect, it } from 'vitest';
import { checkIntervals, isOverdue, nextCheckOn, overdueSince } from './check-intervals.ts';
import { checkedFacts, listFacts } from './checked-facts.ts';

describe('the day of the next check', () => {
  it('comes sooner for what does more harm when it is wrong', () => {
    expect(checkIntervals.helpline).toBeLessThan(checkIntervals.fee);
    expect(nextCheckOn('helpline', '2026-11-22')).toBe('2027-02-20');
    expect(nextCheckOn('scheme', '2026-11-22')).toBe('2027-05-21');
    expect(nextCheckOn('letter', '2027-11-22')).toBe('2028-11-21');
  });

  it('is overdue the day after, and always where nobody has checked', () => {
    expect(isOverdue('helpline', '2026-11-22', '2027-02-20')).toBe(false);
    expect(isOverdue('helpline', '2026-11-22', '2027-02-21')).toBe(true);
    expect(isOverdue('paper', null, '2026-11-22')).toBe(true);
    expect(overdueSince('paper', ['2026-11-22', null, '2024-01-02', '2025-01-01'], '2026-11-23')).toBe('2024-01-02');
    expect(overdueSince('paper', ['2026-11-22', null], '2026-11-23')).toBeNull();
  });
});

describe('facts in the site’s own code', () => {
  it('are helplines, fees, lists of papers and sources of letters, each with its source', () => {
    const facts = checkedFacts();
    expect(new Set(facts.map(({ kind }) => kind))).toEqual(new Set(['helpline', 'fee', 'paper', 'letter']));
    for (const { source, title } of facts) expect([title, URL.canParse(source)]).toEqual([title, true]);
  });

  it('come with the overdue ones first', () => {
    const list = listFacts('2027-03-01');
    const first = list.findIndex((fact) => !fact.isOverdue);
    expect(list.slice(0, first).some(({ kind }) => kind === 'helpline')).toBe(true);
    expect(list.slice(first).every((fact) => !fact.isOverdue)).toBe(true);
  });
});
