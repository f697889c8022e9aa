// @runs on both databases
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { reviewOf } from '../../proposals/decide-conditions.ts';
import type { Condition } from '../../schemes/rules.ts';
import { displayNameOf } from '../../users/users.queries.server.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const other = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));
type Standing = { id: number; revision: number };
type Proposed = {
  conditions: { condition: Condition; quote: string | null; refused: { by: string; byName: string } | null }[];
  partly: string;
};

const age = 'The applicant should be between 18 and 40 years of age.';
const widow = 'The applicant should be a widow.';
const scheme = {
  name: 'Sewing Machine Help',
  level: 'Bihar',
  officialUrl: 'https://sewing.example.gov.in/',
  eligibility: [age, widow],
};
const begin = async () =>
  dataOf<Standing>(
    await writer.post('/articles', { title: 'Help to buy a sewing machine', body: 'For women.', scheme }),
  );
const proposed = async (id: number) => dataOf<Proposed>(await writer.get(`/articles/${id}/proposed-rules`));

it('proposes conditions from the words of the record, each with its words', async () => {
  const { id } = await begin();
  const { conditions } = await proposed(id);
  expect(conditions).toContainEqual({ condition: { fact: 'age', between: [18, 40] }, quote: age, refused: null });
  expect(conditions).toContainEqual({ condition: { fact: 'isWidow', eq: true }, quote: widow, refused: null });
  expect(conditions.some(({ condition }) => JSON.stringify(condition) === '{"fact":"state","eq":"Bihar"}')).toBe(true);
  const none = dataOf<Standing>(await writer.post('/articles', { title: 'No scheme', body: 'No record.' }));
  expect((await proposed(none.id)).conditions).toEqual([]);
});

it('accepts with the name and the day, as a change of the piece like any other', async () => {
  const { id } = await begin();
  const { conditions } = await proposed(id);
  const [{ name }] = (await test.db.select().from(users).where(eq(users.id, editor.id))).map((row) => ({
    name: displayNameOf(row),
  })) as [{ name: string }];
  const checkedBy = (by: string) => {
    const all = conditions.flatMap(({ condition, quote }) => {
      const proposal = {
        name: '',
        rules: { version: 1 as const, all: [condition] },
        spans: [{ path: 'all.0', quote }],
      };
      return reviewOf(proposal, [{ kind: 'accept' }], { by, on: '2026-11-22', isComplete: false }).rules!.all;
    });
    return { ...scheme, rules: { version: 2, all } };
  };
  const refused = await writer.put(`/articles/${id}`, { baseRevision: 1, scheme: checkedBy(name) });
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    details: [{ path: 'scheme', message: expect.stringContaining('Only an editor') }],
  });
  const begun = { title: 'Help', body: 'Text.', scheme: checkedBy('A Colleague') };
  expect((await writer.post('/articles', begun)).statusCode).toBe(400);
  expect((await editor.post('/articles', begun)).statusCode).toBe(201);

  dataOf(await editor.put(`/articles/${id}`, { baseRevision: 1, scheme: checkedBy(name) }));
  const kept = dataOf<{ scheme: ReturnType<typeof checkedBy> }>(await writer.get(`/articles/${id}`)).scheme.rules.all;
  expect(kept).toContainEqual({
    fact: 'age',
    between: [18, 40],
    quote: age,
    reviewedBy: name,
    reviewedOn: '2026-11-22',
  });
  expect((await editor.put(`/articles/${id}`, { baseRevision: 1, scheme })).statusCode).toBe(409);

  const renamed = { ...checkedBy(name), name: 'Sewing Help' };
  dataOf(await writer.put(`/articles/${id}`, { baseRevision: 2, scheme: renamed }));
  const moved = renamed.rules.all.map((one) => ('between' in one ? { ...one, between: [18, 50] } : one));
  const others = { ...renamed, rules: { version: 2, all: moved } };
  expect((await writer.put(`/articles/${id}`, { baseRevision: 3, scheme: others })).statusCode).toBe(400);
});

it('refuses for everybody, noting who did it and no text of the piece', async () => {
  const { id } = await begin();
  const refused = { condition: { fact: 'isWidow', eq: true }, quote: widow };
  expect((await other.post(`/articles/${id}/refuse-condition`, refused)).statusCode).toBe(403);
  for (let time = 0; time < 2; time += 1)
    expect(dataOf(await editor.post(`/articles/${id}/refuse-condition`, refused))).toEqual({ id });
  const { conditions } = await proposed(id);
  expect(conditions.map(({ condition, refused: by }) => [JSON.stringify(condition), by?.by])).toContainEqual([
    '{"fact":"isWidow","eq":true}',
    editor.id,
  ]);
  expect(conditions.filter((one) => one.refused !== null)).toHaveLength(1);
  const acts = (await editor.get(`/articles/${id}/acts`)).json<{ data: { act: string; note: string }[] }>().data;
  const [act, ...more] = acts.filter((one) => one.act === 'refuse_condition');
  expect(more).toEqual([]);
  expect(act!.note).toMatch(/^\{"fact":"isWidow","eq":true\} [0-9a-f]{12}$/);
  expect((await writer.get(`/articles/${id}`)).json<{ data: { revision: number } }>().data.revision).toBe(1);
});

it('refuses only what is proposed', async () => {
  const { id } = await begin();
  const invented = { condition: { fact: 'isWidow', eq: false }, quote: widow };
  expect((await writer.post(`/articles/${id}/refuse-condition`, invented)).statusCode).toBe(409);
  expect((await writer.post(`/articles/${id}/refuse-condition`, { condition: 'age' })).statusCode).toBe(400);
  expect((await writer.post('/articles/99999/refuse-condition', invented)).statusCode).toBe(404);
});
