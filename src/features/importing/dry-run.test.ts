import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importCommand } from '../../commands/import-command.server.ts';
import { articles, categories } from '../../database/schema.ts';
import { readConfig } from '../../platform/settings/config.server.ts';
import { titled, type WxrItem, wxr } from '../../testing/wxr.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('empty');
let printed: string[] = [];
const folder = newFolder();
beforeAll(async () => {
  await database.db.insert(categories).values({ id: 260, key: 'social', name: 'Social', displayName: 'Social' });
});
async function run(...args: string[]): Promise<number> {
  printed = [];
  const say = (line: string) => void printed.push(line);
  return importCommand.run(args, {
    connection: database.connection,
    config: readConfig({ DATA_DIR: database.dataDir }),
    output: { isTty: false, out: say, err: say, progress: () => {} },
    cwd: folder,
    signal: new AbortController().signal,
    isInsideServer: false,
  });
}
function write(name: string, items: WxrItem[] | string): string {
  writeFileSync(join(folder, name), typeof items === 'string' ? items : wxr(items));
  return name;
}
const tables = [
  'articles, article_tags, authors, tags, redirects, search_documents, import_runs, import_run_files',
  'imported_images, studio_pieces, studio_revisions, studio_acts, totals, article_categories',
];
const world = async () =>
  Promise.all(
    tables
      .join(', ')
      .split(', ')
      .map(async (table) => (await database.db.execute(sql.raw(`select * from ${table} t order by t::text`))).rows),
  );

it('reports what would be new, changed, kept and lost, and writes nothing', async () => {
  await run(write('first.xml', titled('Same', 'Changed', 'Edited')));
  const [edited] = await database.db.select().from(articles).where(eq(articles.title, 'Edited'));
  await database.db.execute(sql`insert into studio_revisions (kind, piece_id, number, fields, body, author_id)
    values ('articles', ${edited!.id}, 2, '{"title":"Edited"}', 'By hand', gen_random_uuid())`);
  await database.db.execute(
    sql`update studio_pieces set revision = 2, state = 'draft' where kind = 'articles' and id = ${edited!.id}`,
  );
  const before = await world();

  const picture = '<img src="https://old.example/a.png" alt="A map">';
  const second = write('second.xml', [
    { title: 'Same' },
    { title: 'Changed', text: `Newer ${picture}`, tags: ['water'] },
    { title: 'Edited', text: 'Newer too' },
    { title: 'New' },
  ]);
  expect(await run(second, '--dry-run')).toBe(1);
  const dry = printed.join('\n');
  expect(dry).toContain('second.xml: a dry run. Nothing is written.');
  for (const words of [/1\s+new/, /1\s+changed/, /1\s+unchanged/, /1\s+NOT TAKEN because they were changed here too/])
    expect(dry).toMatch(words);
  expect(dry).toContain('"Edited"');
  expect(await world()).toEqual(before);

  expect(await run(second)).toBe(1);
  const counts = (text: string) => text.match(/^ +\d+ {2}.*$/gm);
  expect(counts(printed.join('\n'))).toEqual(counts(dry));
});

it('tells of each picture that the media folder lacks, and stores none', async () => {
  const post = {
    id: 1,
    title: 'Pictures',
    slug: 'pictures',
    html: '<img src="/content/images/here.png"><img src="/content/images/gone.png">',
    status: 'published',
    published_at: '2019-01-01T00:00:00Z',
  };
  mkdirSync(join(folder, 'media/content/images'), { recursive: true });
  writeFileSync(join(folder, 'media/content/images/here.png'), 'x');
  write('ghost.json', JSON.stringify({ db: [{ data: { posts: [post], settings: [] } }] }));
  const before = await world();
  expect(await run('ghost.json', '--site', 'my-blog', '--media', 'media', '--dry-run')).toBe(1);
  expect(printed.join('\n')).toContain('"Pictures": content/images/gone.png');
  expect(printed.join('\n')).not.toContain('here.png');
  expect(await world()).toEqual(before);
});

it('is refused for what has none', async () => {
  mkdirSync(join(folder, 'own/articles'), { recursive: true });
  await expect(run('own', '--format', 'content', '--dry-run')).rejects.toThrow('--dry-run');
  await expect(run('own', '--replace-samples', '--dry-run')).rejects.toThrow('--replace-samples has no dry run');
});
