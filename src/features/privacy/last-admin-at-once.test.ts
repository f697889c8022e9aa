// @runs on both databases
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '../../database/schema.ts';
import { openOwnAccount, send, test } from '../../testing/own-account.ts';
import { signIn } from '../../testing/sign-in.ts';

openOwnAccount();

const admins = () =>
  test.services.connection.db
    .select({ id: users.id })
    .from(users)
    .where(sql`'admin' = any(${users.roles})`);

it('the only admin is told what to do first, and stays', async () => {
  const admin = await signIn(test, { role: 'admin' });
  const answer = await send(admin, 'DELETE', '/user');
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'You are the only admin of this site. Make another person admin in the studio first, then try again.',
  ]);
  expect(await admins()).toEqual([{ id: admin.user.id }]);
  const other = await signIn(test, { role: 'admin' });
  expect((await send(admin, 'DELETE', '/user')).statusCode).toBe(200);
  expect(await admins()).toEqual([{ id: other.user.id }]);
});

it('one stays where all admins delete their accounts at once', async () => {
  await test.services.connection.db.update(users).set({ roles: [] });
  const people = [];
  for (let nth = 0; nth < 3; nth += 1) people.push(await signIn(test, { role: 'admin' }));
  await Promise.all(people.map((person) => send(person, 'DELETE', '/user')));
  expect(await admins()).toHaveLength(1);
});
