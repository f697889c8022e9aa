import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '../database/schema.ts';
import { commandContext } from '../testing/command-context.ts';
import { openTestApp } from '../testing/open-test-app.ts';
import { join } from '../testing/join.ts';
import { WrongUse } from '../platform/process/command.ts';
import { commands } from './commands.server.ts';

const test = openTestApp();

async function grant(...args: string[]) {
  const said: string[] = [];
  const status = await commands.grant!.run(
    args,
    commandContext(test.services, { tell: (line) => void said.push(line) }),
  );
  return { status, said: said.join('\n') };
}

it('gives a role and takes it back, and says what has changed', async () => {
  const somebody = await join(test.services, { firstName: 'Lata', lastName: '' });
  const rolesOf = async () =>
    (await test.db.select({ roles: users.roles }).from(users).where(eq(users.id, somebody.id)))[0]!.roles;
  expect(await grant(somebody.phone, 'moderator')).toEqual({
    status: 0,
    said: `Lata (${somebody.id}) is a moderator.`,
  });
  expect(await rolesOf()).toEqual(['moderator']);
  expect((await grant(somebody.id, 'moderator')).said).toContain('already; nothing has changed');
  expect(await grant(somebody.phone.slice(3), 'moderator', '--revoke')).toMatchObject({ status: 0 });
  expect(await rolesOf()).toEqual([]);
  expect((await grant(somebody.id, 'editor')).said).toBe(`Lata (${somebody.id}) is an editor.`);
  expect((await grant(somebody.id, 'editor')).said).toContain('was an editor already');
  expect((await grant(somebody.id, 'editor', '--revoke')).said).toContain('is no longer an editor.');
  expect((await grant(somebody.id, 'editor', '--revoke')).said).toContain('was no editor already');
});

it('says who is not there, and what is wrong', async () => {
  expect(await grant('nobody@example.org', 'moderator')).toMatchObject({ status: 1 });
  for (const args of [
    [],
    ['a@b.in'],
    ['a@b.in', 'king'],
    ['a@b.in', 'moderator', 'x'],
    ['a@b.in', 'moderator', '--forever'],
  ])
    await expect(grant(...args)).rejects.toBeInstanceOf(WrongUse);
});
