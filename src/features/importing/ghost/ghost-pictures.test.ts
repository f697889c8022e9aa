import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import { articles, categories } from '../../../database/schema.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { openDatabase } from '../../../testing/open-database.ts';

const database = openDatabase('empty');
const folder = newFolder();
let printed: string[] = [];
beforeAll(async () => {
  await database.db.insert(categories).values({ id: 260, key: 'social', name: 'Social', displayName: 'Social' });
  const posts = [
    [
      'One',
      '<p><img src="__GHOST_URL__/content/images/2019/a_b.png" alt="A map"> <a href="__GHOST_URL__/two/">Two</a></p>',
    ],
    ['Two', '<p>Old <img src="/content/images/old.png" alt="Old"></p>'],
    ['Three', '<p>No picture, <a href="__GHOST_URL__/one/">one</a></p>'],
  ].map(([title, html], index) => ({
    id: index + 1,
    title,
    html,
    slug: title!.toLowerCase(),
    status: 'published',
    published_at: '2019-01-01T00:00:00Z',
    feature_image: index === 1 ? '__GHOST_URL__/content/images/cover.png' : null,
  }));
  writeFileSync(join(folder, 'g.json'), JSON.stringify({ posts, settings: [{ key: 'title', value: 'Our town' }] }));
});
async function run(...args: string[]): Promise<number> {
  printed = [];
  const say = (line: string) => void printed.push(line);
  return importCommand.run(args, commandContext(database.services, { cwd: folder, tell: say }));
}
const stored = async () => new Map((await database.db.select().from(articles)).map((row) => [row.title, row]));

it('pictures without an address are told as lost one by one, with exit status 1; links lead on here', async () => {
  expect(await run('g.json')).toBe(1);
  const told = printed.join('\n');
  for (const [title, path] of [
    ['One', '2019/a_b.png'],
    ['Two', 'old.png'],
    ['Two', 'cover.png'],
  ])
    expect(told).toMatch(new RegExp(`"${title}" \\(/studio/articles/\\d+\\): content/images/${path}`));
  const pieces = await stored();
  expect([...pieces.values()].map(({ bodyHtml }) => bodyHtml).join('')).not.toMatch(/media\.invalid|<img/);
  expect(pieces.get('One')!.bodyHtml).toContain('<em>A map</em>');
  expect(pieces.get('One')!.bodyHtml).toContain('href="/two/"');
});

it('a folder gives them, and changes only the pieces that show one; an address changes no other either', async () => {
  const before = await stored();
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  mkdirSync(join(folder, 'content/images/2019'), { recursive: true });
  for (const name of ['2019/a_b.png', 'old.png', 'cover.png']) writeFileSync(join(folder, 'content/images', name), png);
  expect(await run('g.json', '--media', 'content')).toBe(0);
  expect(printed.join('\n')).toMatch(/ 2 {2}changed[\s\S]* 1 {2}unchanged|1 {2}unchanged/);
  const after = await stored();
  expect(after.get('One')!.bodyHtml).toMatch(
    /<img src="\/media\/imported\/\w+\.webp" alt="A map" width="20" height="10"/,
  );
  expect(after.get('Two')!.thumbnail).toMatch(/^\/media\/imported\//);
  expect(after.get('Three')).toEqual(before.get('Three'));

  await run('g.json', '--base-url', 'https://old.example');
  expect((await stored()).get('Three')).toEqual(before.get('Three'));
  await expect(run('g.json', '--media', 'nowhere')).rejects.toThrow('is no folder');
});
