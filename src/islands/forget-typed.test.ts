// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetTyped } from './forget-typed.ts';

const field = () => document.querySelector<HTMLInputElement>('#name')!;
const arrive = (type: 'navigate' | 'back_forward' | 'reload') =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as unknown as PerformanceEntryList);

beforeEach(() => {
  document.cookie = 'left=;max-age=0';
  history.replaceState(null, '');
  document.body.innerHTML =
    '<form><input type="hidden" id="kept" value="token"><input id="name"><textarea id="text">given</textarea>' +
    '<input type="checkbox" id="tick"><select id="choice"><option>one<option>two</select></form>';
  field().value = 'typed';
});

test('where nobody has left, what the browser restored stays', () => {
  arrive('back_forward');
  forgetTyped();
  expect(field().value).toBe('typed');
  expect(history.state).toBe(null);
});

test('an entry that was opened before the sign-out comes back as the server wrote it', () => {
  const [text, tick, choice] = ['text', 'tick', 'choice'].map((id) => document.getElementById(id)) as unknown as [
    HTMLTextAreaElement,
    HTMLInputElement,
    HTMLSelectElement,
  ];
  text.value = 'typed';
  tick.checked = true;
  choice.selectedIndex = 1;
  document.cookie = 'left=1700000000000';
  arrive('back_forward');
  forgetTyped();
  expect([field().value, text.value, tick.checked, choice.selectedIndex]).toEqual(['', 'given', false, 0]);
  expect(document.querySelector<HTMLInputElement>('#kept')!.value).toBe('token');
});

test('an entry that was opened since keeps what the next person types', () => {
  document.cookie = 'left=1700000000000';
  arrive('navigate');
  forgetTyped();
  expect(field().value).toBe('typed');
  arrive('back_forward');
  forgetTyped();
  expect(field().value).toBe('typed');
});

test('a page that the browser kept whole is emptied', () => {
  arrive('navigate');
  forgetTyped();
  document.cookie = 'left=1700000000000';
  forgetTyped({ isKeptWhole: true });
  expect(field().value).toBe('');
});

test('a tab that was open while another one signed out loses its drafts with its fields, one opened since keeps them', () => {
  arrive('navigate');
  sessionStorage.setItem('draft:ask', '{}');
  document.cookie = 'left=1700000000000';
  forgetTyped();
  forgetTyped({ isKeptWhole: true, isOpen: true });
  expect([field().value, sessionStorage.length]).toEqual(['typed', 1]);
  document.cookie = 'left=1700000000001';
  forgetTyped({ isKeptWhole: true, isOpen: true });
  expect([field().value, sessionStorage.length]).toEqual(['', 0]);
});

test('a tab that was still waiting for its script while another one signed out is emptied, with its drafts', () => {
  arrive('navigate');
  sessionStorage.setItem('draft:ask', '{}');
  document.cookie = `left=${Date.now()}`;
  forgetTyped();
  expect([field().value, sessionStorage.length]).toEqual(['', 0]);
});

test('what an island has drawn stays, and so does what is typed after a link within the page', () => {
  document.cookie = 'left=1700000000000';
  document.body.insertAdjacentHTML('beforeend', '<div data-drawn=""><textarea id="drawn"></textarea></div>');
  const drawn = document.querySelector<HTMLTextAreaElement>('#drawn')!;
  drawn.value = 'the piece';
  arrive('back_forward');
  forgetTyped();
  expect([field().value, drawn.value]).toEqual(['', 'the piece']);
  history.pushState(null, '', '#further');
  dispatchEvent(new Event('hashchange'));
  field().value = 'typed since';
  forgetTyped();
  expect(field().value).toBe('typed since');
});
