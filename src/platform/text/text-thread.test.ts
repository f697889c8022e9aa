import { afterEach, expect, it } from 'vitest';
import { startCommunityTexts } from '../../features/communities/start-community-texts.server.ts';
import { createTextThread, type TextThread } from './text-thread.server.ts';

let texts: TextThread;
afterEach(() => texts.close());

const program = (work: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ text }) => { ${work} });`)}`,
  );
const echo =
  "if (text === 'hang') while (true); if (text === 'die') process.exit(1); parentPort.postMessage({ value: text });";

it('a text that takes too long has no result, and the next one is shown', async () => {
  texts = startCommunityTexts();
  expect(await texts.run('*bold*')).toEqual({ value: '<p><em>bold</em></p>' });
  await texts.close();
  texts = createTextThread(new URL('../../features/communities/community-text-thread.server.ts', import.meta.url), {
    deadline: 20,
  });
  const hostile = '*['.repeat(740) + '<x'.repeat(4_000);
  expect(await texts.run(hostile)).toBeNull();
  // On a busy machine, even a short text may take longer than the deadline.
  const shown = { value: '<p><code>code</code></p>' };
  await expect.poll(() => texts.run('`code`'), { timeout: 20_000 }).toEqual(shown);
}, 30_000);

it('a text that is refused says why in one sentence', async () => {
  texts = startCommunityTexts();
  expect(await texts.run('['.repeat(2_000))).toEqual({ problem: 'There are too many formatting signs in it.' });
}, 30_000);

it('a thread that hangs or dies is replaced', async () => {
  texts = createTextThread(program(echo), { deadline: 100, patience: 20_000 });
  expect(await Promise.all(['a', 'hang', 'b', 'die', 'c'].map((text) => texts.run(text)))).toEqual([
    { value: 'a' },
    null,
    { value: 'b' },
    null,
    { value: 'c' },
  ]);
}, 30_000);

it('a full queue, or too long a wait, is answered 503', async () => {
  texts = createTextThread(program(echo), { deadline: 100, patience: 300, mostWaiting: 2 });
  const held = texts.run('hang');
  const patient = texts.run('a');
  const other = texts.run('b');
  await expect(texts.run('c')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
  for (const waiting of [patient, other]) await expect(waiting).rejects.toMatchObject({ status: 503 });
  expect(await held).toBeNull();
}, 30_000);
