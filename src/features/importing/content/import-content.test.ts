// @runs slow
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  articles,
  categories,
  ctas,
  feedRail,
  referrals,
  searchDocuments,
  tags,
  totals,
  videos,
  webstories,
} from '../../../database/schema.ts';
import { readConfig } from '../../../platform/settings/config.server.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { writeContent } from '../../../testing/write-content.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { importCommand } from '../../../commands/import-command.server.ts';
import { parse as parseYaml } from 'yaml';
import type { DateToKeep, Helpline } from '../../../database/tables/feed.ts';
import { reviseFeed } from '../revise-by-system.server.ts';
import { ownContent } from '../../pieces/own-content.ts';
import { seedIfEmpty } from '../seed.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { openDatabase } from '../../../testing/open-database.ts';

const database = openDatabase('empty');
const root = newFolder();
let lines: string[];
const context = (signal = new AbortController().signal): CommandContext =>
  commandContext(database.services, { cwd: root, signal, tell: (line) => void lines.push(line) });
const run = (...args: string[]) => importCommand.run(['--publish', ...args, join(root, 'content')], context());
const write = (name: string, text: string) => writeContent(root, name, text);
const article = (more = '', body = 'Text. [Other](article:zz-other)') =>
  `---\ntitle: "A title"\nsummary: "A summary"\nauthor: asha\ncategories: [food]\ntags: [pan]\npublishedAt: 2026-10-01T06:30:00+05:30\nsample: true\n${more}---\n${body}\n`;
const byKey = async (key: string) =>
  (
    await database.db
      .select()
      .from(articles)
      .where(eq(articles.sourceKey, `content:${key}`))
  )[0];

beforeEach(() => {
  lines = [];
});

const cta =
  '---\nid: 1\ntitle: "T"\ndescription: "D"\nquestions: [{ id: age, fact: age }]\nrules: { version: 1, all: [{ fact: age, gte: 18 }] }\nnextSteps: [Go]\nofficialUrl: https://a.gov.in/\nsample: true\n---\n';

describe('a content folder', () => {
  it('goes in whatever the order: links to pieces that come later are right at once', async () => {
    write(
      'categories/food.md',
      '---\nid: 269\nname: "Food"\ntop: true\nsample: true\n---\nStart: [A](article:aa-first)\n\n## Start here\n\n- [A](article:aa-first)\n',
    );
    write('authors/asha.md', '---\nid: 1\nname: "Asha"\nsample: true\n---\n');
    write('tags/pan.md', '---\nid: 2002\nname: "pan"\ndisplayName: "PAN card"\nsample: true\n---\n');
    write('articles/aa-first.md', article());
    write('articles/zz-other.md', article('id: 1002\n', 'Back to [first](article:aa-first).'));
    write(
      'pages/about.md',
      '---\ntitle: "About"\ndescription: "About us"\nupdatedAt: 2026-11-21\n---\nRun by {organization}.\n',
    );
    write('feed/home.yaml', 'sections:\n  - { title: "Today", layout: CardMain, items: ["article:aa-first"] }\n');
    expect(await run()).toBe(0);
    const first = (await byKey('aa-first'))!;
    expect(first.bodyHtml).toContain('href="/article/a-title-MTAwMg"');
    expect((await byKey('zz-other'))!.bodyHtml).toContain(`href="/article/a-title-`);
    expect((await database.db.select().from(totals)).find(({ name }) => name === 'articles')?.value).toBe(2);
    expect((await database.db.select().from(tags))[0]).toMatchObject({
      id: 2002,
      displayName: 'PAN card',
      articleCount: 2,
    });
  });

  it('a second run changes nothing', async () => {
    expect(await run()).toBe(0);
    expect(lines.join('\n')).toMatch(/7 {2}unchanged/);
    expect(lines.join('\n')).not.toMatch(/ {2}(?:new|changed)/);
  });

  it('broken files are told with file, line and field; the stored version stays and the rest goes in', async () => {
    write('articles/aa-first.md', article('lastCheckedAt: soon\ncolour: red\n'));
    write('articles/bad-category.md', article().replace('[food]', '[foo]'));
    write('articles/no-fence.md', 'Just text');
    write('articles/same-number.md', article('id: 1002\n'));
    write('articles/fine.md', article());
    expect(await run()).toBe(1);
    const told = lines.join('\n');
    expect(told).toContain('content/articles/aa-first.md:9: lastCheckedAt: must be a day such as 2026-11-21');
    expect(told).toContain('content/articles/aa-first.md: "colour" is not known here');
    expect(told).toContain('content/articles/bad-category.md: categories: there is no content/categories/foo.md');
    expect(told).toContain('content/articles/no-fence.md: it must begin with front matter');
    expect(told).toContain(
      'content/articles/zz-other.md: id: 1002 is already the number of content/articles/same-number.md',
    );
    expect((await byKey('aa-first'))!.status).toBe('published');
    expect(await byKey('fine')).toBeDefined();
    for (const name of ['bad-category', 'no-fence', 'same-number'])
      rmSync(join(root, 'content/articles', `${name}.md`));
    write('articles/aa-first.md', article());
  });

  it('one slip is told in plain words and ends nothing: what names a file that cannot be taken, and what the database refuses', async () => {
    write('articles/no-title.md', article().replace('title: "A title"\n', ''));
    write('articles/slip.md', article().replace('[food]', '[nowhere]'));
    write(
      'videos/of-slip.md',
      '---\ntitle: "Clip"\ndescription: "A clip"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01\narticle: slip\n---\nWords\n',
    );
    write('articles/after-slip.md', article());
    expect(await run()).toBe(1);
    const told = lines.join('\n');
    expect(told).toContain('content/articles/no-title.md: title is missing');
    expect(told).toContain('content/articles/slip.md: categories: there is no content/categories/nowhere.md');
    expect(told).toContain(
      'content/videos/of-slip.md: article: "slip" could not be taken: content/articles/slip.md has a mistake',
    );
    expect(told).not.toMatch(/insert|select|violates|Invalid input/i);
    expect(await byKey('after-slip')).toBeDefined();
    for (const name of ['articles/no-title', 'articles/slip', 'articles/after-slip', 'videos/of-slip'])
      rmSync(join(root, 'content', `${name}.md`));

    await database.db.execute(sql`alter table articles add constraint no_poison check (title <> 'Poison')`);
    write('articles/poison.md', article().replace('A title', 'Poison'));
    write('articles/zz-last.md', article());
    expect(await run()).toBe(1);
    await database.db.execute(sql`alter table articles drop constraint no_poison`);
    expect(lines.join('\n')).toContain(
      'content/articles/poison.md: It cannot be stored: the database refuses what is in it.',
    );
    expect(lines.join('\n')).not.toMatch(/insert|no_poison/);
    expect(await byKey('zz-last')).toBeDefined();
    for (const name of ['poison', 'zz-last']) rmSync(join(root, 'content/articles', `${name}.md`));
    await database.db.delete(articles).where(inArray(articles.sourceKey, ['content:zz-last', 'content:after-slip']));
  });

  it('a file that is gone is reported, and unpublished only with --prune; it comes back with its file', async () => {
    rmSync(join(root, 'content/articles/fine.md'));
    expect(await run()).toBe(0);
    expect((await byKey('fine'))!.status).toBe('published');
    expect(lines.join('\n')).toContain('the file is gone, but the piece is still published');
    await run('--prune');
    const { id, status } = (await byKey('fine'))!;
    expect(status).toBe('draft');
    expect(await database.db.select().from(searchDocuments).where(eq(searchDocuments.entityId, id))).toEqual([]);
    write('articles/fine.md', article());
    await run();
    expect((await byKey('fine'))!.status).toBe('published');
  });

  it('drafts and later pieces are stored and said; links to drafts are dropped', async () => {
    write('articles/fine.md', article('status: draft\n'));
    write('articles/later.md', article('', '[draft](article:fine)').replace('2026-10-01', '2099-10-01'));
    await run();
    expect((await byKey('fine'))!.status).toBe('draft');
    expect((await byKey('later'))!.bodyHtml.trim()).toBe('<p>draft</p>');
    expect(lines.join('\n')).toContain('content/articles/later.md: appears on 2099-10-01');
  });

  it('media is copied with mode 0644; links out of the folder and scripts are left out', async () => {
    mkdirSync(join(root, 'content/media/stories'), { recursive: true });
    cpSync(
      new URL('../../../../content/media/stories/pm-kisan-in-six-steps-1.webp', import.meta.url).pathname,
      join(root, 'content/media/stories/a.webp'),
    );
    symlinkSync('/etc/passwd', join(root, 'content/media/passwd.png'));
    write('media/evil.svg', '<svg/>');
    write(
      'webstories/papers.md',
      '---\ntitle: "Papers"\nauthor: asha\npublishedAt: 2026-11-01\nsample: true\npages:\n  - { heading: "One", text: "Two", image: a.webp, link: "article:aa-first" }\n---\n',
    );
    write('articles/fine.md', article('', '![Papers](/media/stories/a.webp)'));
    expect(await run()).toBe(0);
    const copy = join(database.dataDir, 'media/stories/a.webp');
    expect(statSync(copy).mode & 0o777).toBe(0o644);
    expect((await byKey('fine'))!.bodyHtml).toMatch(
      /<img src="\/media\/stories\/a.webp" alt="Papers" width="\d+" height="\d+"/,
    );
    expect(lines.join('\n')).toContain('content/media/passwd.png');
    expect(() => statSync(join(database.dataDir, 'media/passwd.png'))).toThrow('ENOENT');
    expect((await database.db.select().from(webstories))[0]!.pages[0]).toMatchObject({
      imageUrl: '/media/stories/a.webp',
      linkUrl: expect.stringMatching(/^\/article\//),
    });
  });

  it('--watch publishes an edit, tells of a broken one and goes on', async () => {
    const stop = new AbortController();
    const watching = importCommand.run(['--publish', '--watch', join(root, 'content')], context(stop.signal));
    await expect.poll(() => lines.some((line) => line.startsWith('Watching')), { timeout: 15_000 }).toBe(true);
    write('articles/fine.md', article('', 'Edited words.'));
    await expect.poll(async () => (await byKey('fine'))!.body, { timeout: 15_000 }).toBe('Edited words.\n');
    write('articles/fine.md', article('lastCheckedAt: soon\n', 'Broken words.'));
    await expect
      .poll(() => lines.some((line) => line.includes('fine.md:9: lastCheckedAt')), { timeout: 15_000 })
      .toBe(true);
    expect((await byKey('fine'))!.body).toBe('Edited words.\n');
    // A query's text means nothing to an editor.
    const refuses = vi.spyOn(database.db, 'transaction');
    refuses.mockRejectedValue(new Error('Failed query: insert into "articles" values ($1)'));
    write('articles/fine.md', article('', 'More words.'));
    await expect
      .poll(() => lines.some((line) => line.endsWith('could not import: the database did not take it.')), {
        timeout: 15_000,
      })
      .toBe(true);
    refuses.mockRestore();
    expect(lines.join('\n')).not.toMatch(/insert into|\$1/);
    write('articles/fine.md', article('', 'Last words.'));
    await expect.poll(async () => (await byKey('fine'))!.body, { timeout: 15_000 }).toBe('Last words.\n');
    stop.abort();
    expect(await watching).toBe(0);
  });

  it('--replace-samples takes nothing out while a file of the new folder is broken, then everything that is a sample', async () => {
    const own = join(root, 'own');
    mkdirSync(join(own, 'articles'), { recursive: true });
    mkdirSync(join(own, 'authors'), { recursive: true });
    writeFileSync(join(own, 'authors/me.md'), '---\nname: "Me"\n---\n');
    const mine = article('', 'Mine').replace('sample: true\n', '').replace('asha', 'me');
    writeFileSync(join(own, 'articles/mine.md'), mine.replace('A title', ''));
    expect(await importCommand.run(['--replace-samples', '--publish', own], context())).toBe(1);
    expect(await byKey('aa-first')).toBeDefined();

    write('ctas/unused.md', cta);
    write('ctas/used.md', cta.replace('id: 1', 'id: 2'));
    await run();
    await database.db.insert(referrals).values({
      ctaId: 2,
      mobile: '+919876543210',
      referralId: 1,
      name: 'Asha',
      answers: {},
      eligible: null,
      reasons: [],
      consentVersion: '2026-11',
      sentBy: 'x',
      userId: null,
      isProven: false,
    });
    const sampleRail = parseYaml(readFileSync(join(ownContent, 'feed/rail.yaml'), 'utf8')) as {
      dates: DateToKeep[];
      helplines: Helpline[];
    };
    const rails = {
      dates: [sampleRail.dates[0]!, { date: '2026-12-01', title: 'Ours', note: '', link: null }],
      helplines: [sampleRail.helplines[0]!, { number: '12345', name: 'Ours', note: '' }],
    };
    await database.db.transaction((tx) => reviseFeed(tx, 'rail', rails, () => null));
    writeFileSync(join(own, 'articles/mine.md'), mine);
    expect(await importCommand.run(['--replace-samples', '--publish', own], context())).toBe(0);
    expect(await database.db.select({ key: ctas.key, isActive: ctas.isActive }).from(ctas)).toEqual([
      { key: 'used', isActive: false },
    ]);
    expect(await database.db.$count(referrals)).toBe(1);
    expect(await database.db.select({ key: articles.sourceKey }).from(articles)).toEqual([{ key: 'content:mine' }]);
    expect(await database.db.select().from(webstories)).toEqual([]);
    const [rail] = await database.db.select().from(feedRail);
    expect(rail).toMatchObject({ dates: [{ title: 'Ours' }], helplines: [{ number: '12345' }] });
    const [food] = await database.db.select().from(categories);
    expect(food!.bodyHtml.trim()).toBe('<p>Start: A</p>');
    expect(() => readFileSync(join(database.dataDir, 'media/stories/a.webp'))).toThrow('ENOENT');
  });
});

describe('an empty database', () => {
  it('without samples gets categories, text pages and a plain home page, once', async () => {
    const empty = await openTestDatabase('empty');
    const config = readConfig({ DATA_DIR: empty.dataDir, SEED_SAMPLES: 'off' });
    expect(await seedIfEmpty(empty.connection, config, () => {})).toBe(true);
    expect(await seedIfEmpty(empty.connection, config, () => {})).toBe(false);
    expect(await empty.connection.db.$count(articles)).toBe(0);
    expect(await empty.connection.db.$count(videos)).toBe(0);
    const rows = await empty.connection.db.select().from(categories);
    expect(rows).toHaveLength(21);
    expect(rows.find(({ id }) => id === 252)!.bodyHtml).not.toContain('/article/');
    expect(rows.find(({ id }) => id === 252)!.bodyHtml).not.toContain('Start here');
    await empty.close();
  });
});
