// @runs slow
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { comments, questions, replies, searchDocuments, totals, users } from '../../../database/schema.ts';
import { importCommand } from '../../../commands/import-command.server.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { join } from '../../../testing/join.ts';
import { ownContent } from '../../pieces/own-content.ts';

const test = openTestApp({ content: 'demo' });

const lines: string[] = [];
const run = (...args: string[]) => {
  const tell = (line: string) => void lines.push(line);
  return importCommand.run(args, commandContext(test.services, { tell }));
};
const all = () => test.db.select().from(questions);

describe('the demonstration', () => {
  it('has 40 questions by sample people: accepted, open, closed, with replies, ten of them in Hindi', async () => {
    const rows = await all();
    expect(rows).toHaveLength(40);
    expect(rows.filter(({ title }) => /\p{Script=Devanagari}/u.test(title))).toHaveLength(10);
    expect(rows.filter(({ acceptedCommentId }) => acceptedCommentId !== null).length).toBeGreaterThan(20);
    expect(rows.filter(({ commentCount }) => commentCount === 0).length).toBeGreaterThan(2);
    expect(rows.filter(({ isClosed }) => isClosed).length).toBeGreaterThan(1);
    expect((await test.db.select().from(replies)).length).toBeGreaterThan(8);
    const people = await test.db.select().from(users);
    expect(people.length).toBeGreaterThan(15);
    expect(people.every(({ isSample, isImported, phone, email }) => isSample && isImported && !phone && !email)).toBe(
      true,
    );
    const [total] = await test.db.select().from(totals).where(eq(totals.name, 'questions'));
    expect(total?.value).toBe(40);
    const found = await test.db.select().from(searchDocuments).where(eq(searchDocuments.kind, 'QUESTION'));
    expect(found).toHaveLength(40);
  });

  it('counts what is there, and every answer comes after its question', async () => {
    for (const question of await all()) {
      const under = await test.db.select().from(comments).where(eq(comments.questionId, question.id));
      expect(under).toHaveLength(question.commentCount);
      for (const answer of under) {
        expect(answer.createdAt.getTime()).toBeGreaterThan(question.createdAt.getTime());
        const below = await test.db.select().from(replies).where(eq(replies.commentId, answer.id));
        expect(below).toHaveLength(answer.replyCount);
        for (const reply of below) expect(reply.createdAt.getTime()).toBeGreaterThan(answer.createdAt.getTime());
      }
    }
  });

  it('links to articles that exist, and names only helplines that the linked article names', async () => {
    const files = readdirSync(joinPath(ownContent, 'questions'));
    for (const file of files) {
      const text = readFileSync(joinPath(ownContent, 'questions', file), 'utf8');
      const keys = [...text.matchAll(/\]\(article:([a-z0-9-]+)\)/g)].map(([, key]) => key!);
      const articles = keys
        .map((key) => readFileSync(joinPath(ownContent, 'articles', `${key}.md`), 'utf8'))
        .join('\n');
      for (const [number] of text.matchAll(/(?<![\d,₹-])(?!(?:19|20)\d\d\b)(?:1\d{2,5}|\d{6,})(?![\d,])/g))
        expect(articles, `${file}: ${number}`).toContain(number);
    }
    const [linked] = await test.db
      .select({ n: sql<number>`count(*)::int` })
      .from(comments)
      .where(sql`body_html like '%href="/article/%'`);
    expect(linked!.n).toBeGreaterThan(30);
  });

  it('is not doubled by a second run, and goes with --replace-samples; words of other people stay', async () => {
    const [kept] = await test.db
      .select()
      .from(questions)
      .where(sql`title like 'I found a second PAN card%'`);
    const real = await join(test.services, { firstName: 'Real' });
    const posted = await test.send(
      'POST',
      '/api/communities/comment/create',
      { questionId: kept!.id, body: 'Give one of them back.' },
      real.headers,
    );
    expect(posted.statusCode).toBe(201);
    await run('--publish', ownContent);
    expect(await all()).toHaveLength(40);
    lines.length = 0;
    expect(await run('--replace-samples')).toBe(0);
    expect(lines.join('\n')).toContain('40 questions');
    expect(await test.db.select().from(users).where(eq(users.isSample, true))).toHaveLength(0);
    const left = await all();
    expect(left.map(({ id, title, commentCount }) => ({ id, title, commentCount }))).toEqual([
      { id: kept!.id, title: '', commentCount: 1 },
    ]);
    expect((await test.db.select().from(comments)).map(({ body }) => body)).toEqual(['Give one of them back.']);
    expect(await test.db.select().from(replies)).toHaveLength(0);
    const [total] = await test.db.select().from(totals).where(eq(totals.name, 'questions'));
    expect(total?.value).toBe(0);
  });
});
