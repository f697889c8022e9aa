// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { TextField } from '../scheme-form/more-controls.tsx';
import { ArrangeSections } from './arrange-sections.tsx';
import { MoreFields } from './more-fields.tsx';
import type { PieceSaver } from './piece-saver.ts';
import type { Snapshot } from './piece-snapshot.ts';
import type { StudioCalls } from './studio-calls.ts';

// With Preact, as build-islands.ts builds it for the browser.
vi.mock('react', () => import('../../../islands/react-in-browser.ts'));
vi.mock('react-dom/client', () => import('preact/compat/client'));
vi.mock('react/jsx-runtime', () => import('preact/jsx-runtime'));
vi.mock('react/jsx-dev-runtime', () => import('preact/jsx-runtime'));

afterEach(() => document.body.replaceChildren());

const nothing = () => undefined;

function show(part: ReactNode) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(part);
  return root;
}

test('a number that was refused does not stay in the field', () => {
  const sections = [{ title: 'New', layout: 'CardMain', latest: { kind: 'article', limit: 6 } }];
  const accepted: unknown[] = [];
  const root = show(
    <ArrangeSections
      sections={sections}
      titles={{}}
      calls={{} as StudioCalls}
      otherLanguages={[]}
      mayWrite
      onChange={(next) => accepted.push(next)}
    />,
  );
  const field = document.querySelector<HTMLInputElement>('input[type=number]')!;
  field.value = '30';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  expect(accepted).toEqual([]);
  expect(field.value).toBe('6');
  root.unmount();
});

test('fields of a file are not marked as misspelt', async () => {
  const saver = { value: () => null, change: nothing } as unknown as PieceSaver;
  const now = { base: { fields: {} } } as Snapshot;
  const root = show(<MoreFields saver={saver} now={now} names={['video']} mayWrite isOpen />);
  await expect.poll(() => document.querySelector('textarea')?.getAttribute('spellcheck')).toBe('false');
  root.unmount();
});

test('a text in the language of the page after one in another has a known language', () => {
  const field = (text: string) => <TextField label="Name" value={text} mayWrite onChange={nothing} />;
  const root = show(field('प्रधानमंत्री आवास योजना'));
  const lang = () => document.querySelector('input')!.getAttribute('lang');
  expect(lang()).toBe('hi');
  root.render(field('Housing for all'));
  expect(lang()).toBe('en');
  root.unmount();
});
