// Digests of everybody on one morning, or a newsletter to everybody (--newsletter) as far as an SMTP server, by two
// processes that are killed (kill -9) and started again, on PostgreSQL.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sendNewsletters } from '../src/features/newsletter/send-newsletters.server.ts';
import { sendDigests } from '../src/features/notifications/send-digests.server.ts';
import { connect, type Connection } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { providersOf } from '../src/platform/delivery/outbox-providers.server.ts';
import { createOutbox } from '../src/platform/delivery/outbox.server.ts';
import { defaultLimits } from '../src/platform/guard/limits.server.ts';
import { readConfig } from '../src/platform/settings/config.server.ts';
import { openMailSink } from '../src/testing/mail-sink.ts';
import { plainServices } from '../src/testing/plain-services.ts';
import { ownDatabase } from './own-database.ts';
import { ownFolder } from './own-folder.ts';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string' },
    questions: { type: 'string' },
    seconds: { type: 'string' },
    newsletter: { type: 'boolean' },
    worker: { type: 'string' },
    smtp: { type: 'string' },
    sink: { type: 'boolean' },
  },
});
const mebibytes = () => Math.round(process.resourceUsage().maxRSS / 1024);

async function work(databaseUrl: string): Promise<void> {
  const dataDir = ownFolder();
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const connection = await connect({ dataDir, databaseUrl });
  const outbox = createOutbox({ connection, config, keepsForDevelopment: true });
  await sendDigests({ ...plainServices(connection, config, { outbox }), limits: defaultLimits(connection) });
  process.send!(mebibytes());
  await connection.close();
}

/** As an instance does: hands over, delivers and marks, each second, until the newsletter is sent. */
async function workOnNewsletter(databaseUrl: string, smtpUrl: string): Promise<void> {
  const dataDir = ownFolder();
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // What one process has sealed, the other opens.
    AUTH_SECRET: 'the-secret-of-two-processes-of-a-benchmark-0123456789',
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'no-reply@nagrik.example',
  });
  const connection = await connect({ dataDir, databaseUrl });
  const outbox = createOutbox({ connection, config, providers: providersOf(config) });
  outbox.start();
  for (;;) {
    await sendNewsletters({ connection, config, outbox, clock: () => new Date() });
    const { rows } = await connection.pool.query(`select from newsletters where state <> 'sent'`);
    if (rows.length === 0) break;
    await wait(1_000);
  }
  await outbox.stop();
  process.send!(mebibytes());
  await connection.close();
}

type Received = { mails: number; people: number; messages: number };

/** A mail server that counts what it takes. */
async function runSink(): Promise<void> {
  const people = new Set<string>();
  const messages = new Set<string>();
  let mails = 0;
  const { port } = await openMailSink(({ recipients, text }) => {
    mails += 1;
    people.add(recipients[0]!);
    messages.add(/^Message-ID: (\S+)/im.exec(text)![1]!);
  });
  process.on('message', () =>
    process.send!({ mails, people: people.size, messages: messages.size } satisfies Received),
  );
  process.send!(port);
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

const newsletterStatements = (people: number) => [
  `insert into newsletter_subscribers (id, email, mailbox, lang, confirmed_at, consent_words)
   select ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'reader' || n || '@example.in', n::text, 'en', now(), 'Yes' from generate_series(1, ${people}) n`,
  `insert into users (id, member_number) values ('01890000-0000-7000-8000-000000000001', 1)`,
  `insert into questions (id, author_id, title, body, body_html, category_ids, tag_ids, comment_count)
   select n, '01890000-0000-7000-8000-000000000001', 'How do I apply for scheme number ' || n || '?', '', '', '{}', '{}', 1 from generate_series(1, 12) n`,
  `insert into newsletters (lang, subject, introduction, items, state, updated_by, approved_by, approved_at, send_at)
   select 'en', 'What is new this week', repeat('Here is what our newsroom has checked for you. ', 10), (select jsonb_agg(jsonb_build_object('type', 'QUESTION', 'id', id, 'title', title)) from questions), 'scheduled', gen_random_uuid(), gen_random_uuid(), now(), now()`,
  'analyze',
];

/** Two processes, each killed once on the way. @returns the seconds, and the peak memory of those that ended */
async function runTwo(args: string[], left: () => Promise<number>, people: number) {
  const startedAt = performance.now();
  const peaks: number[] = [];
  const run = () => {
    const child = fork(import.meta.filename, args);
    child.on('message', (peak: number) => peaks.push(peak));
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
  return { seconds: (performance.now() - startedAt) / 1_000, peak: Math.max(...peaks) };
}

function judge(goals: [string, boolean][]): void {
  for (const [goal, isMet] of goals) console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${goal}`);
  process.exitCode = goals.every(([, isMet]) => isMet) ? 0 : 1;
}

async function fill(purpose: string, all: string[]) {
  const databaseUrl = await ownDatabase(purpose);
  const connection: Connection = await connect({ dataDir: '', databaseUrl, poolSize: 2 });
  await applyMigrations(connection);
  const client = await connection.pool.connect();
  await client.query('set statement_timeout = 0');
  for (const statement of all) await client.query(statement);
  client.release(true);
  return { databaseUrl, connection };
}

async function measureNewsletter(): Promise<void> {
  const people = Number(options.people ?? 100_000);
  const { databaseUrl, connection } = await fill('newsletter', newsletterStatements(people));
  const sink: ChildProcess = fork(import.meta.filename, ['--sink']);
  const [port] = (await once(sink, 'message')) as [number];
  const count = async (condition: string) =>
    Number(
      (await connection.pool.query(`select count(*) from newsletter_recipients where ${condition}`)).rows[0].count,
    );
  const args = ['--worker', databaseUrl, '--smtp', `smtp://127.0.0.1:${port}`];
  const { seconds, peak } = await runTwo(args, async () => people - (await count('settled_at is not null')), people);
  const answered = once(sink, 'message');
  sink.send('count');
  const [received] = (await answered) as [Received];
  sink.kill();
  const sent = await count(`result = 'sent'`);
  await connection.close();
  const most = Number(options.seconds ?? 600);
  console.log(
    `a newsletter to ${people} people: ${seconds.toFixed(0)} s, ${(people / seconds).toFixed(0)} a second, peak ${peak} MiB a process`,
  );
  // What was being delivered at a kill is delivered again under its Message-ID, by which mailboxes know it.
  console.log(
    `  ${received.mails - received.messages} of them were taken twice by the server, with the same Message-ID`,
  );
  judge([
    [`within ${most} s`, seconds <= most],
    [
      `${received.messages} messages to ${received.people} people: nobody gets two`,
      received.messages === received.people,
    ],
    [`${people - received.people} lost`, received.people === people],
    [`${sent} marked as sent`, sent === people],
  ]);
}

async function measure(): Promise<void> {
  const [people, questions] = [Number(options.people ?? 100_000), Number(options.questions ?? 1_000_000)];
  const { databaseUrl, connection } = await fill('digest', statements(people, questions));
  const left = async () =>
    Number(
      (await connection.pool.query('select count(*) from notification_mails where digest_due_at <= now()')).rows[0]
        .count,
    );
  const { seconds, peak } = await runTwo(['--worker', databaseUrl], left, people);
  const { rows } = await connection.pool.query<{ mails: number; people: number }>(
    `select count(*)::int as mails, count(distinct recipient_hash)::int as people from outbox_messages where purpose = 'digest'`,
  );
  const unsent = await left();
  await connection.close();
  const { mails, people: reached } = rows[0]!;
  const most = Number(options.seconds ?? 600);
  console.log(
    `${people} people, ${questions} questions: ${seconds.toFixed(0)} s, ${(people / seconds).toFixed(0)} people a second, peak ${peak} MiB a process`,
  );
  judge([
    [`within ${most} s`, seconds <= most],
    [`${mails} mails to ${reached} people: nobody twice`, mails === reached],
    [`all were decided, ${unsent} left`, unsent === 0 && mails > 0],
  ]);
}

if (options.sink) await runSink();
else if (options.worker === undefined) await (options.newsletter ? measureNewsletter() : measure());
else await (options.smtp ? workOnNewsletter(options.worker, options.smtp) : work(options.worker));
