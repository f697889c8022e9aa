// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Island } from '../ui/island.tsx';
import { islands } from './islands.ts';
import { startIsland } from './watch-islands.ts';

const beacons: string[] = [];
beforeEach(() => {
  beacons.length = 0;
  Object.assign(navigator, { sendBeacon: (_: string, body: string) => beacons.push(body) });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const plainForm = '<form><input type="text" name="age"></form>';
function put(props?: object): HTMLElement {
  document.body.innerHTML = renderToStaticMarkup(
    <Island name="test" when="now" props={props}>
      <div dangerouslySetInnerHTML={{ __html: plainForm }} />
    </Island>,
  );
  return document.querySelector<HTMLElement>('[data-island]')!;
}
const isPlain = () => document.querySelector('[data-plain] [name=age]') !== null;

test.each([
  '</script><script>alert(1)</script>',
  '\u2028\u2029<!--',
  '"\'><img src=x onerror=alert(1)>',
  'lone \ud800 surrogate \udfff',
  '\u0000\u001f&amp;&quot;',
])('props come through as they were, and nothing else comes with them: %j', async (text) => {
  const element = put({ text });
  expect(document.querySelectorAll('script, img')).toHaveLength(0);
  const start = vi.fn<(element: HTMLElement, props: unknown) => void>();
  await startIsland(element, { test: async () => ({ start }) });
  expect(start).toHaveBeenCalledWith(element, { text });
});

test('an island starts once, and a module that does not load is tried again with the next touch', async () => {
  const element = put();
  let isThere = false;
  const start = vi.fn<() => void>();
  const load = vi.fn<() => Promise<{ start: () => void }>>(() =>
    isThere ? Promise.resolve({ start }) : Promise.reject(new TypeError('gone')),
  );
  await startIsland(element, { test: load });
  expect(isPlain()).toBe(true);
  expect(JSON.parse(beacons[0]!)).toMatchObject({ kind: 'island_not_loaded', island: 'test', name: 'TypeError' });
  isThere = true;
  await startIsland(element, { test: load });
  await startIsland(element, { test: load });
  expect(start).toHaveBeenCalledTimes(1);
});

test.each(['constructor', '__proto__', 'of another build', ''])(
  'a name that this build does not know does nothing: %s',
  async (name) => {
    const element = put();
    element.dataset.island = name;
    await startIsland(element, {});
    expect(isPlain()).toBe(true);
  },
);

test.each([
  [
    'a start that throws',
    () =>
      Promise.resolve({
        start: () => {
          throw new Error('secret words');
        },
      }),
  ],
  ['props that are none', () => Promise.resolve({ start: () => {} })],
])('%s leaves the plain form and is told without its words', async (name, load) => {
  const element = put();
  if (name.startsWith('props')) element.dataset.props = '{"cut';
  await startIsland(element, { test: load });
  expect(isPlain()).toBe(true);
  expect(beacons).toHaveLength(1);
  expect(beacons[0]).not.toContain('secret');
  expect(JSON.parse(beacons[0]!)).toMatchObject({ kind: 'island_failed', island: 'test' });
});

const placed = /(?:<Island\s[^>]*?name=|data-island=)"([\w-]+)"|servedPage\([^)]*?\bname: '([\w-]+)'/g;

test('every island that a page names is there', () => {
  const named = globSync('src/**/*.tsx').flatMap((file) =>
    file.endsWith('.test.tsx')
      ? []
      : [...readFileSync(file, 'utf8').matchAll(placed)].map(([, beside, around]) => beside ?? around),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(islands)));
});
