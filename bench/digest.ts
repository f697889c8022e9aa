// Digests of everybody on one morning, by two processes that are killed (kill -9) and started again, on PostgreSQL.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sendDigests } from '../src/features/notifications/send-digests.server.ts';
import { connect, type Connection } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { createOutbox } from '../src/platform/delivery/outbox.server.ts';
import { defaultLimits } from '../src/platform/guard/limits.server.ts';
import { readConfig } from '../src/platform/settings/config.server.ts';
import { plainServices } from '../src/testing/plain-services.ts';
import { ownDatabase } from './own-database.ts';
import { ownFolder } from './own-folder.ts';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string' },
    questions: { type: 'string' },
    seconds: { type: 'string' },
    worker: { type: 'string' },
  },
});

async function work(databaseUrl: string): Promise<void> {
  const dataDir = ownFolder();
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const connection = await connect({ dataDir, databaseUrl });
  const outbox = createOutbox({ connection, config, keepsForDevelopment: true });
  await sendDigests({ ...plainServices(connection, config, { outbox }), limits: defaultLimits(connection) });
  process.send!(Math.round(process.resourceUsage().maxRSS / 1024));
  await connection.close();
}

const statements = (people: number, questions: number) => [
  `insert into categories (id, key, name, display_name) select n, 'bench-' || n, 'Category ' || n, 'Category ' || n from generate_series(1, 21) n`,
  `insert into users (id, member_number, email, lang, created_at)
   select ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, 'reader' || n || '@example.in', case when n % 2 = 0 then 'hi' end, now() - interval '1 year' from generate_series(1, ${people}) n`,
  // A day has a five-hundredth of all.
  `insert into questions (id, author_id, title, body, body_html, category_ids, tag_ids, state, created_at, comment_count)
   select n, ('01890000-0000-7000-8000-' || lpad(to_hex(1 + n % ${people}), 12, '0'))::uuid, 'How do I apply for scheme number ' || n || '?', '', '', array[1 + n % 21], array[n % 300],
     (array['Bihar', 'Goa', 'Kerala', 'Punjab', null])[1 + n % 5], now() - interval '20 minutes' - (${questions} - n) * interval '500 days' / ${questions}, n % 2
   from generate_series(1, ${questions}) n`,
  `insert into comments (question_id, author_id, body, body_html, created_at)
   select id, ('01890000-0000-7000-8000-' || lpad(to_hex(1 + (id * 7) % ${people}), 12, '0'))::uuid, 'At the office.', '', created_at + interval '5 minutes' from questions where comment_count = 1`,
  `insert into follows (user_id, entity_type, entity_id)
   select id, followed.type, followed.key from users cross join lateral (values ('CATEGORY', (1 + member_number % 21)::text), ('TAG', (member_number % 300)::text), ('STATE', (array['Bihar', 'Goa', 'Kerala', 'Punjab'])[1 + member_number % 4]),
     ('QUESTION', (${questions} - member_number % 5000)::text), ('QUESTION', (1 + member_number)::text), ('USER', ('01890000-0000-7000-8000-' || lpad(to_hex(1 + (member_number * 13) % ${people}), 12, '0')))) followed(type, key)`,
  `insert into notification_mails (user_id, digest, digest_due_at, digest_until) select id, 'daily', now(), now() - interval '1 day' from users`,
  'analyze',
];

async function measure(): Promise<void> {
  const [people, questions] = [Number(options.people ?? 100_000), Number(options.questions ?? 1_000_000)];
  const databaseUrl = await ownDatabase('digest');
  const connection: Connection = await connect({ dataDir: '', databaseUrl, poolSize: 2 });
  await applyMigrations(connection);
  const client = await connection.pool.connect();
  await client.query('set statement_timeout = 0');
  for (const statement of statements(people, questions)) await client.query(statement);
  client.release(true);
  const left = async () =>
    Number(
      (await connection.pool.query('select count(*) from notification_mails where digest_due_at <= now()')).rows[0]
        .count,
    );
  const startedAt = performance.now();
  const peaks: number[] = [];
  const run = () => {
    const child = fork(import.meta.filename, ['--worker', databaseUrl]);
    child.on('message', (mebibytes: number) => peaks.push(mebibytes));
    return { child, ended: once(child, 'exit') };
  };
  const running = [run(), run()];
  for (const share of [0.75, 0.5]) {
    while ((await left()) > people * share) await wait(200);
    const { child, ended } = running.shift()!;
    child.kill('SIGKILL');
    await ended;
    running.push(run());
  }
  await Promise.all(running.map(({ ended }) => ended));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await connection.pool.query<{ mails: number; people: number }>(
    `select count(*)::int as mails, count(distinct recipient_hash)::int as people from outbox_messages where purpose = 'digest'`,
  );
  const unsent = await left();
  await connection.close();
  const { mails, people: reached } = rows[0]!;
  const most = Number(options.seconds ?? 600);
  console.log(
    `${people} people, ${questions} questions: ${seconds.toFixed(0)} s, ${(people / seconds).toFixed(0)} people a second, peak ${Math.max(...peaks)} MiB a process`,
  );
  const goals: [string, boolean][] = [
    [`within ${most} s`, seconds <= most],
    [`${mails} mails to ${reached} people: nobody twice`, mails === reached],
    [`all were decided, ${unsent} left`, unsent === 0 && mails > 0],
  ];
  for (const [goal, isMet] of goals) console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${goal}`);
  process.exitCode = goals.every(([, isMet]) => isMet) ? 0 : 1;
}

await (options.worker === undefined ? measure() : work(options.worker));
