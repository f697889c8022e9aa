// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { pageTable } from '../../page-table.ts';
import {
  changeNumber,
  clearDigit,
  closeModal,
  codeSent,
  fillDigits,
  isPutOff,
  mustLink,
  openModal,
  otpVerified,
  putOffModal,
  typeNumber,
  linkMobileStore,
} from './link-mobile-state.ts';

const state = () => linkMobileStore.read();
const code = () =>
  state()
    .digits.map((digit) => digit || '_')
    .join('');

const initial = linkMobileStore.read();
beforeEach(() => linkMobileStore.change(initial));

test('shown to who is signed in without a linked number, never on /login or /signup, and not where it is switched off', () => {
  const shown = { isPromptOn: true, phoneLinkedHint: 'false', isForSigningIn: false };
  expect(mustLink(shown)).toBe(true);
  for (const phoneLinkedHint of [null, '', 'TRUE', '1']) expect(mustLink({ ...shown, phoneLinkedHint })).toBe(true);
  expect(mustLink({ ...shown, phoneLinkedHint: 'true' })).toBe(false);
  expect(mustLink({ ...shown, isPromptOn: false })).toBe(false);
  expect(mustLink({ ...shown, isForSigningIn: true })).toBe(false);
  const isForSigningIn = (path: string) => pageTable.find(path)?.page.isForSigningIn === true;
  expect(['/login', '/signup', '/login/', '/SIGNUP/'].map(isForSigningIn)).toEqual([true, true, true, true]);
  expect(['/', '/profile_built', '/login-help', '/article/login-MQ'].some(isForSigningIn)).toBe(false);
});

test('put off, it stays away for this visit and comes back in the next', () => {
  const shown = { isPromptOn: true, phoneLinkedHint: 'false', isForSigningIn: false };
  vi.stubGlobal('document', { cookie: 'jrk_session_id=a' });
  openModal();
  expect(isPutOff()).toBe(false);
  putOffModal();
  expect([state().isModalOpen, isPutOff(), mustLink({ ...shown, isLater: isPutOff() })]).toEqual([false, true, false]);
  vi.stubGlobal('document', { cookie: 'jrk_session_id=b' });
  expect([isPutOff(), mustLink({ ...shown, isLater: isPutOff() })]).toEqual([false, true]);
  vi.stubGlobal('document', { cookie: '' });
  expect(isPutOff()).toBe(false);
  vi.unstubAllGlobals();
});

test('step 1 goes to step 2 after the code was sent, and back to change the number', () => {
  openModal();
  typeNumber('98765 43210');
  expect(state()).toMatchObject({ isModalOpen: true, isOtpVerified: false, step: 1, number: '98765 43210' });
  codeSent();
  fillDigits(0, '12');
  expect(state().step).toBe(2);
  changeNumber();
  expect(state()).toMatchObject({ step: 1, number: '98765 43210' });
  expect(code()).toBe('______');
});

test('on success it closes, isOtpVerified is set, the step is 1 again, digits and number are cleared', () => {
  openModal();
  typeNumber('9876543210');
  codeSent();
  fillDigits(0, '123456');
  otpVerified();
  expect(state()).toEqual({
    isModalOpen: false,
    isOtpVerified: true,
    step: 1,
    digits: ['', '', '', '', '', ''],
    number: '',
  });
});

test('closing loses nothing that was typed', () => {
  openModal();
  typeNumber('9876543210');
  codeSent();
  fillDigits(0, '123');
  closeModal();
  openModal();
  expect([state().step, code(), state().number]).toEqual([2, '123___', '9876543210']);
});

test('a box takes one digit or none; more go on to the next ones, letters nowhere', () => {
  expect([fillDigits(0, '4'), code()]).toEqual([1, '4_____']);
  expect([fillDigits(4, '5678'), code()]).toEqual([2, '4___56']);
  expect([fillDigits(1, 'x')]).toEqual([0]);
  clearDigit(0);
  expect(code()).toBe('____56');
  expect([fillDigits(0, 'G-408 152'), code()]).toEqual([6, '408152']);
  expect([fillDigits(0, '१२३४५६'), code()]).toEqual([6, '१२३४५६']);
});
