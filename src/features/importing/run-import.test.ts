// @runs slow, on both databases
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { articles, importedImages, importRuns, redirects } from '../../database/schema.ts';
import { readConfig } from '../../platform/settings/config.server.ts';
import { importCommand } from '../../commands/import-command.server.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('demo');
let printed: string[];
const folder = newFolder();

beforeEach(async () => {
  printed = [];
  await database.db.delete(articles).where(like(articles.sourceKey, 'scheme:%'));
  await database.db.delete(importRuns);
});

/** @param stopAfter lines of output or progress before Ctrl-C */
async function run(args: string[], more: { signal?: AbortSignal; isInsideServer?: boolean } = {}): Promise<number> {
  const output = {
    isTty: false,
    out: (line: string) => void printed.push(line),
    err: (line: string) => void printed.push(line),
    progress: () => {},
  };
  return importCommand.run(args, {
    connection: database.connection,
    config: readConfig({ DATA_DIR: database.dataDir }),
    output,
    cwd: folder,
    signal: more.signal ?? new AbortController().signal,
    isInsideServer: more.isInsideServer ?? false,
  });
}

const scheme = (name: string, more: object = {}) =>
  JSON.stringify({
    scheme_name: name,
    category_files: ['Agriculture'],
    details: `${name} helps farmers of Gujarat.`,
    level: 'State',
    benefits: 'Money.',
    eligibility: 'Farmers.',
    exclusions: '',
    'application process': [],
    'documents required': '',
    ...more,
  });
const many = (count: number) => Array.from({ length: count }, (_, index) => scheme(`Scheme number ${index}`));
const write = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return name;
};
const stored = () =>
  database.db
    .select({
      title: articles.title,
      sourceKey: articles.sourceKey,
      status: articles.status,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
      id: articles.id,
    })
    .from(articles)
    .where(like(articles.sourceKey, 'scheme:%'))
    .orderBy(articles.sourceKey);

describe('an import', () => {
  test('takes everything once; a second run, in another order, changes nothing', async () => {
    const lines = many(70);
    expect(await run([write('a.jsonl.gz', gzipSync(lines.join('\n')))])).toBe(0);
    const first = await stored();
    expect(first).toHaveLength(70);
    expect(await run(['a.jsonl.gz'])).toBe(0);
    expect(await run([write('b.jsonl', lines.toReversed().join('\r\n'))])).toBe(0);
    expect(await stored()).toEqual(first);
    expect(printed.join('\n')).toMatch(/70\s+unchanged/);
  });

  test('that is stopped goes on where it was', async () => {
    const name = write('stopped.jsonl', many(130).join('\n'));
    const stop = new AbortController();
    stop.abort();
    const output = await run([name], { signal: stop.signal }).catch((error: Error) => error);
    expect(output).toBeInstanceOf(Error);

    // Aborts during the first batch.
    const later = new AbortController();
    const original = database.db.transaction.bind(database.db);
    database.db.transaction = (async (...args: Parameters<typeof original>) => {
      const result = await original(...args);
      later.abort();
      return result;
    }) as typeof database.db.transaction;
    expect(await run([name], { signal: later.signal })).toBe(130);
    database.db.transaction = original;
    const inBefore = (await stored()).length;
    expect(inBefore).toBeGreaterThanOrEqual(50);
    expect(inBefore).toBeLessThan(130);
    expect(printed.join('\n')).toContain('Give the same command again');

    printed = [];
    expect(await run([name])).toBe(0);
    expect(printed.join('\n')).toContain(`going on after ${inBefore} pieces`);
    expect(printed.join('\n')).toMatch(new RegExp(`${130 - inBefore}\\s+new`));
    expect(await stored()).toHaveLength(130);
  });

  test('whose process dies inside a batch has lost or doubled nothing', async () => {
    const name = write('killed.jsonl', many(120).join('\n'));
    const original = database.db.transaction.bind(database.db);
    let calls = 0;
    database.db.transaction = ((work: Parameters<typeof original>[0], ...rest: []) =>
      original(
        async (tx) => {
          const result = await work(tx);
          if ((calls += 1) === 2) throw new Error('killed');
          return result;
        },
        ...rest,
      )) as typeof database.db.transaction;
    await expect(run([name])).rejects.toThrow('killed');
    database.db.transaction = original;
    expect(await stored()).toHaveLength(50);
    expect(await run([name])).toBe(0);
    expect(printed.join('\n')).toContain('going on after 50 pieces');
    expect(await stored()).toHaveLength(120);
  });

  test('takes what is good beside what is not, and names each line that is lost', async () => {
    const lines = [
      scheme('Good one'),
      '{"scheme_name": "Cut',
      scheme('Nul \u0000 inside'),
      '{"details":"no name"}',
      scheme('Half \ud83d', { details: 'x' }),
      scheme('Too big', { details: 'x'.repeat(1_100_000) }),
      '',
      scheme('Good two'),
    ];
    expect(await run([write('bad.jsonl', lines.join('\n'))])).toBe(1);
    expect((await stored()).map(({ title }) => title).sort()).toEqual([
      'Good one',
      'Good two',
      'Half \ufffd',
      'Nul inside',
    ]);
    const text = printed.join('\n');
    expect(text).toContain('line 2: It is not JSON, or was cut off.');
    expect(text).toContain('line 4: It is no scheme: its scheme_name is missing or wrong.');
    expect(text).toMatch(/line 6.*(?:1 MB|1\.1 MB)/);
    expect(text).toContain('3  NOT TAKEN');
  });

  test.each([
    [
      'a gzip that is cut off',
      () => gzipSync(many(2_000).join('\n')).subarray(0, -3_000),
      /archive ends in the middle/,
    ],
    [
      'a line of 60 MB in a small gzip',
      () => gzipSync(`${scheme('Before')}\n${'x'.repeat(60_000_000)}\n${scheme('After')}`),
      /more than 5 MB/,
    ],
    [
      'bytes that are not UTF-8',
      () => Buffer.concat([Buffer.from(`${scheme('Before')}\n`), Buffer.from([0xff, 0xfe, 0x0a])]),
      /not UTF-8/,
    ],
  ])('of %s takes the rest and exits with 1', async (_, content, message) => {
    expect(await run([write('broken.jsonl.gz', content())])).toBe(1);
    expect(printed.join('\n')).toMatch(message);
    expect((await stored()).length).toBeGreaterThan(0);
  });

  test('of nothing says so', async () => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    expect(await run([write('empty.jsonl', ''), '--format', 'schemes'])).toBe(1);
    expect(await run(['empty'])).toBe(1);
    expect(await run(['missing.jsonl'])).toBe(1);
    expect(await run([write('page.html', '<!DOCTYPE html><html></html>')])).toBe(1);
    expect(printed.join('\n')).toMatch(
      /nothing in it[\s\S]*no \.md file[\s\S]*no such file[\s\S]*none of the formats fits/,
    );
  });

  test('keeps drafts from readers, and leads old addresses on', async () => {
    const lines = [
      {
        path: 'content/post/one.md',
        raw: '---\ntitle: One\ndate: 2020-01-02\nslug: first\n---\n![Map](https://e.org/map.png)\n',
      },
      { path: 'content/post/two.md', raw: '---\ntitle: Two\ndraft: true\n---\nSecret\n' },
    ];
    expect(
      await run([
        write('site.jsonl', lines.map((line) => JSON.stringify(line)).join('\n')),
        '--category',
        'tax',
        '--site',
        'site',
      ]),
    ).toBe(0);
    const rows = await database.db.select().from(articles).where(like(articles.sourceKey, 'hugo:site:%'));
    expect(rows.map(({ title, status }) => [title, status]).sort()).toEqual([
      ['One', 'published'],
      ['Two', 'draft'],
    ]);
    expect(
      (
        await database.db
          .select()
          .from(redirects)
          .where(eq(redirects.toId, rows.find(({ title }) => title === 'One')!.id))
      )
        .map(({ fromPath }) => fromPath)
        .sort(),
    ).toEqual(['/first', '/post/first', '/post/one']);

    // Once the image is stored, the piece shows it.
    await database.db.insert(importedImages).values({
      url: 'https://e.org/map.png',
      firstSourceKey: 'hugo:site:content/post/one.md',
      mediaPath: '/media/imported/x.webp',
      width: 20,
      height: 10,
    });
    expect(await run(['site.jsonl', '--category', 'tax', '--site', 'site'])).toBe(0);
    const [one] = await database.db.select().from(articles).where(like(articles.sourceKey, 'hugo:site:%one.md'));
    expect(one?.bodyHtml).toContain('<img src="/media/imported/x.webp" alt="Map" width="20" height="10"');
  });

  test('a lesser copy of a scheme does not replace the fuller one', async () => {
    await run([write('full.jsonl', scheme('Same scheme'))]);
    const before = await stored();
    expect(
      await run([
        write(
          'small.csv',
          'scheme_name,slug,details,benefits,eligibility,application,documents,level,schemeCategory,tags\nSame scheme,same,Other text,b,e,a,d,State,Agriculture,"x, y"\nNew scheme,new,"Two\nlines ""quoted""",b,e,a,d,State,Agriculture,x\n',
        ),
      ]),
    ).toBe(0);
    const after = await stored();
    expect(after).toHaveLength(2);
    expect(after).toContainEqual(before[0]);
    expect(printed.join('\n')).toContain('a fuller text of the same is there already');
  });

  test('with a category that does not exist is refused before anything is read', async () => {
    await expect(run([write('c.jsonl', scheme('X')), '--category', 'nonsense'])).rejects.toThrow(
      /no category "nonsense"/,
    );
    await expect(run(['c.jsonl', '--map', write('map.yaml', 'Their: nonsense')])).rejects.toThrow(
      /no category nonsense/,
    );
  });
});
