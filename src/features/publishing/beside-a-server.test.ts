// @runs slow, on both databases
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresServer, templateFolder } from '../../testing/test-database.ts';
import { runProcess, runServer } from '../../testing/run-process.ts';
import { newFolder } from '../../testing/new-folder.ts';

const folder = newFolder();
const DATA_DIR = join(folder, 'data');
const key = 'zz-two-processes';

const article = (id: number, text: string, more = '') =>
  `---\nid: ${id}\ntitle: A notice from two processes\nsummary: What one process saves another one shows.\nauthor: ravi-iyer\ncategories: [schemes]\nstatus: published\npublishedAt: 2026-01-05T09:00:00+05:30\n${more}---\n\n${text}\n`;

// An editor's commands as separate processes, beside the server process that holds PGlite.
describe.skipIf(postgresServer !== undefined)('beside a running server', () => {
  let server: Awaited<ReturnType<typeof runServer>>;
  let path: string;

  beforeAll(async () => {
    cpSync(await templateFolder('demo'), DATA_DIR, { recursive: true });
    server = await runServer({ DATA_DIR });
    path = ((await (await fetch(`${server.origin}/api/article/1001`)).json()) as { data: { canonicalUrl: string } })
      .data.canonicalUrl;
  });
  afterAll(() => server.ends('SIGKILL'));

  const command = async (...args: string[]) => {
    const [name = '', ...rest] = args;
    const run = runProcess(name === 'import' ? ['scripts/import.ts', ...rest] : ['scripts/publish.ts', name, ...rest], {
      DATA_DIR,
    });
    const { status } = await run.ends();
    return { status, output: run.output() };
  };
  const read = async (address = path) => {
    const answer = await fetch(server.origin + address);
    return { status: answer.status, text: await answer.text() };
  };

  it('unpublish, publish and remove show at once, although the page was cached', async () => {
    expect((await read()).status).toBe(200);
    expect(await command('unpublish', 'article:1001')).toMatchObject({ status: 0 });
    expect((await read()).status).toBe(404);
    expect(await command('publish', path)).toMatchObject({ status: 0 });
    expect((await read()).status).toBe(200);
    expect(await command('remove', 'article:1001', '--reason', 'Order of a court')).toMatchObject({ status: 0 });
    expect((await read()).status).toBe(410);
    expect((await read('/feed.xml')).text).not.toContain(path);
  });

  it('a file that is saved is a page; its correction stands there with its date', async () => {
    const content = join(folder, 'content');
    cpSync('content', content, {
      recursive: true,
      filter: (source) => !/content\/(articles|videos|webstories|media|feed)(\/|$)/.test(source),
    });
    cpSync('content/articles', join(content, 'articles'), {
      recursive: true,
      filter: (source) => !source.endsWith('.md'),
    });
    const file = join(content, 'articles', `${key}.md`);
    writeFileSync(file, article(9_901, 'The fee is 10 rupees.'));
    const taken = await command('import', content, '--publish');
    expect(taken.output).toContain('1  new');
    const { data } = (await (await fetch(`${server.origin}/api/article/9901`)).json()) as {
      data: { canonicalUrl: string };
    };
    expect((await read(data.canonicalUrl)).text).toContain('10 rupees');

    writeFileSync(
      file,
      article(
        9_901,
        'The fee is 20 rupees.',
        'corrections:\n  - date: 2026-02-03\n    text: The fee was given as 10 rupees.\n',
      ),
    );
    await command('import', content, '--publish');
    const { text } = await read(data.canonicalUrl);
    expect(text).toContain('The fee is 20 rupees.');
    expect(text).toContain('The fee was given as 10 rupees.');
    expect(text).toContain('Corrected on 3 Feb 2026');
  });

  it('stale names what was never checked; wrong use ends with 2', async () => {
    const stale = await command('stale');
    expect(stale).toMatchObject({ status: 0 });
    expect(stale.output).toContain('article:9901');
    expect(await command('unpublish', 'article:nothing-of-that-name')).toMatchObject({ status: 2 });
  });
});
