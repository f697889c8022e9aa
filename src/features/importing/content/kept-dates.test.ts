// @runs on both databases
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import { articles, schemes, videos, webstories } from '../../../database/schema.ts';
import { readConfig } from '../../../platform/settings/config.server.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { mp4 } from '../../../testing/films.ts';
import { writeContent } from '../../../testing/write-content.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { openDatabase } from '../../../testing/open-database.ts';

const database = openDatabase('empty');
const root = newFolder();
const tables = [articles, videos, webstories] as (typeof articles)[];
const write = (name: string, text: string | Buffer) => writeContent(root, name, text);
async function run(): Promise<string> {
  const lines: string[] = [];
  const config = readConfig({ DATA_DIR: database.dataDir });
  const context = commandContext(
    { connection: database.connection, config },
    { tell: (line) => void lines.push(line) },
  );
  expect(await importCommand.run(['--publish', join(root, 'content')], context), lines.join('\n')).toBe(0);
  return lines.join('\n');
}
const common = 'author: asha\ncategories: [food]\npublishedAt: 2026-10-01\n';
const inHindi = 'lang: hi\ntranslationOf: ration\nfollows: 2026-10-01\n';
const record = 'scheme: { name: "Ration", level: central, officialUrl: "https://a.gov.in/"';
const rules = ', rules: { version: 1, all: [{ fact: age, gte: 18 }] }';
const article = (more: string, body = 'Text of [the other](article:rashan).') =>
  `---\ntitle: "Ration"\nsummary: "A summary"\ntags: [pan, aadhaar]\n${common}${more}${record}${more === '' ? rules : ''} }\n---\n${body}\n`;

beforeAll(async () => {
  write('authors/asha.md', '---\nname: "Asha"\n---\n');
  write('categories/food.md', '---\nname: "Food"\n---\n');
  write('media/videos/ration.mp4', mp4());
  for (const [key, more] of [
    ['ration', ''],
    ['rashan', inHindi],
  ] as const) {
    write(`articles/${key}.md`, article(more));
    const film = 'description: "A film"\nvideo: ration.mp4\n';
    write(`videos/${key}.md`, `---\ntitle: "Ration"\n${film}${common}${more}---\nText.\n`);
    const pages = 'pages: [{ heading: "One" }, { heading: "Two" }]\n';
    write(`webstories/${key}.md`, `---\ntitle: "Ration"\n${common}${more}${pages}---\n`);
  }
});

const dates = async () =>
  (
    await Promise.all(tables.map((table) => database.db.select({ lang: table.lang, at: table.updatedAt }).from(table)))
  ).flat();

it('an import whose result is the same moves no date, though an earlier version read the files otherwise', async () => {
  await run();
  const former = new Date('2026-10-02T00:00:00Z');
  const asEarlier = { sourceHash: sql`'0' || source_hash`, updatedAt: former };
  for (const table of tables) await database.db.update(table).set(asEarlier);
  // Translations had a copy of the original's rules, which readers see anyway.
  const copied = await database.db
    .update(schemes)
    .set({ rules: sql`(select s.rules from ${schemes} s where s.rules is not null)` })
    .returning();
  expect(copied).toHaveLength(2);
  // They are written: links and what the renderer makes of a text may have changed.
  expect(await run()).toMatch(/6 +changed/);
  const after = await dates();
  expect(after.map(({ at }) => at)).toEqual(after.map(() => former));
  expect(after).toHaveLength(6);

  for (const table of tables) await database.db.update(table).set(asEarlier);
  write('articles/rashan.md', article(inHindi, 'Another text.'));
  write('articles/ration.md', article('').replace('[pan, aadhaar]', '[pan]'));
  await run();
  const moved = (await dates()).filter(({ at }) => at.getTime() !== former.getTime());
  expect(moved.map(({ lang }) => lang).sort()).toEqual(['en', 'hi']);
});
