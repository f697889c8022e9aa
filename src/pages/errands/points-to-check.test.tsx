// @vitest-environment jsdom
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { compileSchemes } from '../../features/schemes/find-schemes.ts';
import { finderFile, finderWords } from '../../features/schemes/finder-paths.ts';
import { lookAtVerdicts } from '../../features/schemes/fit-changes.ts';
import { finderFileOf, finderWordsOf } from '../../features/schemes/write-finder-file.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { cart, profileAnswers, schemeVerdicts } from '../../platform/browser/local-store.ts';
import { clearBrowser, fakeService } from '../../testing/fake-session-service.ts';
import { withQueries } from '../../testing/with-queries.tsx';
import { CartList } from './cart-list.tsx';
import { start } from './fit-changes.island.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  clearBrowser();
  document.body.replaceChildren();
});

const addBox = () => document.body.appendChild(document.createElement('div'));
const marked = (box: HTMLElement) => [...box.querySelectorAll('[lang=hi]')].map(({ textContent }) => textContent);

test('a saved scheme says what else to check, each sentence in its language', async () => {
  const saved = { id: 7, name: 'Land money', documents: [], officialUrl: null, benefit: null };
  const alsoCheck = ['Ask the tehsil.', 'गाँव में पूछें।'];
  fakeService({
    'GET /api/schemes?ids=7': { body: { data: [{ ...saved, canonicalUrl: '/article/land-money-Nw', alsoCheck }] } },
  });
  cart.write({ guest: { items: [{ schemeId: 7 }] } });
  const box = addBox();
  const root = createRoot(box);
  root.render(withQueries(<CartList />));
  await expect.poll(() => box.textContent).toContain('Also check: Ask the tehsil. गाँव में पूछें।');
  expect(marked(box)).toEqual(['गाँव में पूछें।']);
  root.unmount();
});

test('where new rules let somebody in, the points to check stand beside it; where they leave somebody out, none', async () => {
  const upTo = (id: number, name: string, years: number, alsoCheck: string[]) => ({
    id,
    name,
    kind: 'cash' as const,
    rules: { version: 1 as const, all: [{ fact: 'age' as const, lte: years }] },
    benefit: null,
    canonicalUrl: `/article/x-${id}`,
    alsoCheck,
  });
  const schemes = (land: number, water: number) => [
    upTo(7, 'Land money', land, ['Ask the tehsil.', 'गाँव में पूछें।']),
    upTo(8, 'Water money', water, ['Ask the dam.']),
  ];
  const day = dayInIndia();
  profileAnswers.write({ guest: { age: 46 } });
  schemeVerdicts.write({ guest: lookAtVerdicts(compileSchemes(schemes(40, 50), day), { age: 46 }, day) });
  fakeService({
    [`GET ${finderFile}`]: { body: finderFileOf(schemes(50, 40)) },
    [`GET ${finderWords}`]: { body: finderWordsOf(schemes(50, 40)) },
  });
  const box = addBox();
  await start(box, { isFinder: false });
  const [land, water] = [...box.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(land).toContain('You may now fit: Land money');
  expect(land).toMatch(/Also check: Ask the tehsil\. गाँव में पूछें।$/);
  expect(marked(box)).toEqual(['गाँव में पूछें।']);
  expect(water).toContain('No longer: Water money');
  expect(water).not.toContain('Also check');
});
