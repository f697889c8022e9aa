import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { desc } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importCommand } from '../../commands/import-command.server.ts';
import { articles, categories, importRuns } from '../../database/schema.ts';
import { commandContext } from '../../testing/command-context.ts';
import { wxr } from '../../testing/wxr.ts';
import { createReport } from './report.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('empty');
let printed: string[] = [];
const folder = newFolder();
beforeAll(async () => {
  const names = { 260: 'social', 261: 'rights' };
  await database.db
    .insert(categories)
    .values(Object.entries(names).map(([id, key]) => ({ id: Number(id), key, name: key, displayName: key })));
});
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  return name;
};
async function run(...args: string[]): Promise<number> {
  printed = [];
  const services = database.services;
  return importCommand.run(args, commandContext(services, { cwd: folder, tell: (line) => void printed.push(line) }));
}
/** What the newest run has kept of lost media: by code, the addresses, each with the title and number of its piece. */
async function lost(isStored = true): Promise<Record<string, string[]>> {
  const [newest] = await database.db.select().from(importRuns).orderBy(desc(importRuns.id)).limit(1);
  const numbers = new Map((await database.db.select().from(articles)).map(({ title, id }) => [title, id]));
  return Object.fromEntries(
    newest!.report.flatMap(({ kind, reason, names }) => {
      if (kind !== 'media') return [];
      const told = names.map((name) => {
        if (typeof name === 'string') throw new Error(name);
        expect(isStored ? name.id : numbers.get(name.title)).toBe(isStored ? numbers.get(name.title) : undefined);
        expect(name.id).toBeGreaterThan(0);
        expect(printed.join('\n')).toContain(`"${name.title}" (/studio/articles/${name.id}): ${name.about}`);
        return `${name.title}: ${name.about}`;
      });
      return [[reason, told.sort()]];
    }),
  );
}

it('WordPress: pictures, files and sounds that stay on the old site are named with their piece', async () => {
  const text = `<p><a href="/wp-content/uploads/form.pdf">Form</a> <a href="https://pib.gov.in/a.pdf">Not of the site</a>
    <a href="/other-piece/">A piece</a> <img src="map.png" alt="Map"> <img src="data:image/png;base64,AAAA" alt="Inside"></p>
    [audio mp3="https://old.example/talk.mp3"]<video src="/clip.mp4"></video>`;
  const file = write('w.xml', wxr([{ title: 'Bulli Bai', text }, { title: 'Plain' }]));
  expect(await run(file, '--dry-run')).toBe(1);
  expect(printed.join('\n')).toContain('"Bulli Bai": https://old.example/bulli-bai/map.png');
  expect(await run(file)).toBe(1);
  expect(await lost()).toEqual({
    picture_there: ['Bulli Bai: https://old.example/bulli-bai/map.png'],
    picture_gone: ['Bulli Bai: data:image/png;base64,AAAA…'],
    file_there: [
      'Bulli Bai: https://old.example/clip.mp4',
      'Bulli Bai: https://old.example/talk.mp3',
      'Bulli Bai: https://old.example/wp-content/uploads/form.pdf',
    ],
  });
  // Also where nothing has changed: what is missing is missing still.
  await run(write('w2.xml', wxr([{ title: 'Bulli Bai', text }, { title: 'Plain' }])));
  expect((await lost()).picture_there).toEqual(['Bulli Bai: https://old.example/bulli-bai/map.png']);
});

it('Hugo: what leads to nothing without the address of the site is lost, and what has one stays there', async () => {
  const raw = `---\ntitle: Shutdowns\ndate: 2021-05-01\nimage: /img/cover.jpg\n---\n![Map](/img/map.png) [Order](/files/order.pdf)
{{< figure src="img/x y.png" >}} {{< audio src="talk.mp3" >}} ![Ref][r] [Own](https://h.example/b.pdf)\n\n[r]: /img/ref.png\n`;
  write('content/post/a.md', raw);
  expect(await run('content', '--format', 'hugo', '--site', 'h.example')).toBe(1);
  const relative = ['/img/cover.jpg', '/img/map.png', '/img/ref.png', 'img/x y.png'];
  expect(await lost()).toEqual({
    picture_gone: relative.map((path) => `Shutdowns: ${path}`),
    file_gone: ['Shutdowns: /files/order.pdf', 'Shutdowns: talk.mp3'],
    file_there: ['Shutdowns: https://h.example/b.pdf'],
  });
  expect(await run('content', '--format', 'hugo', '--site', 'h.example', '--base-url', 'https://h.example')).toBe(0);
  expect(await lost()).toMatchObject({
    picture_there: [
      'Shutdowns: https://h.example/img/cover.jpg',
      'Shutdowns: https://h.example/img/map.png',
      'Shutdowns: https://h.example/img/ref.png',
      'Shutdowns: https://h.example/post/a/img/x%20y.png',
    ],
    file_there: [
      'Shutdowns: https://h.example/b.pdf',
      'Shutdowns: https://h.example/files/order.pdf',
      'Shutdowns: https://h.example/post/a/talk.mp3',
    ],
  });
});

it('Ghost: files, sounds and clips of an unknown site are named by their paths', async () => {
  const card = (inner: string, kind: string) => `<div class="kg-card kg-${kind}-card">${inner}</div>`;
  const html =
    card(
      '<a class="kg-file-card-container" href="__GHOST_URL__/content/files/f.pdf"><div class="kg-file-card-title">F</div></a>',
      'file',
    ) +
    card('<audio src="__GHOST_URL__/content/media/a.mp3"></audio><div class="kg-audio-title">Listen</div>', 'audio') +
    '<p><a href="__GHOST_URL__/content/files/g.pdf">G</a></p>';
  const post = {
    id: 1,
    title: 'Cards',
    slug: 'cards',
    html,
    status: 'published',
    published_at: '2022-01-01T00:00:00Z',
  };
  const file = write('g.json', JSON.stringify({ posts: [post], settings: [{ key: 'title', value: 'My town' }] }));
  expect(await run(file)).toBe(1);
  const paths = ['content/files/f.pdf', 'content/files/g.pdf', 'content/media/a.mp3'];
  expect(await lost()).toEqual({ file_gone: paths.map((path) => `Cards: ${path}`) });
  expect(await run(file, '--base-url', 'https://g.example')).toBe(0);
  expect(await lost()).toEqual({ file_there: paths.map((path) => `Cards: https://g.example/${path}`) });
});

it('content folder: what its articles show and lead to, and is not there, is named for drafts and live pieces', async () => {
  const media = 'media/here.webp';
  write(`site/content/${media}`, 'x');
  write('site/content/authors/asha.md', '---\nname: "Asha"\n---\n');
  const fields =
    'title: "Wells"\nsummary: "A summary"\nauthor: asha\ncategories: [social]\npublishedAt: 2026-10-01\nthumbnail: cover.webp';
  const body = `![Here](/${media}) ![Gone](/media/gone.webp) ![There](https://old.example/a.png) [Form](/media/f.pdf)`;
  write('site/content/articles/wells.md', `---\n${fields}\n---\n${body}\n`);
  for (const how of [[], ['--publish']]) {
    expect(await run('site/content', ...how), printed.join('\n')).toBe(1);
    expect(printed.join('\n')).not.toContain('NOT TAKEN');
    expect(await lost(how.length > 0)).toEqual({
      picture_gone: ['Wells: /media/articles/cover.webp', 'Wells: /media/gone.webp'],
      picture_there: ['Wells: https://old.example/a.png'],
      file_gone: ['Wells: /media/f.pdf'],
    });
  }
  await expect(run('site/content', '--publish', '--drafts')).rejects.toThrow('only one of them');
});

it('a report goes on where a killed process left it', () => {
  const output = { isTty: false, out: () => {}, err: () => {}, progress: () => {} };
  const first = createReport('a', output);
  first.loseMedia({ title: 'One', id: 1, about: 'https://old.example/a.png' }, 'picture_there');
  first.note('Two', 'Left out: a form.');
  const next = createReport('a', output);
  next.goOn(first.parts());
  next.loseMedia({ title: 'Three', id: 3, about: 'b.png' }, 'picture_there');
  expect(next.parts().map(({ kind, names }) => [kind, names.length])).toEqual([
    ['media', 2],
    ['noted', 1],
  ]);
});
