import { expect, it } from 'vitest';
import { dateFor } from './publish-piece.server.ts';

it('a piece is of the day that is written, unless that day is still to come', () => {
  const [firstLive, now] = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-27T12:00:00Z')];
  const shown = (publishedAt: unknown) => dateFor({ fields: { publishedAt } }, firstLive, now).toISOString();
  expect(shown('2026-01-02T03:04:05Z')).toBe('2026-01-02T03:04:05.000Z');
  expect(shown('2026-11-27T12:00:00Z')).toBe(now.toISOString());
  expect(shown('2026-11-27T12:00:01Z')).toBe(firstLive.toISOString());
  expect(shown(undefined)).toBe(firstLive.toISOString());
});
