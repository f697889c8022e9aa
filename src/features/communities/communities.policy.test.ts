import { expect, it } from 'vitest';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { editableHours } from './communities.contract.ts';
import { insist, insistOnActive, isModerator, isNewcomer, mayDelete, mayEdit } from './communities.policy.ts';

const now = new Date('2026-01-10T12:00:00Z');
const hoursAgo = (hours: number, ms = 0) => new Date(now.getTime() - hours * 3_600_000 - ms);
const viewer = (userId: string, rest: Partial<Viewer> = {}): Viewer => ({
  userId,
  sessionId: 's',
  roles: [],
  createdAt: hoursAgo(1_000),
  suspendedUntil: null,
  isPhoneLinked: true,
  via: 'bearer',
  lacksFactor: false,
  ...rest,
});
const asha = viewer('asha');
const binod = viewer('binod');
const moderator = viewer('mira', { roles: ['moderator'] });
const post = (createdAt: Date, authorId: string | null = 'asha') => ({ authorId, createdAt });

it('only its author edits a post, and only while it is young', () => {
  expect(mayEdit(asha, post(hoursAgo(editableHours, -1)), now)).toBe(true);
  expect(mayEdit(asha, post(hoursAgo(editableHours)), now)).toBe(false);
  expect(mayEdit(binod, post(now), now)).toBe(false);
  expect(mayEdit(moderator, post(now), now)).toBe(false);
  expect(mayEdit(asha, post(now, null), now)).toBe(false);
});

it('its author and moderators delete a post, however old', () => {
  expect(mayDelete(asha, post(hoursAgo(5_000)))).toBe(true);
  expect(mayDelete(moderator, post(hoursAgo(5_000)))).toBe(true);
  expect(mayDelete(binod, post(now))).toBe(false);
  expect(mayDelete(binod, post(now, null))).toBe(false);
});

it('a moderator is who has that role or the admin’s, not another one', () => {
  expect(isModerator(moderator)).toBe(true);
  expect(isModerator(viewer('x', { roles: ['admin'] }))).toBe(true);
  expect(isModerator(viewer('x', { roles: ['editor'] }))).toBe(false);
  expect(isModerator(asha)).toBe(false);
});

it('what is not allowed is a 403 with a code', () => {
  expect(() => insist(true)).not.toThrow();
  expect(() => insist(false)).toThrow(expect.objectContaining({ status: 403, code: 'forbidden' }));
});

it('who is suspended posts again from the moment that the suspension ends', () => {
  expect(() => insistOnActive(asha, now)).not.toThrow();
  expect(() => insistOnActive(viewer('a', { suspendedUntil: hoursAgo(0, -1) }), now)).toThrow(/./);
  expect(() => insistOnActive(viewer('a', { suspendedUntil: now }), now)).not.toThrow();
  expect(() => insistOnActive(viewer('a', { suspendedUntil: hoursAgo(1) }), now)).not.toThrow();
});

it('an account is new for its first 24 hours', () => {
  expect(isNewcomer(viewer('a', { createdAt: hoursAgo(24, -1) }), now)).toBe(true);
  expect(isNewcomer(viewer('a', { createdAt: hoursAgo(24) }), now)).toBe(false);
});
