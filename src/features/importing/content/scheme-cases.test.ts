// @runs slow
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { importCommand } from '../../../commands/import-command.server.ts';
import { articles, schemes } from '../../../database/schema.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { newFolder } from '../../../testing/new-folder.ts';
import { openDatabase } from '../../../testing/open-database.ts';

const database = openDatabase('empty');
const root = newFolder();
let lines: string[] = [];
const run = () => {
  lines = [];
  return importCommand.run(
    ['--publish', join(root, 'content')],
    commandContext(database.services, { cwd: root, tell: (line) => void lines.push(line) }),
  );
};
const file = () => join(root, 'content/articles/pm-kisan.md');
const change = (from: string, to: string) => {
  const text = readFileSync(file(), 'utf8');
  expect(text).toContain(from);
  writeFileSync(file(), text.replace(from, to));
};
const stored = async () =>
  (
    await database.db
      .select({ title: articles.title, rules: schemes.rules, cases: schemes.cases, details: schemes.details })
      .from(schemes)
      .innerJoin(articles, eq(articles.id, schemes.articleId))
      .where(eq(articles.sourceKey, 'content:pm-kisan'))
  )[0]!;

beforeAll(async () => {
  const content = fileURLToPath(new URL('../../../../content', import.meta.url));
  for (const folder of ['articles', 'authors', 'categories', 'tags'])
    cpSync(join(content, folder), join(root, 'content', folder), { recursive: true });
});

it('keeps the cases and the points to check of a scheme that holds', async () => {
  await run();
  const { cases, details } = await stored();
  expect(cases!.length).toBeGreaterThanOrEqual(12);
  expect(cases![0]).toMatchObject({ verdict: 'yes', answers: { occupation: ['farmer'] } });
  expect(details.alsoCheck!.length).toBeGreaterThanOrEqual(1);
});

it('does not accept a piece whose case fails: the stored version stays, and the case is named', async () => {
  change('fact: monthlyPension, gte: 10000', 'fact: monthlyPension, gte: 10001');
  change('title: "PM-KISAN:', 'title: "A change that must wait:');
  expect(await run()).toBe(1);
  const [told] = lines.filter((line) => line.includes('pm-kisan.md'));
  expect(told).toMatch(
    /content\/articles\/pm-kisan\.md:\d+: scheme\.cases\.13: the case "A pension of ₹10,000 or more\." must give no, but the rules give yes/,
  );
  expect((await stored()).title).toMatch(/^PM-KISAN/);
});

it('does not accept cases without rules', async () => {
  change('fact: monthlyPension, gte: 10001', 'fact: monthlyPension, gte: 10000');
  const text = readFileSync(file(), 'utf8');
  writeFileSync(file(), text.replace(/^ {2}rules:\n(?: {4}.*\n)*/m, ''));
  expect(await run()).toBe(1);
  expect(lines.join('\n')).toContain('scheme.cases: cases need rules');
});
