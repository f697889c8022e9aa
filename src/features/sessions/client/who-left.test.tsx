// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { accountCart, selectedProfile } from '../../../platform/browser/local-store.ts';
import { openBrowserSession, signedInBefore } from '../../../testing/browser-session.ts';
import { fakeService } from '../../../testing/fake-session-service.ts';
import { removeHints, writeHint } from './change-hints.ts';
import { forgetPerson, forgetWhoLeft } from './forget-person.ts';
import { readHint } from './hint-cookies.ts';
import { createSessionStore } from './session-store.ts';
import { signOut } from './sign-out.ts';

openBrowserSession();

test('signing out posts, tells other tabs, and leaves nothing of the person on the device', async () => {
  const service = fakeService({});
  signedInBefore();
  for (const key of ['cart', 'cart-storage', 'profileAnswers', 'profileProgress', 'papers-at-hand', 'cart-of-account'])
    localStorage.setItem(key, '{}');
  localStorage.setItem('color-mode', 'dark');
  sessionStorage.setItem('draft:ask', '{}');
  expect(await signOut('/')).toBe('http://localhost:3000/');
  expect(Object.fromEntries(service.bodyOf('POST /api/auth/signout'))).toEqual({
    callbackUrl: '/',
    csrfToken: 'c1',
    json: 'true',
  });
  expect([readHint('user_id'), selectedProfile.read()]).toEqual([null, null]);
  expect(Object.keys(localStorage).sort()).toEqual(['color-mode', 'nextauth.message']);
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage.getItem('nextauth.message')).toContain('signout');
});

test('a session that ended elsewhere leaves nothing either, but drafts wait for the same person', async () => {
  fakeService({});
  signedInBefore();
  localStorage.setItem('cart', '{"7":{"items":[{"schemeId":1}]}}');
  localStorage.setItem('profileAnswers', '{"7":{"age":40}}');
  sessionStorage.setItem('draft:ask', '{}');
  await createSessionStore().refresh();
  expect(Object.keys(localStorage)).toEqual([]);
  expect(sessionStorage.getItem('draft:ask')).toBe('{}');
});

test('without a connection nobody knows that it ended: all stays', async () => {
  fakeService({ 'GET /api/auth/session': new TypeError('Failed to fetch') });
  signedInBefore();
  localStorage.setItem('cart', '{"7":{"items":[{"schemeId":1}]}}');
  await createSessionStore().refresh();
  expect(localStorage.getItem('cart')).not.toBeNull();
});

test('a guest who is told that nobody is signed in keeps what is theirs', async () => {
  fakeService({});
  localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":1}]}}');
  await createSessionStore().refresh();
  expect(localStorage.getItem('cart')).not.toBeNull();
});

test('a session that ended by a form leaves its things behind: the next page wipes them before it looks', () => {
  accountCart.write({ userId: 'u1', cart: { 7: { items: [{ schemeId: 1 }] } }, readAt: 1 });
  localStorage.setItem('cart', '{"7":{"items":[{"schemeId":1}]}}');
  writeHint('user_id', 'u1');
  forgetWhoLeft();
  expect(localStorage.getItem('cart')).not.toBeNull();
  removeHints('user_id');
  forgetWhoLeft();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('the page after a sign-out without script wipes drafts too, whichever part of it looks first', async () => {
  writeHint('has_left', '1');
  sessionStorage.setItem('draft:ask', '{}');
  document.body.innerHTML = '<p role="status" data-signed-out></p>';
  forgetWhoLeft();
  await forgetPerson();
  expect(sessionStorage).toHaveLength(0);
  expect([readHint('has_left'), readHint('left') === null]).toEqual([null, false]);
});

test('a stored profile without the cookies of its session is erased with all that goes with it', () => {
  localStorage.setItem('selectedProfile', '{"id":7,"relation":"SELF","phoneNo":"+919876500001"}');
  localStorage.setItem('profileAnswers', '{"7":{"age":41}}');
  forgetWhoLeft();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('where the account was never read, the cookie that the sign-out left says that somebody had been here', async () => {
  const cartOfSomebody = () => localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":1}]}}');
  cartOfSomebody();
  writeHint('has_left', '1');
  await forgetPerson();
  expect([Object.keys(localStorage), readHint('has_left')]).toEqual([[], null]);
  cartOfSomebody();
  writeHint('has_left', '1');
  writeHint('user_id', 'the next one');
  forgetWhoLeft();
  expect([Object.keys(localStorage), readHint('has_left')]).toEqual([[], null]);
  removeHints('user_id');
  cartOfSomebody();
  forgetWhoLeft();
  expect(Object.keys(localStorage)).toEqual(['cart']);
});

test('a sign-out deletes what the studio keeps on the device and what waits to be sent, even where another tab was first; an ended session not', async () => {
  const deleted: string[] = [];
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void deleted.push(name) });
  writeHint('user_id', 'x');
  await forgetPerson({ withDrafts: false });
  forgetWhoLeft();
  expect(deleted).toEqual([]);
  await forgetPerson();
  expect(deleted).toEqual(['studio', 'unsent']);
});

test('a sign-out that the server refuses, or that does not reach it, keeps the session', async () => {
  const service = fakeService({
    'POST /api/auth/signout': { body: { url: 'http://localhost:3000/api/auth/signout?csrf=true' } },
  });
  signedInBefore();
  expect(await signOut('/')).toBeNull();
  service.answers['POST /api/auth/signout'] = new TypeError('Failed to fetch');
  expect(await signOut('/')).toBeNull();
  expect(readHint('user_id')).toBe('x');
});
