// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { familyStore, profileAnswers, selectedProfile } from '../../../platform/browser/local-store.ts';
import { clearBrowser, fakeService, sessionOf } from '../../../testing/fake-session-service.ts';
import { removeHints, writeHint } from '../../sessions/client/change-hints.ts';
import { chooseMember, readFamily, refreshFamily, toMember } from './family.ts';

const profile = (id: number, relation: 'SELF' | 'PARENT', more: object = {}) => ({
  id,
  relation,
  isActive: true,
  firstName: relation === 'SELF' ? 'Asha' : 'Sunita',
  lastName: '',
  phoneNo: null,
  answers: {},
  ...more,
});
const me = profile(7, 'SELF', { answers: { age: 40 } });
const mother = profile(8, 'PARENT', { answers: { age: 67 } });

function signedIn(all: object[] = [me, mother]) {
  writeHint('user_id', 'u1');
  return fakeService({
    'GET /api/auth/session': { body: sessionOf() },
    'GET /api/profile/all': { body: { data: all } },
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  clearBrowser();
});

test('the family is read with its answers; what this device has of a person stays', async () => {
  signedIn([me, mother, profile(9, 'PARENT', { isActive: false })]);
  profileAnswers.write({ 7: { age: 41 } });
  await refreshFamily();
  expect(readFamily()).toEqual([toMember(me as never), toMember(mother as never)]);
  expect(profileAnswers.read()).toEqual({ 7: { age: 41 }, 8: { age: 67 } });
  expect(selectedProfile.read()).toBeNull();
});

test('a person is chosen from the family alone, and one who was removed gives way to oneself and leaves no answer', async () => {
  signedIn();
  selectedProfile.write({ id: 7 });
  await refreshFamily();
  expect(selectedProfile.read()).toMatchObject({ id: 7, firstName: 'Asha' });
  chooseMember(8);
  expect(selectedProfile.read()).toEqual(toMember(mother as never));
  profileAnswers.write({ guest: { age: 30 }, 7: { age: 40 }, 8: { age: 67 } });
  chooseMember(99);
  expect(selectedProfile.read()?.id).toBe(8);
  signedIn([me]);
  await refreshFamily();
  expect(selectedProfile.read()?.id).toBe(7);
  expect(profileAnswers.read()).toEqual({ guest: { age: 30 }, 7: { age: 40 } });
});

test('another account’s family is nobody, and without an account nothing is asked', async () => {
  familyStore.write({ userId: 'u2', people: [{ id: 3, firstName: 'Ravi' }] });
  writeHint('user_id', 'u1');
  expect(readFamily()).toEqual([]);
  removeHints('user_id');
  const calls = fakeService({});
  await refreshFamily();
  expect([readFamily(), JSON.stringify(calls)]).toEqual([[], expect.not.stringContaining('profile')]);
});
