// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { toggleSaved } from './save-act.ts';

afterEach(() => localStorage.clear());

test('the first scheme that is saved shows as saved at once, and so does its removal', async () => {
  document.body.innerHTML = `<p id="said"></p>
    <button class="save" data-act="save" data-scheme="1013" aria-pressed="false"></button>
    <button data-act="save" data-scheme="1013" data-done="Saved"><span>Save</span></button>`;
  const [mark, words] = [...document.querySelectorAll<HTMLElement>('button')] as [HTMLElement, HTMLElement];
  const seen = () => [mark.getAttribute('aria-pressed'), words.textContent];
  const saved = toggleSaved(words);
  expect(seen()).toEqual(['true', 'Saved']);
  await saved;
  expect(document.querySelector('#said a')?.getAttribute('href')).toBe('/cart');
  await toggleSaved(mark);
  expect(seen()).toEqual(['false', 'Save']);
});

test('what the storage refuses does not show as saved, and a sentence says so', async () => {
  document.body.innerHTML = `<p id="said"></p>
    <button data-act="save" data-scheme="7" data-done="Saved"><span>Save</span></button>`;
  const button = document.querySelector('button')!;
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await toggleSaved(button);
  refused.mockRestore();
  expect([button.getAttribute('aria-pressed'), button.textContent]).toEqual(['false', 'Save']);
  expect(document.getElementById('said')!.textContent).toMatch(/^Not saved\./);
  await toggleSaved(button);
  expect(button.textContent).toBe('Saved');
});
