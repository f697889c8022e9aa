// @runs on both databases
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import { publishCommand, unpublishCommand } from '../../../commands/publish-commands.server.ts';
import { articles, categories, ctas, textPages, webstories } from '../../../database/schema.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { writeContent } from '../../../testing/write-content.ts';
import { findCta } from '../../referrals/referrals.queries.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { openDatabase } from '../../../testing/open-database.ts';

const database = openDatabase('empty');
const root = newFolder();
let lines: string[];
const context = (): CommandContext =>
  commandContext(database.services, { cwd: root, tell: (line) => void lines.push(line) });
const run = () => importCommand.run(['--publish', join(root, 'content')], context());
const write = (name: string, text: string) => writeContent(root, name, text);
const remove = (name: string) => rmSync(join(root, 'content', name));
const article = (title: string, more = '') =>
  `---\ntitle: "${title}"\nsummary: "A summary"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01\n${more}---\nText.\n`;
const rowOf = async (key: string) =>
  (
    await database.db
      .select()
      .from(articles)
      .where(eq(articles.sourceKey, `content:${key}`))
  )[0];

beforeAll(async () => {
  write('authors/asha.md', '---\nname: "Asha"\n---\n');
  write(
    'categories/food.md',
    '---\nname: "Food"\ntranslations: { hi: { displayName: "राशन", body: "## शुरू करें" } }\n---\nEnglish.\n',
  );
});
beforeEach(() => {
  lines = [];
});

it('groups a translation with its original, whichever file comes first', async () => {
  write('articles/zz-original.md', article('The original'));
  write('articles/anuvad.md', article('अनुवाद', 'lang: hi\ntranslationOf: zz-original\nfollows: 2026-10-01\n'));
  expect(await run(), lines.join('\n')).toBe(0);
  const original = (await rowOf('zz-original'))!;
  expect(original).toMatchObject({ lang: 'en', groupId: original.id, follows: null });
  expect(await rowOf('anuvad')).toMatchObject({ lang: 'hi', groupId: original.id, follows: '2026-10-01' });

  write('articles/zz-original.md', article('The original, changed'));
  expect(await run(), lines.join('\n')).toBe(0);
  expect(await rowOf('zz-original')).toMatchObject({ title: 'The original, changed', groupId: original.id });
});

it('reports what cannot be a translation, and keeps the rest', async () => {
  write('articles/second.md', article('दूसरा अनुवाद', 'lang: hi\ntranslationOf: zz-original\n'));
  write('articles/same.md', article('English again', 'translationOf: zz-original\n'));
  write('articles/lost.md', article('खोया', 'lang: hi\ntranslationOf: nothing\n'));
  write('articles/ring-a.md', article('Ring A', 'translationOf: ring-b\n'));
  write('articles/ring-b.md', article('Ring B', 'lang: hi\ntranslationOf: ring-a\n'));
  write('articles/alone.md', article('Alone', 'follows: 2026-10-01\n'));
  expect(await run()).toBe(1);
  const told = lines.join('\n');
  expect(told).toMatch(/second\.md.*"anuvad" is the translation into this language already/);
  expect(told).toMatch(/same\.md.*same language as its original/);
  expect(told).toMatch(/lost\.md.*there is no content\/articles\/nothing\.md/);
  expect(told).toMatch(/ring-[ab]\.md.*name each other/);
  expect(told).toMatch(/alone\.md.*only a translation/);
  expect(await rowOf('second')).toBeUndefined();
  for (const name of ['second', 'same', 'lost', 'ring-a', 'ring-b', 'alone']) remove(`articles/${name}.md`);
});

it('keeps one live piece for each language when an editor publishes a second', async () => {
  expect(await unpublishCommand.run(['article:anuvad'], context())).toBe(0);
  remove('articles/anuvad.md');
  write('articles/naya-anuvad.md', article('नया अनुवाद', 'lang: hi\ntranslationOf: zz-original\n'));
  expect(await run(), lines.join('\n')).toBe(0);
  expect(await rowOf('naya-anuvad')).toMatchObject({ status: 'published' });
  expect(await publishCommand.run(['article:anuvad'], context())).toBe(1);
  expect(lines.join('\n')).toMatch(/live piece of this group in this language already/);
});

it('keeps the group of translations whose original was removed', async () => {
  write('articles/tamil.md', article('மொழிபெயர்ப்பு', 'lang: ta\ntranslationOf: zz-original\n'));
  await run();
  const { id } = (await rowOf('zz-original'))!;
  await database.db.delete(articles).where(eq(articles.id, id));
  expect((await rowOf('tamil'))!.groupId).toBe(id);
  expect((await rowOf('naya-anuvad'))!.groupId).toBe(id);
});

it('takes translations of stories, text pages, calls to action and names', async () => {
  const story = (title: string, more = '') =>
    `---\ntitle: "${title}"\nauthor: asha\npublishedAt: 2026-10-01\npages: [{ heading: "H" }]\n${more}---\n`;
  write('webstories/zz-story.md', story('A story'));
  write('webstories/kahani.md', story('कहानी', 'lang: hi\ntranslationOf: zz-story\n'));
  const page = (title: string, more = '') =>
    `---\ntitle: "${title}"\ndescription: "D"\nupdatedAt: 2026-10-01\n${more}---\nText.\n`;
  write('pages/about.md', page('About'));
  write('pages/hamare-baare-mein.md', page('हमारे बारे में', 'lang: hi\ntranslationOf: about\n'));
  const cta = (more: string) =>
    `---\ntitle: "T"\ndescription: "D"\nquestions: [{ id: age, fact: age }]\nrules: { version: 1, all: [{ fact: age, gte: 18 }] }\nnextSteps: [Go]\nofficialUrl: https://a.gov.in/\n${more}---\n`;
  write('ctas/zz-pension.md', cta(''));
  write('ctas/budhapa-pension.md', cta('lang: hi\ntranslationOf: zz-pension\nfollows: 2026-10-01\n'));
  await run();
  const stories = await database.db.select().from(webstories);
  expect(new Set(stories.map(({ groupId }) => groupId)).size).toBe(1);
  expect(stories.find(({ slug }) => slug === 'kahani')).toMatchObject({ lang: 'hi' });
  expect(await database.db.select().from(textPages).where(eq(textPages.key, 'hamare-baare-mein'))).toMatchObject([
    { lang: 'hi', translationOf: 'about' },
  ]);
  const actions = await database.db.select().from(ctas);
  expect(new Set(actions.map(({ groupId }) => groupId)).size).toBe(1);
  expect(actions[0]!.groupId).toBe(actions.find(({ key }) => key === 'zz-pension')!.id);
  // An import is no change of the original: files of calls to action have no day of change.
  const olderThan = async () => (await findCta(database.db, 'budhapa-pension'))!.olderThan;
  expect(await olderThan()).toBeNull();
  const [food] = await database.db.select().from(categories).where(eq(categories.key, 'food'));
  expect(food!.translations.hi).toMatchObject({ displayName: 'राशन' });
  expect(food!.translations.hi!.bodyHtml).toContain('<h2');
  lines = [];
  await run();
  expect(lines.join('\n')).not.toMatch(/created|changed: [1-9]/);

  write('ctas/zz-pension.md', cta('papers: [Aadhaar]\n'));
  await run();
  expect(await olderThan()).toMatch(/^\/refer\//);
});

it('says which reason of the original has no translation, and which translation matches none', async () => {
  const scheme = (more: string) =>
    `scheme:\n  name: "Land money"\n  level: central\n  officialUrl: "https://land.example/"\n${more}`;
  const rules =
    '  rules: { version: 1, all: [{ fact: age, gte: 18, because: "For adults." }, { fact: landHectares, gte: 0.1, because: "Land is needed." }] }\n';
  write('articles/land.md', article('Land money for farmers', scheme(rules)));
  write(
    'articles/zameen.md',
    article(
      'किसानों को ज़मीन का पैसा',
      `lang: hi\ntranslationOf: land\n${scheme('  reasons: { "For adults.": "बड़ों के लिए।", "For adult.": "बड़ों के लिए।" }\n')}`,
    ),
  );
  await run();
  const told = lines.join('\n');
  expect(told).toContain('no translation of "Land is needed."');
  expect(told).toContain('the original\'s rules have no "For adult."');
  expect(told).not.toContain('no translation of "For adults."');
  const { groupId, id } = (await rowOf('zameen'))!;
  expect(groupId).not.toBe(id);

  write('articles/land.md', article('Land money for farmers', scheme(`${rules}  reasons: { "For adults.": "x" }\n`)));
  lines = [];
  await run();
  expect(lines.join('\n')).toContain('only a translation without rules of its own has them');
});
