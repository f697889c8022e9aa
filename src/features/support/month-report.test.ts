// @runs on both databases
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, expect, it, vi } from 'vitest';
import { appeals, moderationActs, monthReports, reports, tickets } from '../../database/schema.ts';
import { openCommunity } from '../../testing/community.ts';
import { invalidatePagesAtOnce } from '../../platform/cache/page-cache.server.ts';
import { readMonthReports, reportCsv, storeMonthReports } from './month-report.server.ts';

const { test, asker, helper, moderator, post, ask, answer } = await openCommunity();
afterAll(() => test.close());
// In India it is December already.
const now = new Date('2026-11-30T18:30:00Z');
const queryOf = (query: SQLWrapper | string) =>
  typeof query === 'string' ? query : new PgDialect().sqlToQuery(query.getSQL()).sql;
const get = (url: string) => test.app.inject({ url, headers: { accept: 'text/html' } });

it('counts by the month of the clock in India, without names', async () => {
  const november = sql`timestamptz '2026-11-30 23:59:59+05:30'`;
  const december = sql`timestamptz '2026-12-01 00:00:00+05:30'`;
  const long = sql`timestamptz '2026-06-30 23:59:59+05:30'`;
  const report = { entityType: 'QUESTION', entityId: 1, reason: 'SCAM', isOfStanding: false } as const;
  await test.db.insert(reports).values([
    { ...report, reporterId: asker.id, createdAt: november, settledAt: sql`${november} + interval '90 minutes'` },
    {
      ...report,
      entityId: 2,
      reporterId: asker.id,
      createdAt: december,
      settledAt: sql`${december} + interval '30 minutes'`,
    },
    {
      ...report,
      entityId: 3,
      reporterId: asker.id,
      createdAt: december,
      settledAt: sql`${december} + interval '10 minutes'`,
    },
    { ...report, entityId: 4, reporterId: asker.id, createdAt: long },
    // No complaints: a proposal to merge, and the site's own.
    { ...report, entityId: 5, reporterId: asker.id, reason: 'DUPLICATE', createdAt: december },
    { ...report, entityId: 6, reporterId: null, createdAt: december, settledAt: sql`${december} + interval '2 days'` },
  ]);
  const act = {
    entityType: 'QUESTION',
    entityId: 1,
    reason: 'Noted.',
    authorId: helper.id,
    createdAt: december,
  } as const;
  const made = await test.db
    .insert(moderationActs)
    .values([
      { ...act, act: 'HIDE', isHold: true },
      { ...act, act: 'DELETE', moderatorId: moderator.id },
      { ...act, act: 'HIDE', isHold: true, entityId: 2 },
      { ...act, act: 'RESTORE', moderatorId: moderator.id, entityId: 2 },
      // Released before: nothing that the site found.
      { ...act, act: 'DELETE', moderatorId: moderator.id, entityId: 2 },
      { ...act, act: 'HIDE', entityId: 3 },
      { ...act, act: 'SUSPEND', moderatorId: moderator.id, entityId: 3, days: 3, createdAt: november },
      { ...act, act: 'HIDE', isHold: true, entityId: 4 },
      { ...act, act: 'SUSPEND', moderatorId: moderator.id, entityId: 4, days: 3 },
      { ...act, act: 'HIDE', isHold: true, entityId: 5 },
      { ...act, act: 'SUSPEND', moderatorId: moderator.id, entityId: 5, days: 3, keepsPost: true },
    ])
    .returning({ id: moderationActs.id });
  await test.db.insert(appeals).values([
    {
      actId: made[1]!.id,
      userId: helper.id,
      text: 'Why?',
      createdAt: november,
      decidedAt: december,
      status: 'overturned',
    },
    { actId: made[4]!.id, userId: helper.id, text: 'Why?', createdAt: december },
  ]);
  const ticket = { name: 'Asha Rao', subject: 'WRONG', body: 'It is wrong.' } as const;
  await test.db.insert(tickets).values([
    {
      ...ticket,
      kind: 'grievance',
      createdAt: november,
      closedAt: sql`${november} + interval '3 hours'`,
      status: 'closed',
    },
    { ...ticket, kind: 'grievance', createdAt: december },
    { ...ticket, kind: 'contact', createdAt: december },
    { ...ticket, kind: 'grievance', subject: 'Asha Devi, 98765 43210', createdAt: november, closedAt: null },
  ]);
  const found = await readMonthReports(test.db, now);
  expect(found.map(({ month }) => month)).toEqual(['2026-12', '2026-11', '2026-10', '2026-09', '2026-08', '2026-07']);
  expect(found[0]!.figures).toEqual({
    'reports.SCAM': 2,
    'acts.DELETE': 2,
    'acts.RESTORE': 1,
    'acts.SUSPEND': 2,
    'site.held': 4,
    'site.removed': 2,
    'site.hidden': 1,
    'appeals.made': 1,
    'appeals.overturned': 1,
    'complaints.WRONG': 1,
    // 10, 30, and the one of the evening before, 90.
    'median_minutes.reports': 30,
    'median_minutes.site': 2_880,
    'median_minutes.complaints': 180,
  });
  expect(found[1]!.figures).toEqual({
    'reports.SCAM': 1,
    'acts.SUSPEND': 1,
    'appeals.made': 1,
    'complaints.WRONG': 1,
  });
  const csv = reportCsv(found);
  expect(csv.split('\r\n')[0]).toBe('"month","group","name","value"');
  expect(csv).toContain('"2026-12","site","removed","2"');
  expect(csv).toContain('"2026-11","acts","DELETE","0"');
  expect(csv).not.toMatch(/Asha|Ravi|Meena|"2026-1[01]","median_minutes"/);
});

it('stays as it was stored once its month is over, whoever leaves', async () => {
  const january = new Date('2027-01-02T00:00:00Z');
  await storeMonthReports(test.db, new Date('2027-01-01T12:00:00Z'));
  expect(await test.db.$count(monthReports, eq(monthReports.month, '2026-12'))).toBe(0);
  await test.db.delete(monthReports);
  const before = await readMonthReports(test.db, january);
  expect(before[1]).toMatchObject({ month: '2026-12', figures: { 'reports.SCAM': 2 } });
  await Promise.all([storeMonthReports(test.db, january), storeMonthReports(test.db, january)]);
  await test.db.delete(reports);
  await storeMonthReports(test.db, january);
  expect(await readMonthReports(test.db, january)).toEqual(before);
  // Of a month that runs nothing is stored.
  await test.db.delete(monthReports);
});

it('is a public page of a month, in Hindi too, and a file', async () => {
  const id = await ask();
  const one = await answer(id);
  await post('/communities/report', asker, { entityType: 'COMMENT', entityId: one, reason: 'ABUSE' });
  const month = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 7);
  await invalidatePagesAtOnce(test.services.connection, ['all']);
  const page = await get(`/moderation-report?month=${month}`);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, expect.stringContaining('public')]);
  expect(page.body).toContain('This month is not over');
  expect(page.body).toContain('Posts reported by members, by reason');
  const before = await get('/moderation-report');
  expect([before.statusCode, before.body.includes('This month is not over')]).toEqual([200, false]);
  expect((await get(`/hi/moderation-report?month=${month}`)).body).toContain('सदस्यों की रिपोर्टें, वजह के हिसाब से');
  // Others are refused before anything is counted.
  const queries = vi.spyOn(test.services.connection.db, 'execute');
  const counted = () => queries.mock.calls.filter(([query]) => queryOf(query).includes('percentile_cont')).length;
  for (const wrong of ['2020-01', '2999-01', 'x']) {
    const url = `/moderation-report?month=${wrong}`;
    expect([url, (await get(url)).statusCode, counted()]).toEqual([url, 404, 0]);
  }
  await invalidatePagesAtOnce(test.services.connection, ['all']);
  expect([(await get(`/moderation-report?month=${month}`)).statusCode, counted()]).toEqual([200, 2]);
  queries.mockRestore();
  const file = await get('/moderation-report.csv');
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(file.body).toContain(`"${month}","reports","ABUSE","1"`);
});
