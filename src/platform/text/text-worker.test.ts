// @runs slow
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { startCommunityTexts } from '../../features/communities/start-community-texts.server.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { createTextWorker, type TextWorker } from './text-worker.server.ts';

let texts: TextWorker;
afterEach(() => texts.close());

const folder = newFolder();

const serve = new URL('../process/worker-process.server.ts', import.meta.url).href;
const echo = pathToFileURL(join(folder, 'echo.ts'));
writeFileSync(
  echo,
  `import { serveParent } from '${serve}';
serveParent(({ text }) => {
  if (text === 'hang') while (true);
  if (text === 'die') process.exit(1);
  if (text === 'fill') 'ab '.repeat(50_000_000).split(' ');
  return { value: text };
});`,
);

it('a text that takes too long has no result, and the next one is shown', async () => {
  texts = startCommunityTexts();
  expect(await texts.run('*bold*')).toEqual({ value: '<p><em>bold</em></p>' });
  await texts.close();
  texts = createTextWorker(new URL('../../features/communities/community-text-worker.server.ts', import.meta.url), {
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

it('a worker that hangs, dies or takes all its memory is replaced', async () => {
  texts = createTextWorker(echo, { deadline: 2_000, patience: 60_000 });
  const asked = ['a', 'hang', 'b', 'die', 'c', 'fill', 'd'];
  expect(await Promise.all(asked.map((text) => texts.run(text)))).toEqual(
    asked.map((text) => (text.length > 1 ? null : { value: text })),
  );
}, 60_000);

it('a full queue, or too long a wait, is answered 503', async () => {
  texts = createTextWorker(echo, { deadline: 100, patience: 300, mostWaiting: 2 });
  const held = texts.run('hang');
  const patient = texts.run('a');
  const other = texts.run('b');
  await expect(texts.run('c')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
  for (const waiting of [patient, other]) await expect(waiting).rejects.toMatchObject({ status: 503 });
  expect(await held).toBeNull();
}, 30_000);

const textWorker = new URL('./text-worker.server.ts', import.meta.url).href;
const script = (name: string, body: string) => {
  const file = join(folder, name);
  writeFileSync(
    file,
    `import { openSync, closeSync } from 'node:fs';
import { createTextWorker } from '${textWorker}';
const texts = createTextWorker(new URL('${echo.href}'), { deadline: 60_000 });
${body}`,
  );
  return file;
};

it('a worker that cannot be started refuses its text, and the next one is tried', () => {
  const file = script(
    'no-descriptors.ts',
    `const open = [];
try { for (;;) open.push(openSync('/dev/null')); } catch {}
const first = await texts.run('a').catch(({ status }) => status);
open.forEach((one) => closeSync(one));
console.log(JSON.stringify([first, await texts.run('b')]));
await texts.close();`,
  );
  const { stdout, stderr } = spawnSync('sh', ['-c', `ulimit -n 200; exec "${process.execPath}" "${file}"`]);
  expect(JSON.parse(String(stdout)), String(stderr)).toEqual([503, { value: 'b' }]);
}, 60_000);

it('a worker in a loop ends with the process that started it', async () => {
  const file = script('killed.ts', `texts.run('hang'); setTimeout(() => console.log('begun'), 2_000);`);
  const parent = spawn(process.execPath, [file]);
  await once(parent.stdout, 'data');
  const [worker] = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').match(/\d+/g)!;
  const runs = () =>
    existsSync(`/proc/${worker}/stat`) && !readFileSync(`/proc/${worker}/stat`, 'utf8').includes(') Z');
  expect(runs()).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(runs, { timeout: 20_000 }).toBe(false);
}, 60_000);
