// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { loadStyles } from './load-styles.ts';

afterEach(() => document.head.replaceChildren());
const links = () => [...document.head.querySelectorAll('link')];

test('a style sheet comes once, and its chunk waits for it', async () => {
  let isThere = false;
  const loaded = loadStyles(['assets/a.css', 'assets/b.css']).then(() => (isThere = true));
  expect(links().map((link) => link.getAttribute('href'))).toEqual(['/assets/a.css', '/assets/b.css']);
  links()[0]!.dispatchEvent(new Event('load'));
  await Promise.resolve();
  expect(isThere).toBe(false);
  links()[1]!.dispatchEvent(new Event('load'));
  await loaded;
  await loadStyles(['assets/a.css']);
  await loadStyles();
  expect(links()).toHaveLength(2);
});

test('one that does not come fails its chunk, and is asked for again', async () => {
  const failed = loadStyles(['assets/a.css']);
  links()[0]!.dispatchEvent(new Event('error'));
  await expect(failed).rejects.toThrow(TypeError);
  expect(links()).toHaveLength(0);
});
