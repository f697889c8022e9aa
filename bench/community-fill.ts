import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { randomFrom } from './search-corpus.ts';
import { connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';

// Loads questions, comments, replies and reactions into PostgreSQL by COPY. Resumable: an interrupted run continues
// with the next batch.

export type FillSizes = {
  questions: number;
  /** For each question, on average. */ comments: number;
  /** For each comment, on average. */ replies: number;
  /** For each question, on average. */ reactions: number;
};
export const defaultSizes: FillSizes = { questions: 10_000, comments: 5, replies: 1, reactions: 20 };

const people = 10_000;
const batchSize = 10_000;
const categories = 21;
const firstDay = Date.UTC(2019, 0, 1);
const span = 6 * 365 * 86_400_000;

type Post = { title: string; body: string };

/** Real titles and bodies, or synthetic ones where NAGRIK_DATA is not set. */
async function readPosts(): Promise<Post[]> {
  const file = process.env.NAGRIK_DATA && join(process.env.NAGRIK_DATA, 'qa', 'reddit_top_posts.jsonl.gz');
  if (!file || !existsSync(file))
    return Array.from({ length: 200 }, (_, index) => ({
      title: `How do I apply for scheme number ${index}?`,
      body: `I live in ward ${index} and have no papers yet. What comes first?`,
    }));
  const posts: Post[] = [];
  const input = createReadStream(file).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    // readline also splits at U+2028, which some of the texts contain.
    if (!line.endsWith('}') || !line.startsWith('{')) continue;
    const { title, selftext } = JSON.parse(line) as { title?: string; selftext?: string };
    if (title && title.length >= 10) posts.push({ title: title.slice(0, 200), body: (selftext ?? '').slice(0, 1_500) });
    if (posts.length >= 20_000) break;
  }
  input.destroy();
  return posts;
}

const field = (text: string) =>
  text
    .replaceAll('\u0000', '')
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
const html = (text: string) => (text === '' ? '' : `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`);
const uuid = (number: number) => `01890000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
const around = (random: () => number, mean: number) => Math.floor(random() * (2 * mean + 1));

/** One batch in COPY format. Deterministic, so that an interrupted fill can resume. */
function makeBatch(
  first: number,
  last: number,
  total: number,
  sizes: FillSizes,
  posts: Post[],
  next: { comment: number; reply: number },
): string {
  const lines = {
    questions: [] as string[],
    comments: [] as string[],
    replies: [] as string[],
    reactions: [] as string[],
  };
  for (let id = first; id <= last; id += 1) {
    const random = randomFrom(id);
    const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)]!;
    const person = () => uuid(1 + Math.floor(random() * people));
    const at = firstDay + Math.floor(((id - 1) / total) * span);
    const time = (later: number) => new Date(at + later * 60_000).toISOString();
    const post = pick(posts);
    const commentCount = around(random, sizes.comments);
    const likers = new Set(Array.from({ length: around(random, sizes.reactions) }, person));
    const dislikes = [...likers].filter((_, index) => index % 7 === 6).length;
    lines.questions.push(
      [
        id,
        person(),
        field(post.title),
        field(post.body),
        field(html(post.body)),
        `{${1 + Math.floor(random() * categories)}}`,
        time(0),
        time(0),
        Math.floor(at / 86_400_000),
        commentCount,
        likers.size - dislikes,
        dislikes,
      ].join('\t'),
    );
    [...likers].forEach((liker, index) =>
      lines.reactions.push(['QUESTION', id, liker, index % 7 === 6 ? 'f' : 't', time(index)].join('\t')),
    );
    for (let count = 1; count <= commentCount; count += 1) {
      const commentId = next.comment++;
      const replyCount = around(random, sizes.replies);
      const body = pick(posts).title;
      lines.comments.push(
        [commentId, id, person(), field(body), field(html(body)), time(count), replyCount].join('\t'),
      );
      for (let under = 1; under <= replyCount; under += 1) {
        const text = pick(posts).title;
        lines.replies.push(
          [next.reply++, commentId, person(), field(text), field(html(text)), time(count + under)].join('\t'),
        );
      }
    }
  }
  const copy = (table: string, columns: string, rows: string[]) =>
    `COPY ${table} (${columns}) FROM stdin;\n${rows.map((row) => `${row}\n`).join('')}\\.\n`;
  return (
    copy(
      'questions',
      'id, author_id, title, body, body_html, category_ids, created_at, updated_at, born_on, comment_count, like_count, dislike_count',
      lines.questions,
    ) +
    copy('comments', 'id, question_id, author_id, body, body_html, created_at, reply_count', lines.comments) +
    copy('replies', 'id, comment_id, author_id, body, body_html, created_at', lines.replies) +
    copy('reactions', 'entity_type, entity_id, user_id, is_like, created_at', lines.reactions)
  );
}

/** In one transaction. */
async function psql(databaseUrl: string, script: string[]): Promise<void> {
  const child = spawn('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-', databaseUrl], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  // Explicit BEGIN and COMMIT: if this process is killed, psql takes the end of its input for the end of the rows, and
  // --single-transaction would commit half a batch.
  for (const part of ['begin;\n', ...script, '\ncommit;\n'])
    if (!child.stdin.write(part)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [status] = (await once(child, 'close')) as [number];
  if (status !== 0) throw new Error(`psql ended with ${status}`);
}

// Building indexes and constraints after loading takes a fraction of the time.
const dropped = [
  'questions_recent',
  'questions_unanswered',
  'questions_popular',
  'questions_author',
  'questions_categories',
  'questions_tags',
  'comments_thread',
  'comments_author',
  'replies_thread',
  'replies_author',
  'reactions_user',
];

export async function fillCommunity(
  databaseUrl: string,
  sizes: FillSizes,
  print: (line: string) => void = () => {},
): Promise<void> {
  const connection = await connect({ databaseUrl, dataDir: '', poolSize: 2 });
  try {
    await applyMigrations(connection);
    const one = async <Row>(query: string) => (await connection.pool.query(query)).rows[0] as Row;
    let { done } = await one<{ done: number }>('select coalesce(max(id), 0)::int as done from questions');
    if (done < sizes.questions) {
      // Whether or not the database has questions already: the demonstration brings forty of its own.
      await psql(databaseUrl, [
        `insert into users (id, first_name, last_name, member_number, created_at) select ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Member', n::text, 1000, now() - interval '1 year' from generate_series(1, ${people}) n on conflict do nothing;
        insert into categories (id, key, name, display_name) select n, 'bench-' || n, 'Category ' || n, 'Category ' || n from generate_series(1, ${categories}) n on conflict do nothing;`,
      ]);
      const posts = await readPosts();
      const { comment, reply } = await one<{ comment: number; reply: number }>(
        'select (select coalesce(max(id), 0) + 1 from comments)::int as comment, (select coalesce(max(id), 0) + 1 from replies)::int as reply',
      );
      const next = { comment, reply };
      for (const name of dropped) await connection.pool.query(`drop index if exists ${name}`);
      while (done < sizes.questions) {
        const last = Math.min(sizes.questions, done + batchSize);
        // The generated rows are consistent, so checking foreign keys row by row is skipped.
        await psql(databaseUrl, [
          'set session_replication_role = replica;\n',
          makeBatch(done + 1, last, sizes.questions, sizes, posts, next),
        ]);
        done = last;
        if (done % 50_000 === 0) print(`  ${done} questions`);
      }
    }
    const indexes = await wantedIndexes();
    for (const definition of indexes)
      await psql(databaseUrl, [
        `set client_min_messages = warning; set maintenance_work_mem = '256MB'; set statement_timeout = 0; ${definition.replace(/ INDEX (?!IF)/, ' INDEX IF NOT EXISTS ')};`,
      ]);
    await psql(databaseUrl, [
      `insert into totals (name, value) select 'questions', count(*) from questions where is_live on conflict (name) do update set value = excluded.value;
      select setval('questions_id_seq', (select max(id) from questions)); select setval('comments_id_seq', (select coalesce(max(id), 1) from comments)); select setval('replies_id_seq', (select coalesce(max(id), 1) from replies));`,
    ]);
    const client = await connection.pool.connect();
    await client.query('set statement_timeout = 0');
    await client.query('vacuum analyze questions, comments, replies, reactions, users');
    client.release(true);
  } finally {
    await connection.close();
  }
}

/** Read from the migrations: an interrupted run has dropped the indexes, so the database cannot tell. */
async function wantedIndexes(): Promise<string[]> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL('../src/database/migrations/0003_community.sql', import.meta.url), 'utf8');
  return [...text.matchAll(/^CREATE INDEX "(\w+)" [^;]*/gm)]
    .filter(([, name]) => dropped.includes(name!))
    .map(([statement]) => statement);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      questions: { type: 'string' },
      comments: { type: 'string' },
      replies: { type: 'string' },
      reactions: { type: 'string' },
    },
  });
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (!databaseUrl) throw new Error('BENCH_DATABASE_URL: which PostgreSQL database shall be filled?');
  const sizes = Object.fromEntries(
    Object.entries(defaultSizes).map(([name, value]) => [name, Number(values[name as keyof FillSizes] ?? value)]),
  ) as FillSizes;
  await fillCommunity(databaseUrl, sizes, (line) => console.log(line));
}
