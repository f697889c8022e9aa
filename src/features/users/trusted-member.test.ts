import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { comments, moderationActs, questions, users } from '../../database/schema.ts';
import { join } from '../../testing/join.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { isTrustedMember } from './trusted-member.server.ts';

const test = openTestApp();
const isTrusted = (id: string) => isTrustedMember(test.db, id);

/** Answers `accepted` questions of somebody else, or of their own, and then others up to ten. */
async function answerTen(authorId: string, accepted: number, askerId: string) {
  const asked = await test.db
    .insert(questions)
    .values(Array.from({ length: 10 }, () => ({ authorId: askerId, title: 'Which office?', body: '', bodyHtml: '' })))
    .returning({ id: questions.id });
  const given = await test.db
    .insert(comments)
    .values(asked.map(({ id }) => ({ questionId: id, authorId, body: 'The tehsil.', bodyHtml: '' })))
    .returning();
  for (const { id, questionId } of given.slice(0, accepted))
    await test.db.update(questions).set({ acceptedCommentId: id }).where(eq(questions.id, questionId));
  return given;
}

it('trusts whoever was of help to others, for a month, without an act against them', async () => {
  const [asker, member, young, vain] = [
    await join(test.services),
    await join(test.services, { joinedDaysAgo: 31 }),
    await join(test.services, { joinedDaysAgo: 29 }),
    await join(test.services, { joinedDaysAgo: 31 }),
  ];
  const given = await answerTen(member.id, 2, asker.id);
  await answerTen(young.id, 3, asker.id);
  await answerTen(vain.id, 3, vain.id);
  expect(await isTrusted(member.id)).toBe(false);
  await test.db.execute(
    sql`insert into answer_trials (comment_id, user_id, worked) values (${given[5]!.id}, ${asker.id}, true)`,
  );
  expect(await Promise.all([member, young, vain].map(({ id }) => isTrusted(id)))).toEqual([true, false, false]);

  const act = { entityType: 'COMMENT', entityId: given[9]!.id, authorId: member.id, reason: 'Wrong' } as const;
  await test.db.insert(moderationActs).values({ ...act, act: 'HIDE' });
  expect(await isTrusted(member.id)).toBe(true);
  await test.db.insert(moderationActs).values({ ...act, act: 'HIDE', moderatorId: asker.id });
  expect(await isTrusted(member.id)).toBe(false);
  await test.db.insert(moderationActs).values({ ...act, act: 'RESTORE', moderatorId: asker.id });
  expect(await isTrusted(member.id)).toBe(true);

  await test.db.update(users).set({ phone: null, email: null }).where(eq(users.id, member.id));
  expect(await isTrusted(member.id)).toBe(false);
});

it('trusts nobody for a role alone, and nobody without an account', async () => {
  const editor = await join(test.services, { role: 'writer', joinedDaysAgo: 0 });
  expect(await isTrusted(editor.id)).toBe(false);
  expect(await isTrusted('00000000-0000-7000-8000-000000000000')).toBe(false);
});
