import { describe, expect, it } from 'vitest';
import { clocksOf } from './complaint-clocks.ts';

const start = new Date('2026-11-22T06:00:00Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const complaint = (decisionHours: number) => ({
  createdAt: start,
  acknowledgeBy: after(24),
  acknowledgedAt: null as Date | null,
  decideBy: after(decisionHours),
  closedAt: null as Date | null,
});
const marks = (ticket: ReturnType<typeof complaint>, hours: number) =>
  clocksOf(ticket, after(hours)).map(({ mark }) => mark);

describe('the clocks of a complaint', () => {
  it.each([
    [2, 0.99, 'early'],
    [2, 1, 'half'],
    [2, 1.6, 'four_fifths'],
    [2, 2, 'four_fifths'],
    [2, 2.01, 'overdue'],
    [36, 17.9, 'early'],
    [36, 18, 'half'],
    [36, 28.8, 'four_fifths'],
    [168, 83, 'early'],
    [168, 84, 'half'],
    [168, 134.4, 'four_fifths'],
    [168, 169, 'overdue'],
  ])('of %d hours after %d hours: %s', (decisionHours, hours, mark) => {
    expect(marks({ ...complaint(decisionHours), acknowledgedAt: start }, hours)).toEqual(['met', mark]);
  });

  it('the receipt has 24 hours of its own, and stays missed once it was late', () => {
    expect([11.9, 12, 19.2, 24.1].map((hours) => marks(complaint(168), hours)[0])).toEqual([
      'early',
      'half',
      'four_fifths',
      'overdue',
    ]);
    expect(marks({ ...complaint(168), acknowledgedAt: after(25) }, 30)).toEqual(['missed', 'early']);
  });

  it('closing stops both; a message to support has none', () => {
    expect(marks({ ...complaint(36), closedAt: after(3) }, 500)).toEqual(['met', 'met']);
    expect(marks({ ...complaint(2), closedAt: after(3) }, 500)).toEqual(['met', 'missed']);
    const none = { ...complaint(2), acknowledgeBy: null, decideBy: null };
    expect(clocksOf(none, after(1))).toEqual([]);
  });
});
