// @vitest-environment jsdom
import { useEffect, useId, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { questionOf } from '../features/schemes/fact-questions.ts';
import { QuestionFields } from '../features/schemes/question-fields.tsx';
import { type IslandProps, startReact } from './react-island.tsx';

const beacons: string[] = [];
beforeEach(() => {
  beacons.length = 0;
  Object.assign(navigator, { sendBeacon: (_: string, body: string) => beacons.push(body) });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

/** @param name of the island: each problem is told once */
function put(name = 'test'): HTMLElement {
  document.body.innerHTML = `<div data-island="${name}"><div data-plain=""><form><input type="text" name="age"></form></div></div>`;
  return document.querySelector<HTMLElement>('[data-island]')!;
}
const isPlain = () => document.querySelector('[data-plain] [name=age]') !== null;
const drawn = () => document.querySelector('[data-drawn]');
const isDrawn = async () => {
  await expect.poll(isPlain).toBe(false);
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

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
  await isDrawn();
  expect(document.querySelector<HTMLInputElement>('[data-drawn] [name=age]')!.value).toBe('35');
});

test.each(['render', 'effect'])(
  'an island that fails at %s leaves the plain form, with what was typed',
  async (fails) => {
    const element = put(fails);
    document.querySelector<HTMLInputElement>('[name=age]')!.value = '35';
    startReact(element, Age, { fails });
    await expect.poll(drawn).toBeNull();
    expect(isPlain()).toBe(true);
    expect(document.querySelector<HTMLInputElement>('[name=age]')!.value).toBe('35');
    expect(beacons.map((body) => (JSON.parse(body) as { kind: string }).kind)).toContain('island_failed');
  },
);

test('an error in a handler leaves the island; one that breaks it twice brings the plain form back', async () => {
  const element = put();
  const onError = (event: Event) => event.preventDefault();
  addEventListener('error', onError, { once: true });
  startReact(element, Age, {});
  await isDrawn();
  const first = drawn();
  const click = (id: string) => document.getElementById(id)!.click();
  click('event');
  await settled();
  expect([drawn() === first, isPlain()]).toEqual([true, false]);
  click('break');
  // Drawn anew.
  await expect.poll(() => drawn() !== first && document.querySelector('[data-drawn] form')).toBeTruthy();
  click('break');
  await expect.poll(() => [isPlain(), drawn()]).toEqual([true, null]);
});

test.each([
  ['moves', (font: Element, text: Text) => font.append(text)],
  ['replaces', (font: Element, text: Text) => (font.textContent = `[${text.data}]`)],
])('a translation that %s the texts of an island costs neither its state nor what was typed', async (_, fill) => {
  function Flipping({ takePlace }: IslandProps) {
    const [isOn, setOn] = useState(false);
    useEffect(takePlace, [takePlace]);
    return (
      <p>
        {isOn ? <b>on</b> : 'off'} {isOn && <i>now</i>} and <input name="age" />{' '}
        <button type="button" id="flip" onClick={() => setOn(!isOn)}>
          flip
        </button>
      </p>
    );
  }
  const element = put();
  startReact(element, Flipping, {});
  await isDrawn();
  for (const node of Array.from(document.querySelector('[data-drawn] p')!.childNodes)) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const font = document.createElement('font');
    (node as Text).replaceWith(font);
    fill(font, node as Text);
  }
  const first = drawn();
  const field = document.querySelector<HTMLInputElement>('[data-drawn] [name=age]')!;
  field.value = '35';
  const flip = () => document.getElementById('flip')!.click();
  const shown = () => [...document.querySelectorAll('[data-drawn] :is(b, i)')].map((part) => part.textContent);
  flip();
  await expect.poll(shown).toEqual(['on', 'now']);
  flip();
  await expect.poll(shown).toEqual([]);
  expect([drawn() === first, field.isConnected, field.value]).toEqual([true, true, '35']);
  expect(beacons).toEqual([]);
});

test('a question that came back invalid takes the focus, and one that is asked anew does not', async () => {
  function Asked({ takePlace }: IslandProps) {
    const [problem, setProblem] = useState<string | null>(null);
    useEffect(takePlace, [takePlace]);
    return (
      <form>
        <QuestionFields key={problem ?? ''} question={questionOf('age')} values={[]} problem={problem} />
        <button type="button" id="refuse" onClick={() => setProblem('Give a number.')}>
          refuse
        </button>
      </form>
    );
  }
  startReact(put(), Asked, {});
  await isDrawn();
  const field = () => document.querySelector<HTMLInputElement>('[data-drawn] input')!;
  expect(document.activeElement).not.toBe(field());
  document.getElementById('refuse')!.click();
  await expect.poll(() => field().getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => document.activeElement === field()).toBe(true);
});

test('ids of two islands on a page are never the same', async () => {
  function Fields({ takePlace }: IslandProps) {
    const own = [useId(), useId()];
    useEffect(takePlace, [takePlace]);
    const [turn, setTurn] = useState(0);
    return (
      <p>
        {own.map((id) => (
          <input key={id} id={id} aria-label={String(turn)} onInput={() => setTurn(turn + 1)} />
        ))}
      </p>
    );
  }
  document.body.innerHTML = '<div data-island="one"></div><div data-island="two"></div>';
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) startReact(element, Fields, {});
  const ids = () => [...document.querySelectorAll('input')].map(({ id }) => id);
  await expect.poll(ids).toHaveLength(4);
  const first = ids();
  expect(new Set(first).size).toBe(4);
  document.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => document.querySelector('input')!.getAttribute('aria-label')).toBe('1');
  expect(ids()).toEqual(first);
});
