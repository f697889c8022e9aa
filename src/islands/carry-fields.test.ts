// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { carryFields, hasChanges } from './carry-fields.ts';

const form = `
  <input type="hidden" name="asked" value="age">
  <input type="text" name="name" value="">
  <textarea name="more">as it came</textarea>
  <input type="checkbox" name="own" value="land"><input type="checkbox" name="own" value="house" checked>
  <input type="radio" name="gender" value="f"><input type="radio" name="gender" value="m">
  <select name="state"><option>Goa</option><option>Kerala</option></select>`;

function two(to = form) {
  document.body.innerHTML = `<div id="from">${form}</div><div id="to">${to}</div>`;
  return [document.getElementById('from')!, document.getElementById('to')!] as const;
}
const at = <Control extends Element>(place: Element, selector: string) => place.querySelector<Control>(selector)!;

afterEach(() => document.body.replaceChildren());

test('typed, ticked and selected values are copied to the new fields, which receive events', () => {
  const [from, to] = two();
  expect(hasChanges(from)).toBe(false);
  at<HTMLInputElement>(from, '[name=name]').value = 'Asha';
  at<HTMLTextAreaElement>(from, 'textarea').value = '';
  at<HTMLInputElement>(from, '[value=land]').checked = true;
  at<HTMLInputElement>(from, '[value=house]').checked = false;
  at<HTMLInputElement>(from, '[value=m]').checked = true;
  at<HTMLSelectElement>(from, 'select').selectedIndex = 1;
  expect(hasChanges(from)).toBe(true);
  const heard = vi.fn<(event: Event) => void>();
  to.addEventListener('input', heard);
  carryFields(from, to);
  expect(at<HTMLInputElement>(to, '[name=name]').value).toBe('Asha');
  expect(at<HTMLTextAreaElement>(to, 'textarea').value).toBe('');
  expect([...to.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)).toEqual([
    'land',
    'm',
    'Kerala',
  ]);
  expect(heard.mock.calls.length).toBeGreaterThanOrEqual(5);
});

test("untouched fields do not overwrite the new form's values", () => {
  const [from, to] = two(form.replace('name="name" value=""', 'name="name" value="from the account"'));
  carryFields(from, to);
  expect(at<HTMLInputElement>(to, '[name=name]').value).toBe('from the account');
});

test('the focus goes along, with what was selected', () => {
  const [from, to] = two();
  const field = at<HTMLInputElement>(from, '[name=name]');
  field.value = 'Asha Devi';
  field.focus();
  field.setSelectionRange(2, 6);
  carryFields(from, to);
  const next = at<HTMLInputElement>(to, '[name=name]');
  expect(document.activeElement).toBe(next);
  expect([next.selectionStart, next.selectionEnd]).toEqual([2, 6]);
});

test('a field that the new form does not have is left where it is', () => {
  const [from, to] = two('<input type="text" name="other">');
  at<HTMLInputElement>(from, '[name=name]').value = 'Asha';
  expect(() => carryFields(from, to)).not.toThrow();
  expect(at<HTMLInputElement>(to, '[name=other]').value).toBe('');
});
