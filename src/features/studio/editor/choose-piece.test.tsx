// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChoosePiece } from './arrange-sections.tsx';
import { ReadError } from '../../../platform/browser/read-json.ts';
import { withQueries } from '../../../testing/with-queries.tsx';
import { type Editing, EditorContext } from './editor-context.ts';
import type { StudioCalls } from './studio-calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
});
afterEach(() => vi.useRealTimers());

function change(element: HTMLInputElement | HTMLSelectElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, 'value')!.set!.call(element, value);
  element.dispatchEvent(new Event(element instanceof HTMLInputElement ? 'input' : 'change', { bubbles: true }));
}

/** The search leaves 300 ms after the last key; what it finds is drawn after that. */
async function answered() {
  await act(async () => vi.advanceTimersByTimeAsync(400));
  await act(async () => vi.advanceTimersByTimeAsync(10));
}

test('what was found of one kind is not offered as another', async () => {
  const box = document.body.appendChild(document.createElement('div'));
  const chosen: string[] = [];
  const load = async (path: string) => [
    { id: 1, key: path.startsWith('/videos') ? 'a-video' : 'an-article', title: 'Passport', live: 1 },
    { id: 2, key: 'hidden', title: 'Passport draft', live: null },
  ];
  const root = createRoot(box);
  const isThere = () => false;
  const onChoose = (slot: string) => void chosen.push(slot);
  const calls = { load } as unknown as StudioCalls;
  await act(async () =>
    root.render(
      withQueries(
        <EditorContext value={{ calls } as Editing}>
          <ChoosePiece isThere={isThere} onChoose={onChoose} />
        </EditorContext>,
      ),
    ),
  );
  const offered = () => [...box.querySelectorAll<HTMLButtonElement>('li button')];

  await act(async () => change(box.querySelector('input')!, 'passport'));
  await answered();
  expect(offered().map(({ textContent }) => textContent)).toEqual(['Passport']);
  await act(async () => change(box.querySelector('select')!, 'videos'));
  expect(offered()).toEqual([]);
  await answered();
  await act(async () => offered()[0]!.click());
  expect(chosen).toEqual(['video:a-video']);
  await act(async () => root.unmount());
});

test('a search without an answer is not told as one without results', async () => {
  const box = document.body.appendChild(document.createElement('div'));
  const load = () => Promise.reject(new ReadError(0));
  const calls = { load } as unknown as StudioCalls;
  const root = createRoot(box);
  await act(async () =>
    root.render(
      withQueries(
        <EditorContext value={{ calls } as Editing}>
          <ChoosePiece isThere={() => false} onChoose={() => {}} />
        </EditorContext>,
      ),
    ),
  );
  await act(async () => change(box.querySelector('input')!, 'passport'));
  await answered();
  expect(box.querySelector('[role=status]')!.textContent).toBe('The search did not work. Change a word to try again.');
  await act(async () => root.unmount());
});
