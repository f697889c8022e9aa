// @runs on both databases
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { helpers, officeHours } from '../../../database/schema.ts';
import { openCommunity } from '../../../testing/community.ts';
import { join, type Member } from '../../../testing/join.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { notifyOfficeHours, sweepOfficeHours, turnOfficeHours } from '../../communities/office-hours.queries.server.ts';

const { test, asker, other, get, post, ask, answer } = await openCommunity();
afterAll(() => test.close());
const editor = await colleague(test, 'editor');

let advocate: Member;
beforeEach(async () => {
  await test.db.delete(officeHours);
  await test.db.execute(sql`update questions set is_closed = true`);
  advocate = await helperOf('pensions');
});
async function helperOf(field: string): Promise<Member> {
  const who = await join(test.services, { firstName: 'Ila', lastName: 'Das' });
  const mark = { field, until: '2099-01-01', proof: 'sealed', proofType: 'image/webp' as const };
  await test.db.insert(helpers).values({ userId: who.id, ...mark });
  return who;
}
const at = (hours: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString();
const wanted = (more: object = {}) => ({
  helperId: advocate.id,
  categoryId: 252,
  startsAt: at(24),
  endsAt: at(25),
  ...more,
});
const page = async (url: string, who: Member | null = null) =>
  (await test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} })).body;
/** As if the hour had come. */
const begin = () =>
  test.db.execute(
    sql`update office_hours set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'`,
  );
const form = (fields: Record<string, string>, who: Member) =>
  test.send('POST', '/studio/questions', new URLSearchParams(fields), who.lasting);

it('is set and called off, for people with a mark', async () => {
  const checker = await colleague(test, 'checker');
  const set = dataOf<{ id: number }>(await editor.post('/office-hours', wanted()));
  expect(set).toMatchObject({ helper: { id: advocate.id }, category: { id: 252, displayName: 'Schemes' } });
  expect((await checker.get('/office-hours')).json<{ data: object[] }>().data).toEqual([set]);
  expect(
    (await editor.post('/office-hours', wanted({ helperId: other.id, startsAt: at(48), endsAt: at(49) }))).statusCode,
  ).toBe(404);
  expect(
    (await editor.post('/office-hours', wanted({ categoryId: 999, startsAt: at(48), endsAt: at(49) }))).statusCode,
  ).toBe(404);
  expect((await editor.remove(`/office-hours/${set.id}`)).statusCode).toBe(200);
  expect((await editor.remove(`/office-hours/${set.id}`)).statusCode).toBe(404);
  const { rows } = await test.db.execute(sql`select act from studio_acts where act like '%office_hour' order by id`);
  expect(rows).toEqual([{ act: 'set_office_hour' }, { act: 'end_office_hour' }]);
});

it('refuses times that do not fit', async () => {
  for (const times of [
    { startsAt: at(-1), endsAt: at(1) },
    { startsAt: at(24), endsAt: at(24) },
    { startsAt: at(24), endsAt: at(33) },
    { startsAt: at(91 * 24), endsAt: at(91 * 24 + 1) },
    { startsAt: 'Tuesday', endsAt: at(25) },
  ])
    expect((await editor.post('/office-hours', wanted(times))).statusCode).toBe(400);
});

it('of two that overlap, set at once, one stands', async () => {
  const second = await helperOf('rent');
  const answers = await Promise.all([
    editor.post('/office-hours', wanted()),
    editor.post('/office-hours', wanted({ helperId: second.id, startsAt: at(24.5), endsAt: at(26) })),
    editor.post('/office-hours', wanted({ categoryId: 253, startsAt: at(24.5), endsAt: at(26) })),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).filter((code) => code === 409).length).toBeGreaterThan(0);
  const rows = await test.db.select().from(officeHours);
  const clashes = rows.flatMap((one) =>
    rows.filter(
      (two) =>
        one.id < two.id &&
        (one.helperId === two.helperId || one.categoryId === two.categoryId) &&
        one.startsAt < two.endsAt &&
        two.startsAt < one.endsAt,
    ),
  );
  expect(clashes).toEqual([]);
  expect((await editor.post('/office-hours', wanted({ startsAt: at(30), endsAt: at(31) }))).statusCode).toBe(201);
});

it('stands on the list and on its topic, in Hindi too, and nowhere once the mark has ended', async () => {
  await page('/community');
  dataOf(await editor.post('/office-hours', wanted()));
  for (const url of ['/community', '/community?category=252'])
    expect(await page(url)).toMatch(/Answers about Schemes: [^<(]* \(Ila Das, [^<]*pensions/);
  expect(await page('/community?category=253')).not.toContain('Ila Das');
  expect(await page('/hi/community')).toContain('के सवालों के जवाब:');
  await begin();
  await test.db.execute(sql`update helpers set ended_at = now() where user_id = ${advocate.id}`);
  expect(await page('/community?category=252&filter=popular')).not.toContain('Ila Das');
});

it('is said to be now once it has begun, and no more once it is over', async () => {
  dataOf(await editor.post('/office-hours', wanted()));
  expect(await page('/community')).not.toContain('Answers about Schemes now');
  await begin();
  await turnOfficeHours(test.services.connection, new Date());
  expect(await page('/community')).toContain('Answers about Schemes now');
  await test.db.execute(sql`update office_hours set starts_at = now() - interval '1 hour', ends_at = now()`);
  await turnOfficeHours(test.services.connection, new Date(Date.now() + 1_000));
  expect(await page('/community')).not.toContain('Ila Das');
});

it('fails no page where they cannot be read', async () => {
  await test.db.execute(sql`alter table office_hours rename to gone`);
  const answer = await test.app.inject({ url: '/community?category=253&filter=popular' });
  await test.db.execute(sql`alter table gone rename to office_hours`);
  expect(answer.statusCode).toBe(200);
});

it('gathers what is asked before, by votes, and leads the helper there when it begins', async () => {
  const before = await ask(asker, { categoryIds: [252] });
  await test.db.execute(sql`update questions set created_at = now() - interval '1 hour' where id = ${before}`);
  dataOf(await editor.post('/office-hours', wanted()));
  const few = await ask(asker, { categoryIds: [252], isAnonymous: true });
  const most = await ask(asker, { categoryIds: [252] });
  const elsewhere = await ask(asker, { categoryIds: [253] });
  const answered = await ask(asker, { categoryIds: [252] });
  await answer(answered);
  await test.db.execute(sql`update questions set like_count = 3 where id = ${most}`);
  const gathered = await post('/search/question/recent', null, { filter: 'GATHERED', categoryIds: [252] });
  const ids = gathered.body.data.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([most, few]);
  const html = await page('/community?filter=gathered&category=252');
  const [first, second] = gathered.body.data.map(({ canonicalUrl }: { canonicalUrl: string }) =>
    html.indexOf(`href="${canonicalUrl}"`),
  );
  expect([first > 0, second > first]).toEqual([true, true]);
  expect([before, elsewhere, answered].some((id) => ids.includes(id))).toBe(false);
  expect(await notifyOfficeHours(test.db, new Date())).toBe(0);
  await begin();
  const sent = await Promise.all([1, 2, 3].map(() => notifyOfficeHours(test.db, new Date())));
  expect(sent.toSorted()).toEqual([0, 0, 1]);
  const [item] = (await get('/notifications', advocate)).body.data;
  expect(item).toMatchObject({
    kind: 'HOUR',
    createdBy: null,
    title: 'Schemes',
    canonicalUrl: '/community?filter=gathered&category=252',
  });
  expect(await page('/notifications', advocate)).toContain('Your office hour has begun');
  const opened = await test.app.inject({
    url: `/notifications?open=${item.id}`,
    headers: { cookie: advocate.cookies },
  });
  expect(opened.headers.location).toBe('/community?filter=gathered&category=252');
  expect(await page('/community?category=252&filter=unanswered')).toContain('Answers about Schemes now');
});

it('counts for nothing while its helper is suspended or has no mark', async () => {
  dataOf(await editor.post('/office-hours', wanted()));
  const id = await ask(asker, { categoryIds: [252] });
  const gathered = async () =>
    (await post('/search/question/recent', null, { filter: 'GATHERED', categoryIds: [252] })).body.data.map(
      (one: { id: number }) => one.id,
    );
  expect(await gathered()).toEqual([id]);
  await test.db.execute(sql`update users set suspended_until = now() + interval '1 day' where id = ${advocate.id}`);
  expect(await gathered()).toEqual([]);
  const second = await helperOf('rent');
  expect((await editor.post('/office-hours', wanted({ helperId: second.id }))).statusCode).toBe(201);
  await begin();
  expect(await notifyOfficeHours(test.db, new Date())).toBe(1);
  expect((await get('/notifications', advocate)).body.data).toEqual([]);
});

it('is set by the form of the desk, which brings back what does not fit', async () => {
  const local = (hours: number) => new Date(Date.parse(at(hours)) + 330 * 60_000).toISOString().slice(0, 16);
  const fields = { helperId: advocate.id, categoryId: '252', startsAt: local(24), endsAt: local(25) };
  const refused = await form({ ...fields, endsAt: local(23) }, editor);
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain('It must end after it begins');
  expect(refused.body).toContain(`value="${local(24)}"`);
  expect((await form({ ...fields, helperId: '' }, editor)).statusCode).toBe(400);
  expect((await form(fields, await colleague(test, 'checker'))).statusCode).toBe(404);
  expect((await form(fields, editor)).headers.location).toBe('/studio/questions?done#hours');
  expect((await form(fields, editor)).statusCode).toBe(409);
  const desk = await page('/studio/questions', editor);
  expect(desk).toContain('Cancel: Ila Das, Schemes');
  const [row] = await test.db.select().from(officeHours);
  expect((await form({ end: String(row!.id) }, editor)).statusCode).toBe(303);
  expect(await page('/hi/studio/questions', editor)).toContain('कोई समय तय नहीं है।');
});

it('goes half a year after its end', async () => {
  dataOf(await editor.post('/office-hours', wanted()));
  await sweepOfficeHours(test.db);
  expect(await test.db.$count(officeHours)).toBe(1);
  await test.db.execute(sql`update office_hours set ends_at = now() - interval '181 days'`);
  await sweepOfficeHours(test.db);
  expect(await test.db.$count(officeHours)).toBe(0);
});
