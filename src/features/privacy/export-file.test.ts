// @runs slow, on both databases
import { readdirSync } from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { comments, questions } from '../../database/schema.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';

const test = openTestApp();

const exportOf = ({ headers }: SignedIn, app = test.app) => app.inject({ url: '/api/user/export', headers });
const body = 'राशन कार्ड कहाँ बनता है? '.repeat(40);

/** A person with more posts than a batch holds. */
async function writer(posts: number): Promise<SignedIn> {
  const person = await signIn(test);
  const [question] = await test.db
    .insert(questions)
    .values({ authorId: person.user.id, title: 'Where?', body, bodyHtml: body })
    .returning({ id: questions.id });
  await test.db.execute(sql`insert into comments (question_id, author_id, body, body_html)
    select ${question!.id}::int, ${person.user.id}::uuid, ${body} || n, ${body} from generate_series(1, ${posts}::int) n`);
  return person;
}

it('holds every row once and in order, however many batches it takes', async () => {
  const person = await writer(2_345);
  const answer = await exportOf(person);
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  const { community } = answer.json().data;
  const written = await test.db.select({ id: comments.id }).from(comments).orderBy(comments.id);
  expect(community.comments.map(({ id }: { id: number }) => id)).toEqual(written.map(({ id }) => id));
  expect(community.comments[2_344].body).toBe(`${body}2345`);
  // Nothing of it stays on the disk.
  expect(readdirSync(join(test.services.config.dataDir, 'uploads'))).toEqual([]);
});

it('is made one at a time for a person, on two instances together, and again as soon as it is there', async () => {
  const person = await writer(1_500);
  const second = await buildTestApp({
    database: { connection: test.services.connection, dataDir: test.services.config.dataDir, close: async () => {} },
  });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => exportOf(person, at % 2 ? second.app : test.app)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(1);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  for (const one of refused) {
    expect(one.json()).toMatchObject({
      status: 409,
      code: 'in_progress',
      message: expect.stringContaining('being made'),
    });
    expect(one.headers['retry-after']).toBe('5');
  }
  expect((await exportOf(person)).statusCode).toBe(200);
  expect((await exportOf(person, second.app)).statusCode).toBe(200);
  await second.close();
});

it('of one person does not wait for that of another', async () => {
  const [first, second] = [await writer(10), await writer(10)];
  const answers = await Promise.all([exportOf(first), exportOf(second)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

it('that fails, or whose reader leaves, holds up no other', async () => {
  const person = await writer(3_000);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  const socket: Socket = connectSocket(port, '127.0.0.1');
  socket.write(
    `GET /api/user/export HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${person.headers.authorization}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  expect((await exportOf(person)).statusCode).toBe(409);
  socket.destroy();
  await vi.waitFor(async () => expect((await exportOf(person)).statusCode).toBe(200), {
    timeout: 5_000,
    interval: 100,
  });

  await test.db.execute(sql`alter table profiles rename to profiles_gone`);
  const failed = await exportOf(person);
  await test.db.execute(sql`alter table profiles_gone rename to profiles`);
  expect(failed.statusCode).toBe(500);
  expect((await exportOf(person)).statusCode).toBe(200);
});
