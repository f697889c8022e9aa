// @runs on both databases
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import type { DayFigures } from './day-figures.server.ts';

const test = openTestApp({ clock: () => new Date(Date.now() + late) });
let late = 0;

const run = (query: ReturnType<typeof sql>) => test.db.execute(query);
const dayOf = async (who: Colleague) => dataOf<{ day: DayFigures | null }>(await who.get('/work')).day;

it('counts the day so far in Indian time, for all but writers, and nothing of yesterday', async () => {
  const start = sql`(now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'`;
  await run(sql`insert into track_events (at, name, path, visit, source)
    select ${start} + interval '1 millisecond', 'view', path, visit, 'direct' from (values
      ('/', 'one'), ('/search?q=ration', 'one'), ('/search?q=pan', 'two'), ('/about', 'three')) as seen (path, visit)
    union all select ${start} - interval '1 minute', 'view', '/search?q=old', 'four', 'direct'
    union all select ${start}, 'act.print', '/', 'five', 'direct'`);
  const complain = (category: string) =>
    test.send('POST', '/api/support/grievance', {
      name: 'Asha',
      phoneNo: '9876501234',
      category,
      text: `It is ${category}.`,
    });
  await complain('WRONG');
  await complain('UNLAWFUL');
  await run(sql`update tickets set decide_by = now() - interval '1 hour' where subject = 'UNLAWFUL'`);
  const [editor, checker, writer] = await Promise.all([
    colleague(test, 'editor'),
    colleague(test, 'checker'),
    colleague(test, 'writer'),
  ]);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(test.services.clock());
  const figures = { day, visits: 3, searches: 2, posts: 0, complaints: { open: 2, overdue: 1 }, scams: 0 };
  expect(await dayOf(editor)).toEqual(figures);
  expect(await dayOf(writer)).toBeNull();

  await run(sql`update tickets set status = 'closed', closed_at = now() where subject = 'UNLAWFUL'`);
  expect(await dayOf(checker)).toEqual(figures);
  late += 61_000;
  expect(await dayOf(checker)).toMatchObject({ complaints: { open: 1, overdue: 0 } });
});
