// @vitest-environment jsdom
import { readFileSync, globSync } from 'node:fs';
import { useEffect, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Island } from '../ui/island.tsx';
import { islands } from './islands.ts';
import { type IslandProps, startReact } from './react-island.tsx';
import { startIsland } from './watch-islands.ts';

// jsdom lacks reportError, which React calls for errors that no island catches.
vi.hoisted(() => Object.assign(globalThis, { reportError: () => {} }));

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
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

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

function Age({ takePlace, fails }: IslandProps & { fails?: string }) {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (fails === 'effect') throw new Error('effect');
    takePlace();
  }, [takePlace, fails]);
  if (fails === 'render' || isBroken) throw new Error('render');
  return (
    <form>
      <input type="text" name="age" defaultValue="" />
      <button
        type="button"
        id="event"
        aria-label="event"
        onClick={() => {
          throw new Error('event');
        }}
      />
      <button type="button" id="break" aria-label="break" onClick={() => setBroken(true)} />
    </form>
  );
}

test('what was typed before the script came stands in what the island draws', async () => {
  const element = put();
  document.querySelector<HTMLInputElement>('[name=age]')!.value = '35';
  startReact(element, Age, {});
  await settled();
  await vi.waitFor(() => expect(isPlain()).toBe(false));
  expect(document.querySelector<HTMLInputElement>('[data-drawn] [name=age]')!.value).toBe('35');
});

test.each(['render', 'effect'])(
  'an island that fails at %s leaves the plain form, with what was typed',
  async (fails) => {
    const element = put();
    document.querySelector<HTMLInputElement>('[name=age]')!.value = '35';
    startReact(element, Age, { fails });
    await settled();
    expect(isPlain()).toBe(true);
    expect(document.querySelector<HTMLInputElement>('[name=age]')!.value).toBe('35');
    await vi.waitFor(() => expect(document.querySelectorAll('[data-drawn]')).toHaveLength(0));
    expect(beacons.map((body) => (JSON.parse(body) as { kind: string }).kind)).toContain('island_failed');
  },
);

test('an error in a handler leaves the island; one that breaks it twice brings the plain form back', async () => {
  const element = put();
  startReact(element, Age, {});
  await settled();
  const click = async (id: string) => {
    document.getElementById(id)!.click();
    await settled();
  };
  await click('event');
  expect(document.querySelector('[data-drawn] form')).not.toBeNull();
  await click('break');
  expect(document.querySelector('[data-drawn] form'), 'drawn anew').not.toBeNull();
  await click('break');
  await vi.waitFor(() => expect(isPlain()).toBe(true));
  await vi.waitFor(() => expect(document.querySelector('[data-drawn]')).toBeNull());
});

test('an island survives a translation that moves its DOM nodes', async () => {
  function Flipping({ takePlace }: IslandProps) {
    const [isOn, setOn] = useState(false);
    useEffect(takePlace, [takePlace]);
    return (
      <p>
        {isOn ? <b>on</b> : 'off'}{' '}
        <button type="button" id="flip" onClick={() => setOn(!isOn)}>
          flip
        </button>
      </p>
    );
  }
  const element = put();
  startReact(element, Flipping, {});
  await settled();
  for (const node of Array.from(document.querySelector('[data-drawn] p')!.childNodes)) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const font = document.createElement('font');
    (node as Text).replaceWith(font);
    font.append(node);
  }
  document.getElementById('flip')!.click();
  await settled();
  expect(document.body.textContent).toMatch(/o(?:n|ff)/);
  expect(document.getElementById('flip')).not.toBeNull();
});

test('every island that a page names is there', () => {
  const named = globSync('src/**/*.tsx').flatMap((file) =>
    file.endsWith('.test.tsx')
      ? []
      : [...readFileSync(file, 'utf8').matchAll(/(?:<Island\s[^>]*?name=|data-island=)"([\w-]+)"/g)].map(
          (match) => match[1],
        ),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(islands)));
});
