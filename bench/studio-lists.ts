import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { sql } from 'drizzle-orm';
import { connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { readWork } from '../src/features/studio/desks/desk.queries.server.ts';
import { listPieces, type PieceFilter } from '../src/features/studio/pieces/list-pieces.server.ts';
import { readRevisions } from '../src/features/studio/pieces/read-piece.server.ts';
import type { Actor } from '../src/features/studio/studio.policy.ts';
import { readConfig } from '../src/platform/settings/config.server.ts';
import { ownFolder } from './own-folder.ts';

// The studio's lists, searches and desk over many pieces with many revisions, each of 2 kB that do not compress.
const [pieces = 100_000, revisions = 20, rounds = 60] = process.argv.slice(2).map(Number);
const goalMs = 100;
const databaseUrl = process.env.BENCH_DATABASE_URL!;
const folder = ownFolder();
const config = readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl });
const connection = await connect({ dataDir: folder, databaseUrl });
const { db } = connection;
await applyMigrations(connection);
const { rows: writers } = await db.execute<{ id: string }>(sql`
  select distinct created_by as id from studio_pieces where key like 'bench-%' order by 1`);
const isFilled = writers.length > 0;
const people = isFilled ? writers.map(({ id }) => id) : Array.from({ length: 20 }, () => randomUUID());
const seconds = isFilled ? 0 : await timed(fill);
process.stdout.write(
  isFilled
    ? 'filled by an earlier run\n'
    : `${pieces} pieces with ${revisions} revisions each: filled in ${Math.round(seconds / 1_000)} s\n`,
);

const services = { connection, config, clock: () => new Date() };
const editor: Actor = { id: people[0]!, roles: ['editor'] };
const checker: Actor = { id: people[1]!, roles: ['checker'] };
const writer: Actor = { id: people[2]!, roles: ['writer'] };
const newcomer: Actor = { id: randomUUID(), roles: ['writer'] };
const filters: [string, PieceFilter][] = [
  ['first page', {}],
  ['page 30', { page: 30 }],
  ['drafts', { state: 'draft' }],
  ['removed', { state: 'removed' }],
  ['a word in every title', { q: 'pension' }],
  ['a word in one title', { q: 'number 4711 ' }],
  ['a word in no title', { q: 'zebra' }],
  ['a word and a state', { q: 'pension', state: 'approved' }],
];
let slow = 0;
for (const [name, who] of Object.entries({ editor, writer, newcomer })) {
  for (const [what, filter] of filters)
    await measure(`${name}: ${what}`, () => listPieces(db, who, 'articles', { pageSize: 30, ...filter }));
}
for (const [name, who] of Object.entries({ editor, checker, writer, newcomer }))
  await measure(`${name}: desk of what waits`, () => readWork(services, who));
await measure('editor: revisions of a piece', () =>
  readRevisions(services, editor, { kind: 'articles', id: 1_000_000 + random(pieces) }, { page: 1, pageSize: 50 }),
);
process.stdout.write(`${slow} above ${goalMs} ms; load ${loadavg()[0]!.toFixed(1)}\n`);
await connection.close();
process.exitCode = slow > 0 ? 1 : 0;

function random(below: number): number {
  return Math.floor(Math.random() * below);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  if (at(0.95) > goalMs) slow += 1;
  process.stdout.write(`${what}: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms\n`);
}

/** In SQL, without the log of a crash: none of it is meant to stay. */
async function fill(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql.raw(`set local session_replication_role = replica; set local synchronous_commit = off;
      set local statement_timeout = 0`),
    );
    await tx.execute(sql`create temporary table people on commit drop as
      select person, at - 1 as at from unnest(${sql.param(people)}::uuid[]) with ordinality as named (person, at)`);
    await tx.execute(sql`insert into studio_pieces
      (kind, id, key, source_key, revision, state, live, last_live, title, lang, group_key, last_checked_on, created_by, updated_by, created_at, updated_at)
      select 'articles', 1000000 + n, 'bench-' || n, 'content:bench-' || n, ${revisions}::int, state,
        case when state = 'live' then ${revisions}::int when n % 300 = 5 then ${revisions}::int - 1 end,
        case when state = 'live' then ${revisions}::int when n % 300 = 5 then ${revisions}::int - 1 end,
        'Pension number ' || n || ' of the ' || n % 97 || 'th district', case n % 3 when 0 then 'hi' else 'en' end, 'bench-' || n,
        to_char(now() - make_interval(days => n % 360), 'YYYY-MM-DD'), person, person, now() - make_interval(hours => n), now() - make_interval(mins => n * 5)
      from generate_series(1, ${pieces}::int) n
      join people on at = n % 20
      cross join lateral (select case when n % 100 = 0 then 'in_review' when n % 100 = 1 then 'approved' when n % 100 = 2 then 'changes_requested'
        when n % 100 < 6 then 'draft' when n % 1000 = 6 then 'scheduled' when n % 1000 = 7 then 'unpublished' else 'live' end as state) s`);
    await tx.execute(sql`create temporary table bodies on commit drop as
      select at, (select string_agg(md5(at::text || part), '') from generate_series(1, 64) part) as body from generate_series(0, 499) at`);
    await tx.execute(sql`insert into studio_revisions (kind, piece_id, number, fields, body, lang, author_id, from_revision, at)
      select 'articles', p.id, number, jsonb_build_object('title', p.title), b.body, p.lang, p.created_by, nullif(number - 1, 0), p.created_at
      from studio_pieces p cross join generate_series(1, ${revisions}::int) number join bodies b on b.at = (p.id + number) % 500
      where p.kind = 'articles' and p.id > 1000000`);
  });
  await db.execute(sql`analyze studio_pieces`);
  await db.execute(sql`analyze studio_revisions`);
}
