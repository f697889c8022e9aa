import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { importCommand } from '../commands/import-command.server.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { commandContext } from '../testing/command-context.ts';
import { takeRowsOver } from '../testing/take-rows-over.ts';
import { wxr } from '../testing/wxr.ts';
import { newFolder } from '../testing/new-folder.ts';
import { openDatabase } from '../testing/open-database.ts';

const database = openDatabase('demo');
const folder = newFolder();
const rows = async (query: string) => (await database.db.execute(sql.raw(query))).rows;

const text = 'Ask at the <b>office</b>.';
const scheme = {
  scheme_name: 'Ploughs for all',
  category_files: ['Agriculture'],
  details: 'Ploughs are lent.',
  level: 'State',
  benefits: '* ₹6,000 a year',
  eligibility: 'Farmers.',
  exclusions: '',
  'application process': [{ mode: 'Online', process: 'Apply at https://example.gov.in/form' }],
  'documents required': 'Aadhaar card',
};

it('a site from before gets the same revisions of its rows as an import writes now', async () => {
  writeFileSync(
    join(folder, 'site.xml'),
    wxr([
      { title: 'Wells', text, tags: ['Water works', 'land'] },
      { title: 'Roads', text, isDraft: true },
    ]),
  );
  writeFileSync(join(folder, 'schemes.jsonl'), JSON.stringify(scheme));
  const config = readConfig({ DATA_DIR: database.dataDir });
  const context = commandContext({ connection: database.connection, config }, { cwd: folder, tell: () => {} });
  expect(await importCommand.run(['site.xml'], context)).toBeLessThan(2);
  expect(await importCommand.run(['schemes.jsonl'], context)).toBeLessThan(2);

  const named = `p.file_hash is null and p.kind <> 'feed'`;
  const world = async () => ({
    pieces:
      await rows(`select kind, id, key, source_key, revision, state, live, last_live, first_live_at::date, scheduled_at,
      scheduled_reason, title, lang, group_key, last_checked_on from studio_pieces p where ${named} order by kind, id`),
    revisions: await rows(`select r.kind, piece_id, number, r.lang, author_id, body, fields - 'tags' as fields
      from studio_revisions r join studio_pieces p on p.kind = r.kind and p.id = r.piece_id where ${named} order by 1, 2, 3`),
  });
  const before = await world();
  expect(before.pieces.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Wells', 'Roads', 'Ploughs for all', 'Water works']),
  );
  const gone = sql.raw(
    `exists (select 1 from studio_pieces p where ((${named}) or p.kind = 'feed') and p.kind = t.kind and p.id = t.`,
  );
  await database.db.execute(sql`delete from studio_revisions t where ${gone}piece_id)`);
  await database.db.execute(sql`delete from studio_pieces t where ${gone}id)`);

  await takeRowsOver(database.db);
  expect(await world()).toEqual(before);
  expect(await rows(`select id, key, state, live from studio_pieces where kind = 'feed' order by id`)).toEqual([
    { id: 1, key: 'home', state: 'live', live: 1 },
    { id: 2, key: 'rail', state: 'live', live: 1 },
  ]);
  const [wells] = await rows(
    `select fields -> 'tags' as tags from studio_revisions where fields ->> 'title' = 'Wells'`,
  );
  expect(wells).toEqual({ tags: ['Land', 'Water works'] });
  const acts = () => rows('select count(*)::int as n from studio_acts');
  const noted = await acts();
  await takeRowsOver(database.db);
  expect([await world(), await acts()]).toEqual([before, noted]);
});
