// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { withQueries } from '../../../testing/with-queries.tsx';
import type { StudioKind } from '../../../database/schema.ts';
import { RecordPart } from '../scheme-form/record-part.tsx';
import { draftSchema, kindRules } from '../studio-kinds.ts';
import { labelOf, Sources } from './detail-fields.tsx';
import { TextField } from '../fields.tsx';
import { type Editing, EditorContext } from './editor-context.ts';
import { ArrangeSections } from './arrange-sections.tsx';
import { DetailsForm } from './details-form.tsx';
import type { EditorProps } from './editor-props.ts';
import { MoreFields } from './details-form.tsx';
import type { PieceSaver } from './piece-saver.ts';
import type { Snapshot } from './piece-snapshot.ts';
import type { StudioCalls } from './studio-calls.ts';

afterEach(() => document.body.replaceChildren());

const nothing = () => undefined;
const within = (piece: object, part: ReactNode) => <EditorContext value={piece as Editing}>{part}</EditorContext>;

function show(part: ReactNode) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(part));
  return root;
}

test('a number may be empty while it is typed; one that was refused does not stay in the field', async () => {
  const sections = [{ title: 'New', layout: 'CardMain', latest: { kind: 'article', limit: 6 } }];
  const accepted: unknown[] = [];
  const saver = { value: () => sections, change: (_: string, next: unknown) => accepted.push(next) };
  const props = { titles: {}, otherLanguages: [] };
  const root = show(withQueries(within({ saver, props }, <ArrangeSections name="sections" />)));
  const field = document.querySelector<HTMLInputElement>('input[type=number]')!;
  const type = (text: string) => {
    // React overrides the element's own setter, and would not notice the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  for (const text of ['', '30']) {
    type(text);
    await expect.poll(() => field.value).toBe(text);
  }
  expect(accepted).toEqual([]);
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await expect.poll(() => field.value).toBe('6');
  type('12');
  expect(accepted).toMatchObject([[{ latest: { limit: 12 } }]]);
  root.unmount();
});

test('fields of a file are not marked as misspelt', async () => {
  const saver = { value: () => null, change: nothing } as unknown as PieceSaver;
  const now = { base: { fields: {} } } as Snapshot;
  const root = show(withQueries(within({ saver, now }, <MoreFields names={['video']} isOpen />)));
  await expect.poll(() => document.querySelector('textarea')?.getAttribute('spellcheck')).toBe('false');
  root.unmount();
});

test('fields without a form are named in words, with the name that stands in a file', async () => {
  const saver = { value: () => null, change: nothing } as unknown as PieceSaver;
  const now = { base: { fields: {} } } as Snapshot;
  const root = show(withQueries(within({ saver, now }, <MoreFields names={['translations', 'rules']} isOpen />)));
  const hints = () => [...document.querySelectorAll('.hint')].map(({ textContent }) => textContent);
  await expect.poll(hints).toContain('In other languages (translations), Rules (rules)');
  root.unmount();
});

test.each(Object.keys(kindRules) as StudioKind[])('every field of %s has a name in words', (kind) => {
  const fields = Object.keys(draftSchema(kind).shape);
  expect(fields.filter((name) => labelOf(name) === name)).toEqual([]);
});

test('an empty source says so once, beside it', () => {
  const problems = [{ path: 'sources.0', message: 'Nothing is in it yet.', isBlocking: true }];
  const saver = {
    value: (name: string) => (name === 'sources' ? [{ title: '', url: '' }] : null),
    change: nothing,
    read: () => ({ base: { problems }, changes: {} }),
  } as unknown as PieceSaver;
  const root = show(within({ saver }, <Sources name="sources" />));
  expect([...document.querySelectorAll('.err')].map(({ textContent }) => textContent)).toEqual([
    'Nothing is in it yet.',
  ]);
  root.unmount();
});

test('a record that was just begun is not red before anything is typed', () => {
  const begun = { name: 'A', level: 'central', officialUrl: '' };
  const part = (isNew: boolean, record: object) => (
    <RecordPart record={{ ...record }} details={[]} isNew={isNew} isTranslation={false} set={nothing} />
  );
  const errors = () => document.querySelectorAll('.err').length;
  const root = show(part(true, begun));
  expect(errors()).toBe(0);
  flushSync(() => root.render(part(true, { ...begun, officialUrl: 'https://' })));
  expect(errors()).toBe(1);
  root.unmount();
  const again = show(part(false, begun));
  expect(errors()).toBe(1);
  again.unmount();
});

test('a text in the language of the page after one in another takes the page’s language', () => {
  const field = (text: string) => <TextField label="Name" value={text} onChange={nothing} />;
  const root = show(field('प्रधानमंत्री आवास योजना'));
  const lang = () => document.querySelector('input')!.getAttribute('lang');
  expect(lang()).toBe('hi');
  flushSync(() => root.render(field('Housing for all')));
  expect(lang()).toBeNull();
  root.unmount();
});

test('what is wrong with the clip stands at its select, until another one is chosen', async () => {
  const base = {
    fields: {},
    body: '',
    problems: [{ path: 'video', message: 'There is no clip yet.', isBlocking: true }],
  };
  const changes: Record<string, unknown> = {};
  const now = { base, changes } as unknown as Snapshot;
  const saver = { value: (name: string) => changes[name], read: () => now } as unknown as PieceSaver;
  const load = vi.fn<() => Promise<object>>(async () => []);
  const calls = { load } as unknown as StudioCalls;
  const props = { kind: 'videos', titleField: 'title', fieldNames: ['video', 'captions'] } as unknown as EditorProps;
  const form = () => withQueries(within({ saver, now, calls, props }, <DetailsForm />));
  const root = show(form());
  await expect.poll(() => load.mock.calls.length).toBe(2);
  const select = (name: string) => document.querySelector<HTMLSelectElement>(`#studio-field-${name}`)!;
  const described = (name: string) =>
    select(name)
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  expect(select('video').getAttribute('aria-invalid')).toBe('true');
  expect(described('video')).toEqual(['There is no clip yet.', 'From the media desk.']);
  expect(select('captions').getAttribute('aria-invalid')).toBeNull();
  expect(described('captions')).toEqual(['None chosen: those of the clip.']);
  changes.video = '/media/studio/1.mp4';
  root.render(form());
  await expect.poll(() => select('video').getAttribute('aria-invalid')).toBeNull();
  expect(described('video')).toEqual(['From the media desk.']);
  root.unmount();
});
