// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { helpers, studioActs, users } from '../../../database/schema.ts';
import { join, type Member } from '../../../testing/join.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { moveHelper, sweepHelpers } from './helpers.server.ts';
import { prepared } from '../../../testing/prepared.ts';

const origin = 'http://localhost:3000';
const test = openTestApp();
const admin = prepared(() => join(test.services, { role: 'admin' }));
const other = prepared(() => join(test.services, { role: 'admin' }));
let picture: Buffer;
beforeAll(async () => {
  picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } })
    .withExif({ IFD0: { ImageDescription: 'At home' } })
    .jpeg()
    .toBuffer();
});

const pdf = Buffer.from('%PDF-1.4 a certificate');
const valid = { field: 'pensions', state: 'Bihar', until: '2099-12-31' };

async function send(url: string, who: Member | null, fields: Record<string, string>, proof: Buffer | null) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (proof) form.append('proof', new File([new Uint8Array(proof)], 'proof'));
  const body = new Response(form);
  return test.send('POST', url, Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type')!,
    ...(who ? { cookie: who.cookies, origin } : {}),
  });
}
const add = (fields: Record<string, string>, proof: Buffer | null = pdf, who: Member | null = admin) =>
  send('/api/helpers', who, { ...valid, ...fields }, proof);
const end = (id: number, who = admin) => test.send('POST', `/api/helpers/${id}/end`, {}, who.headers);

let serial = 0;
async function answerOf(member: Member) {
  const call = async (name: string, body: object) =>
    (await test.send('POST', `/api/communities/${name}`, body, member.headers)).json().data;
  const question = await call('question/create', { title: `How is life certificate ${(serial += 1)} given?` });
  const comment = await call('comment/create', { questionId: question.id, body: 'At any post office.' });
  return { path: question.canonicalUrl as string, questionId: question.id as number, made: comment };
}
const page = async (path: string) => (await test.app.inject(path)).body;
const markOf = async (questionId: number) =>
  (await test.send('POST', `/api/communities/question/${questionId}/comments`, {})).json().data[0].createdBy.mark;

it('a helper carries a mark everywhere, in the language of the page, until an admin ends it', async () => {
  const member = await join(test.services);
  const { path, questionId } = await answerOf(member);
  expect(await page(path)).not.toContain('data-mark');
  const added = await add({ person: member.phone }, picture);
  expect(added.statusCode, added.body).toBe(201);
  const mark = { kind: 'helper', words: 'Helper: pensions, Bihar', field: 'pensions', state: 'Bihar' };
  const { data: helper } = added.json();
  expect(helper).toMatchObject({ user: { id: member.id, mark }, ...valid, isCurrent: true, endedAt: null });

  const html = await page(path);
  expect(html.split('data-mark="helper"').length).toBeGreaterThan(2);
  expect(html).toContain('"description":"Helper: pensions, Bihar"');
  expect(await page(`/hi${path}`)).toContain('सहायक: pensions, बिहार');
  expect(await markOf(questionId)).toEqual(mark);
  expect((await answerOf(member)).made.createdBy.mark).toEqual(mark);
  const recent = await test.send('POST', '/api/search/question/recent', {});
  expect(recent.json().data[0].createdBy.mark).toEqual(mark);
  const exported = await test.app.inject({ url: '/api/user/export', headers: member.headers });
  expect(exported.json().data.helper).toMatchObject([valid]);

  const ended = await end(helper.id);
  expect(ended.json().data).toMatchObject({ isCurrent: false, user: { mark: null } });
  expect(await page(path)).not.toContain('data-mark');
  expect((await end(helper.id)).statusCode).toBe(200);
  const acts = await test.db
    .select()
    .from(studioActs)
    .where(sql`${studioActs.data} ->> 'person' = ${member.id}`);
  expect(acts.map(({ act, actor }) => [act, actor])).toEqual([
    ['add_helper', admin.id],
    ['end_helper', admin.id],
  ]);
});

it('a mark ends by itself after its last day in India', async () => {
  const member = await join(test.services);
  const { questionId } = await answerOf(member);
  const { data } = (await add({ userId: member.id, state: '' })).json();
  expect((await markOf(questionId)).words).toBe('Helper: pensions, all India');
  const lasting = (day: ReturnType<typeof sql>) =>
    test.db
      .update(helpers)
      .set({ until: day as never })
      .where(eq(helpers.id, data.id));
  await lasting(sql`(now() at time zone 'Asia/Kolkata')::date`);
  expect(await markOf(questionId)).not.toBeNull();
  await lasting(sql`(now() at time zone 'Asia/Kolkata')::date - 1`);
  expect(await markOf(questionId)).toBeNull();
  await sweepHelpers(test.db);
  expect(await test.db.$count(helpers, eq(helpers.id, data.id))).toBe(1);
  await lasting(sql`current_date - 200`);
  await sweepHelpers(test.db);
  expect(await test.db.$count(helpers, eq(helpers.id, data.id))).toBe(0);
});

it('only admins see helpers and proofs, which hold no metadata and lie sealed', async () => {
  const member = await join(test.services);
  const { data } = (await add({ person: member.id }, picture)).json();
  const get = (path: string, who: Member | null) =>
    test.app.inject({ url: `/api${path}`, headers: who?.headers ?? {} });
  for (const path of ['/helpers', `/helpers/${data.id}/proof`]) {
    expect((await get(path, null)).statusCode).toBe(401);
    for (const who of [member, await join(test.services, { role: 'editor' })])
      expect((await get(path, who)).statusCode).toBe(403);
  }
  const proof = await get(`/helpers/${data.id}/proof`, other);
  expect(proof.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="helper-${data.id}.webp"`,
  });
  expect((await sharp(proof.rawPayload).metadata()).exif).toBeUndefined();
  const [row] = await test.db.select().from(helpers).where(eq(helpers.id, data.id));
  expect(Buffer.from(row!.proof, 'base64url').includes('WEBP')).toBe(false);
  const list = (await get('/helpers?pageSize=1', admin)).json();
  expect(list).toMatchObject({ data: [{ id: data.id }], hasMore: true, nextCursor: expect.any(String) });
  const next = (await get(`/helpers?pageSize=1&cursor=${list.nextCursor}`, admin)).json();
  expect(next.data[0].id).toBeLessThan(data.id);
});

it('refuses what cannot be', async () => {
  const member = await join(test.services);
  const person = member.id;
  const statusOf = async (...given: Parameters<typeof add>) => (await add(...given)).statusCode;
  expect(await statusOf({ person }, pdf, null)).toBe(401);
  expect(await statusOf({ person }, pdf, member)).toBe(403);
  expect(await statusOf({ person }, null)).toBe(400);
  expect(await statusOf({})).toBe(400);
  expect(await statusOf({ person, state: 'Atlantis' })).toBe(400);
  expect(await statusOf({ person, until: '2020-01-01' })).toBe(400);
  expect(await statusOf({ person, until: '2099-02-30' })).toBe(400);
  expect(await statusOf({ person, field: ' ' })).toBe(400);
  expect(await statusOf({ person, more: 'x' })).toBe(400);
  expect(await statusOf({ person }, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(415);
  const large = await add({ person }, Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-'));
  expect([large.statusCode, large.json().message]).toEqual([413, 'The proof can have 5 MB.']);
  expect(await statusOf({ person: '9999999999' })).toBe(404);
  expect((await end(999_999)).json().code).toBe('helper_not_found');
  expect(await test.db.$count(helpers, eq(helpers.userId, person))).toBe(0);
});

it('of two admins at once, one makes a helper and one ends it', async () => {
  const member = await join(test.services);
  const answers = await Promise.all([add({ person: member.id }, pdf, admin), add({ person: member.id }, pdf, other)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  const [row] = await test.db.select().from(helpers).where(eq(helpers.userId, member.id));
  await Promise.all([end(row!.id, admin), end(row!.id, other)]);
  const acts = await test.db
    .select()
    .from(studioActs)
    .where(sql`${studioActs.data} ->> 'person' = ${member.id}`);
  expect(acts.map(({ act }) => act)).toEqual(['add_helper', 'end_helper']);
});

it('admins list, add and end helpers on a page that works without script', async () => {
  const member = await join(test.services, { firstName: 'Kamala', lastName: 'Devi' });
  const desk = async () => (await test.app.inject({ url: '/studio/helpers', headers: { cookie: admin.cookies } })).body;
  const wrong = await send('/studio/helpers', admin, { ...valid, person: member.id, until: '' }, pdf);
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain(`value="${member.id}"`);
  const empty = await send('/studio/helpers', admin, { person: '', field: '', state: '', until: '' }, null);
  for (const name of ['person', 'field', 'until', 'proof']) expect(empty.body).toContain(`id="helper-${name}-error"`);
  expect(empty.body).not.toContain('[object');
  expect((await send('/studio/helpers', admin, { ...valid, person: 'nobody@example.in' }, pdf)).statusCode).toBe(404);
  const saved = await send('/studio/helpers', admin, { ...valid, person: member.id }, pdf);
  expect([saved.statusCode, saved.headers.location]).toEqual([303, '/studio/helpers?saved']);
  const [row] = await test.db.select().from(helpers).where(eq(helpers.userId, member.id));
  expect(await desk()).toContain(`/api/helpers/${row!.id}/proof`);
  expect(await desk()).toContain('Kamala Devi');
  expect((await send('/studio/helpers', admin, { end: String(row!.id) }, null)).statusCode).toBe(303);
  expect(await desk()).not.toContain(`name="end" value="${row!.id}"`);
});

it('a mark and its proof move with an account that is joined to another, and go with one that is deleted', async () => {
  const [from, to] = [await join(test.services), await join(test.services)];
  const { data } = (await add({ person: from.id }, picture)).json();
  await test.db.transaction((tx) =>
    moveHelper(tx, { userId: from.id, identifiers: [] }, { userId: to.id, identifiers: [] }),
  );
  const proof = await test.app.inject({ url: `/api/helpers/${data.id}/proof`, headers: admin.headers });
  expect(proof.statusCode).toBe(200);
  await test.db.delete(users).where(eq(users.id, to.id));
  expect(await test.db.$count(helpers, eq(helpers.id, data.id))).toBe(0);
});
