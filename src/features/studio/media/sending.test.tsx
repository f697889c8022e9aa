// @vitest-environment jsdom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { SendingBar, type SendingState } from './sending.tsx';

/** As a browser's translation does: each text is taken out of its element, and a copy stands there. */
function translate(element: Element): void {
  for (const node of Array.from(element.childNodes)) {
    if (node instanceof Element) translate(node);
    else {
      const copy = document.createElement('font');
      copy.textContent = node.textContent;
      node.replaceWith(copy);
    }
  }
}

test('the state of sending stays true on a page that the browser translates', async () => {
  document.body.innerHTML = '<div></div>';
  const root = createRoot(document.querySelector('div')!);
  const nothing = () => undefined;
  const settled = () => Promise.resolve();
  /** What it says, buttons left out. */
  const said = async (state: SendingState['state']) => {
    const sending = {
      state,
      isBusy: true,
      pause: nothing,
      goOn: nothing,
      stop: settled,
      refuse: nothing,
      send: nothing,
    };
    flushSync(() => root.render(<SendingBar sending={sending} />));
    const parts = document.querySelectorAll('.studio-sending > :not(.studio-row)');
    const text = Array.from(parts, (part) => part.textContent).join('');
    translate(document.body);
    return text;
  };
  expect(await said({ at: 'sending', percent: 20 })).toBe('Sending: 20 %');
  expect(await said({ at: 'paused', percent: 40 })).toBe('Paused at 40 %. What has arrived is kept for a day.');
  expect(await said({ at: 'sending', percent: 50 })).toBe('Sending: 50 %');
  expect(await said({ at: 'paused', percent: 60 })).toBe('Paused at 60 %. What has arrived is kept for a day.');
  expect(await said({ at: 'waiting', percent: 60 })).toBe('No network. 60 % have arrived; it goes on by itself.');
  expect(await said({ at: 'sent' })).toBe('It is here.');
  expect(await said({ at: 'refused', message: 'Too large.' })).toBe('Too large.');
});
