// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { toggleSaved } from './save-act.ts';

afterEach(() => localStorage.clear());

test('the first scheme that is saved shows as saved at once, and so does its removal', () => {
  document.body.innerHTML = `<p id="said"></p>
    <button class="save" data-act="save" data-scheme="1013" aria-pressed="false"></button>
    <button data-act="save" data-scheme="1013" data-done="Saved"><span>Save</span></button>`;
  const [mark, words] = [...document.querySelectorAll<HTMLElement>('button')] as [HTMLElement, HTMLElement];
  const seen = () => [mark.getAttribute('aria-pressed'), words.textContent];
  toggleSaved(words);
  expect(seen()).toEqual(['true', 'Saved']);
  expect(document.querySelector('#said a')?.getAttribute('href')).toBe('/cart');
  toggleSaved(mark);
  expect(seen()).toEqual(['false', 'Save']);
});
