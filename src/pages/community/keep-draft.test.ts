// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeHints, writeHint } from '../../features/sessions/client/change-hints.ts';
import { keepDraft } from './keep-draft.ts';

/** A freshly loaded page with the form. @returns its field */
function openPage(typedBefore = ''): HTMLTextAreaElement {
  return openForm({ body: typedBefore }).body!;
}
/** @param texts what each field holds before the script comes: typed meanwhile, or restored by the browser */
function openForm(texts: Record<string, string>): Record<string, HTMLTextAreaElement> {
  const form = document.createElement('form');
  const fields = Object.entries(texts).map(([name, text]) => {
    const area = document.createElement('textarea');
    area.name = name;
    area.value = text;
    form.append(area);
    return area;
  });
  keepDraft({ form, key: 'draft:ask', fields });
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}
const type = (text: string) => {
  const area = openPage();
  area.value = text;
  area.dispatchEvent(new Event('input'));
};

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  removeHints('user_id');
});

test('a guest’s draft goes along into the sign-in that it was written for', () => {
  type('My ration card');
  writeHint('user_id', 'asha');
  expect(openPage().value).toBe('My ration card');
});

test('what was typed before the script came is kept too', () => {
  openPage('My ration card');
  expect(openPage().value).toBe('My ration card');
});

test('where the browser brings back some of the fields, the draft fills in the others', () => {
  openForm({ title: 'Ration card', body: 'It is lost' });
  expect(openForm({ title: '', body: 'It is lost' }).title!.value).toBe('Ration card');
});

test('newer words are never mixed with an older draft', () => {
  openForm({ title: 'Ration card', body: 'It is lost' });
  expect(openForm({ title: '', body: 'Something else' }).title!.value).toBe('');
});

test('whoever comes to the tab half an hour later does not find it', () => {
  type('My ration card');
  vi.advanceTimersByTime(31 * 60_000);
  expect(openPage().value).toBe('');
});

test('a person’s draft waits through a lost session for that person, and for nobody else', () => {
  writeHint('user_id', 'asha');
  type('My husband beats me');
  removeHints('user_id');
  expect(openPage().value).toBe('');
  writeHint('user_id', 'binod');
  expect(openPage().value).toBe('');
  writeHint('user_id', 'asha');
  expect(openPage().value).toBe('My husband beats me');
});

test.each([
  '{bad',
  '[]',
  '5',
  '{"body":"x"}',
  '{"owner":1,"at":1,"texts":{"body":"x"}}',
  '{"owner":"","at":1,"texts":null}',
])('what is no draft is none: %s', (text) => {
  sessionStorage.setItem('draft:ask', text);
  expect(openPage().value).toBe('');
});
