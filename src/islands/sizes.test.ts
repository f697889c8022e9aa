import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { readingFiles } from '../features/message-check/reading-files.ts';
import { readBrowserFiles } from './browser-files.server.ts';

const assets = 'build/client/assets';
const files = readdirSync(assets);
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
/** Without the hashes in names of files: they change with every change, and compress to another length each time. */
const sizeOf = (file: string) =>
  brotliCompressSync(readFileSync(join(assets, file), 'utf8').replaceAll(/-[\w-]{7,8}(?=\.(?:js|css)\b)/g, '')).length;

/** The script of that name with everything that it imports at once, but not on demand. */
function graphOf(name: string): Set<string> {
  const entry = files.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  const found = new Set<string>();
  const add = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(join(assets, file), 'utf8');
    for (const [, part] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) add(part!);
  };
  add(entry!);
  return found;
}
const total = (parts: Set<string>) => [...parts].reduce((sum, file) => sum + sizeOf(file), 0);

// Bytes of brotli. An island counts with boot.ts, which loads it.
test.each([
  ['boot', 3_500],
  ['first-save', 4_150],
  ['cart-store', 6_950],
  ['code.island', 7_900],
  ['ask.island', 12_700],
  ['thread.island', 20_000],
  ['cart.island', 83_550],
  ['finder.island', 95_500],
  ['editor.island', 112_300],
  ['unfinished.island', 9_150],
  ['send.island', 84_850],
  ['clip.island', 13_000],
  ['imports.island', 9_050],
])('%s is at most %i bytes to load', (name, most) => {
  expect(total(new Set([...graphOf('boot'), ...graphOf(name)]))).toBeLessThanOrEqual(most);
});

test('a signed-in reader’s page loads at most 8.1 kB of script more than a guest’s', () => {
  expect(total(graphOf('visitor.island')) - sizeOf([...graphOf('boot')][0]!)).toBeLessThanOrEqual(8_100);
});

test('the form of a scheme adds at most 45 kB to the editor, and comes when it is opened', () => {
  const editor = new Set([...graphOf('boot'), ...graphOf('editor.island')]);
  const form = graphOf('scheme-form');
  expect([...form].filter((file) => file.startsWith('scheme-form-'))).toHaveLength(1);
  expect([...editor].filter((file) => file.startsWith('scheme-form-'))).toEqual([]);
  expect(total(new Set([...form].filter((file) => !editor.has(file))))).toBeLessThanOrEqual(45_000);
});

test('what reads pictures is at most 8 MB to fetch, and no script asks for it before a picture was picked', () => {
  const reading = readdirSync(join(assets, 'reading')).filter((file) => !/\.br$|\.js\.gz$/.test(file));
  const fetched = readingFiles.map((path) => {
    const [name = ''] = /[^/]+$/.exec(path.replace(/\.\w+$/, '')) ?? [];
    const [file = '', ...others] = reading.filter((one) => one.startsWith(`${name}-`));
    expect([path, file !== '', others]).toEqual([path, true, []]);
    return file;
  });
  const bytes = fetched.reduce((sum, file) => {
    const content = readFileSync(join(assets, 'reading', file));
    return sum + (file.endsWith('.gz') ? content.length : brotliCompressSync(content, fast).length);
  }, 0);
  expect(bytes).toBeGreaterThan(4_000_000);
  expect(bytes).toBeLessThanOrEqual(8_000_000);
  const atOnce = new Set([...graphOf('boot'), ...graphOf('check.island')]);
  const asking = [...atOnce].filter((file) => readFileSync(join(assets, file), 'utf8').includes('traineddata-'));
  expect(asking).toEqual([]);
  expect(total(atOnce)).toBeLessThanOrEqual(59_600);
});

test('all that the finder and a question with an answer box ask for is bounded', () => {
  const all = (...names: string[]) => total(new Set(['boot', ...names].flatMap((name) => [...graphOf(name)])));
  expect(all('finder.island', 'finder-results', 'keep-offline')).toBeLessThanOrEqual(101_650);
  expect(
    all('thread.island', 'thread-acts', 'visitor.island', 'first-save', 'cart-store', 'hints.island'),
  ).toBeLessThanOrEqual(27_800);
});

test('React is one file, as the pages name it, and only islands that are components load it', () => {
  const scripts = files.filter((file) => file.endsWith('.js'));
  const [react, ...others] = scripts.filter((file) => readFileSync(join(assets, file), 'utf8').includes('react-dom'));
  expect([`/assets/${react}`, others]).toEqual([readBrowserFiles('build/client').react, []]);
  const withReact = scripts.filter((file) => file.includes('.island-')).map((file) => file.split('-')[0]!);
  expect(withReact.filter((name) => graphOf(name).has(react!)).toSorted()).toEqual([
    'cart.island',
    'editor.island',
    'finder.island',
    'send.island',
  ]);
});

test('Safari 15.4, which cannot look behind in a pattern, reads all but what falls back to its form', () => {
  const unreadable = files
    .filter((file) => file.endsWith('.js') && /\(\?<[=!]/.test(readFileSync(join(assets, file), 'utf8')))
    .map((file) => file.slice(0, -'-1234567.js'.length));
  // The studio's editor is for colleagues; e2e/check.spec.ts has the form of a message, whose patterns are many.
  const excepted = ['browser', 'check.island', 'clean-paste', 'editor.island', 'find-personal-numbers'];
  expect(unreadable.toSorted()).toEqual(excepted);
});
