import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { importCommand } from '../commands/import-command.server.ts';
import { articles, importRuns, studioPieces, users } from '../database/schema.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { commandContext } from './command-context.ts';
import { mp4 } from './films.ts';
import { join as joinSite, type Member } from './join.ts';
import { type Colleague, colleague } from './studio.ts';
import { writeContent } from './write-content.ts';
import { newFolder } from './new-folder.ts';

export let test: TestApp;
export let editor: Colleague;
export let checker: Colleague;
export let reader: Member;
/** The folder that has `content`, another in each test. */
export let root: string;
let printed: string[] = [];
/** What imports and undos have printed in this test, since it was forgotten. */
export const printedText = () => printed.join('\n');
export const print = (line: string) => void printed.push(line);
export function forgetPrinted(): void {
  printed = [];
}
export const db = () => test.db;

/** `npm run import -- ARGS` in the folder. @returns the exit status */
export const run = (...args: string[]) =>
  importCommand.run(args, commandContext(test.services, { cwd: root, tell: print }));
export const take = (...more: string[]) => run('content', '--publish', ...more);
export const write = (name: string, text: string | Buffer) => writeContent(root, name, text);
export const article = (title: string, body: string, more = '') =>
  `---\ntitle: "${title}"\nsummary: "A summary"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01T06:30\n${more}---\n\n${body}\n`;
const cta = (title: string) => `---
title: "${title}"
description: "Find out in a minute."
questions:
  - { id: age, fact: age }
rules:
  version: 1
  all:
    - { fact: age, gte: 60 }
nextSteps: ['Ask at the office.']
officialUrl: 'https://nsap.nic.in/'
---
`;
const scam = (title: string) => `---
title: "${title}"
advice: ["Do not press the link."]
texts:
  - lang: en
    text: "Dear customer your bank account is blocked today update your KYC at once"
---

A bank does not send such messages.
`;
export const video = (title: string, more = '') =>
  `---\ntitle: "${title}"\ndescription: "A description"\nauthor: asha\ncategories: [food]\npublishedAt: 2026-10-01T06:30\n${more}---\n\nWords.\n`;
const story = (title: string) =>
  `---\ntitle: "${title}"\nauthor: asha\npublishedAt: 2026-10-01T06:30\ncategories: [food]\npages:\n  - heading: "${title}"\n    text: "Words"\n---\n`;
const page = (words: string) => `---\ntitle: "Our rules"\ndescription: "Rules"\nupdatedAt: 2026-10-01\n---\n${words}\n`;
export const rail = (number: string) =>
  `helplines:\n  - number: '${number}'\n    name: 'Help'\n    note: 'All day'\ndates: []\n`;
const home = (title: string) =>
  `sections:\n  - title: "${title}"\n    layout: CardMain\n    latest: { kind: article, limit: 6 }\n`;

/**
 * A site for the test file that calls this; each test begins with the import of a folder that has a file of every kind
 * but questions.
 */
export function openContentRuns(): void {
  beforeAll(async () => {
    test = await buildTestApp();
    [editor, checker] = await Promise.all([colleague(test, 'editor', 'admin'), colleague(test, 'checker')]);
    reader = await joinSite(test.services, { joinedDaysAgo: 60 });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    root = newFolder();
    await db().execute(
      sql`truncate articles, videos, webstories, categories, authors, tags, text_pages, ctas, known_scams, feed_sections, feed_rail, redirects,
        search_documents, studio_revisions, studio_pieces, studio_publications, import_runs, imported_posts, questions, takedowns, cache_purges cascade`,
    );
    await db().delete(users).where(eq(users.isImported, true));
    write('categories/food.md', '---\nname: "Food"\n---\nAbout food.\n');
    write('authors/asha.md', '---\nname: "Asha"\n---\n');
    write('tags/ration.md', '---\ndisplayName: "Ration"\n---\n');
    write('articles/rice.md', article('Rice', 'Five kilos.', 'tags: [ration]\noldPaths: [/old-rice]\n'));
    write('media/videos/cooking.mp4', mp4());
    write('videos/cooking.md', video('Cooking', 'tags: [ration]\n'));
    write('webstories/market.md', story('The market'));
    write('pages/rules.md', page('Be kind.'));
    write('ctas/pension.md', cta('Who gets a pension'));
    write('scams/kyc.md', scam('Blocked account'));
    write('feed/home.yaml', home('Newest'));
    write('feed/rail.yaml', rail('1967'));
    if ((await take('--reason', 'first edition')) !== 0) throw new Error(printedText());
    forgetPrinted();
  });
}

export const newest = async () => {
  const [one] = await db().select().from(importRuns).orderBy(desc(importRuns.id)).limit(1);
  return one!;
};
export const pieceOf = async (
  kind: 'articles' | 'videos' | 'webstories' | 'pages' | 'tags' | 'categories' | 'feed' | 'ctas' | 'scams',
  key: string,
) => {
  const rows = await db().select().from(studioPieces).where(eq(studioPieces.kind, kind));
  return rows.find((row) => row.key === key);
};
export const rowOf = async (key: string) =>
  (
    await db()
      .select()
      .from(articles)
      .where(eq(articles.sourceKey, `content:${key}`))
  )[0];
/** All that readers could see, but not the moments at which it was written. */
export async function everything() {
  const { rows } = await db().execute<Record<string, unknown>>(sql`select
    (select jsonb_agg(to_jsonb(t) order by id) from articles t) as articles,
    (select jsonb_agg(to_jsonb(t) order by id) from videos t) as videos,
    (select jsonb_agg(to_jsonb(t) order by video_id, category_id) from video_categories t) as videos_in_categories,
    (select jsonb_agg(to_jsonb(t) order by video_id, tag_id) from video_tags t) as videos_with_tags,
    (select jsonb_agg(to_jsonb(t) order by slug) from webstories t) as webstories,
    (select jsonb_agg(to_jsonb(t) order by key) from text_pages t) as pages,
    (select jsonb_agg(to_jsonb(t) order by id) from categories t) as categories,
    (select jsonb_agg(to_jsonb(t) order by id) from tags t) as tags,
    (select jsonb_agg(to_jsonb(t) order by id) from authors t) as authors,
    (select jsonb_agg(to_jsonb(t) - 'updated_at' order by id) from ctas t) as ctas,
    (select jsonb_agg(to_jsonb(t) - 'updated_at' order by id) from known_scams t) as scams,
    (select jsonb_agg(to_jsonb(t) order by position) from feed_sections t) as home,
    (select jsonb_agg(to_jsonb(t)) from feed_rail t) as rail,
    (select jsonb_agg(to_jsonb(t) order by article_id, category_id) from article_categories t) as in_categories,
    (select jsonb_agg(to_jsonb(t) order by article_id, tag_id) from article_tags t) as with_tags,
    (select jsonb_agg(to_jsonb(t) order by article_id) from schemes t) as schemes,
    (select jsonb_agg(to_jsonb(t) - 'created_at' order by from_path) from redirects t) as redirects,
    (select jsonb_agg(to_jsonb(t) - 'title_vector' - 'vector' order by kind, entity_id) from search_documents t) as search,
    (select jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'source', source_key, 'state', state, 'title', title,
      'live', live = revision, 'hash', file_hash, 'front', file_front) order by kind, key) from studio_pieces t) as pieces`);
  return rows[0]!;
}

/** Changes the file of each kind, and adds one or more of each; the question has none before. */
export function writeSecondEdition() {
  write('categories/food.md', '---\nname: "Food and fuel"\n---\nOther words.\n');
  write('categories/work.md', '---\nname: "Work"\n---\n');
  write('categories/pay.md', '---\nname: "Pay"\nparent: work\n---\n');
  write('authors/asha.md', '---\nname: "Asha Menon"\nbio: "Writes."\n---\n');
  write('authors/ravi.md', '---\nname: "Ravi"\n---\n');
  write('tags/ration.md', '---\ndisplayName: "Ration cards"\n---\n');
  write('tags/wages.md', '---\ndisplayName: "Wages"\n---\n');
  write(
    'articles/rice.md',
    article('Rice and wheat', 'Seven kilos.', 'tags: [wheat]\noldPaths: [/old-rice, /old-wheat]\n'),
  );
  write('articles/job.md', article('A job', 'Words.').replace('asha', 'ravi').replace('[food]', '[pay]'));
  write('articles/job-hi.md', article('काम', 'शब्द।', 'lang: hi\ntranslationOf: job\n'));
  write('videos/cooking.md', video('Cooking rice', 'tags: [wheat]\n'));
  write('media/videos/sowing.mp4', mp4());
  write('videos/sowing.md', video('Sowing').replace('asha', 'ravi').replace('[food]', '[pay]'));
  write('webstories/market.md', story('The market in May'));
  write('webstories/mill.md', story('The mill').replace('asha', 'ravi'));
  write('pages/rules.md', page('Be kinder.'));
  write('pages/help.md', page('Ask us.'));
  write('ctas/pension.md', cta('Who gets a bigger pension'));
  write('ctas/loan.md', cta('Who gets a loan'));
  write('scams/kyc.md', scam('Blocked account, again'));
  write('scams/job.md', scam('A job for a fee').replace('KYC', 'PAN'));
  write('feed/home.yaml', home('Most read'));
  write('feed/rail.yaml', rail('14445'));
  write(
    'questions/card.md',
    `---\ntitle: "Where is my card?"\nby: Meena\naskedAt: 2026-10-01T06:30\ncategories: [food]\nanswers:\n  - by: Latha\n    at: 2026-10-02T06:30\n    text: "At the shop."\n    replies:\n      - by: Meena\n        at: 2026-10-02T07:30\n        text: "Thanks."\n---\nI lost it.\n`,
  );
}
