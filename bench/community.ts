// Reads of the community at 1,000 and at 1,000,000 questions in alternation, and comments posted per second, on
// PostgreSQL.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ServerBuild } from 'react-router';
import { type App, buildApp } from '../src/app.server.ts';
import { connect } from '../src/database/connect.server.ts';
import { readConfig } from '../src/platform/settings/config.server.ts';
import { join as joinAs } from '../src/testing/join.ts';
import { freePort } from '../scripts/own-postgres.ts';
import { fillCommunity } from './community-fill.ts';
import { databaseUrlOf, dropAtEnd, onServer } from './own-database.ts';
import { ownFolder } from './own-folder.ts';
import { createOutbox } from '../src/platform/delivery/outbox.server.ts';
import { plainServices } from '../src/testing/plain-services.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string' },
    comments: { type: 'string' },
    reactions: { type: 'string' },
    rounds: { type: 'string' },
    keep: { type: 'boolean' },
  },
});
const sizes = (options.sizes ?? '1000,100000').split(',').map(Number);
const rounds = Number(options.rounds ?? 100);
const port = await freePort();
const scratch = ownFolder();
const nameOf = (size: number) => `nagrik_bench_community_${size}`;

type Site = { app: App; services: Parameters<typeof buildApp>[0]['services']; size: number; close(): Promise<void> };

async function open(size: number): Promise<Site> {
  const name = nameOf(size);
  const { length } = await onServer(`select 1 from pg_database where datname = '${name}'`);
  if (length === 0) await onServer(`create database ${name}`);
  if (!options.keep) dropAtEnd(name);
  await fillCommunity(
    databaseUrlOf(name),
    {
      questions: size,
      comments: Number(options.comments ?? 5),
      replies: 1,
      reactions: Number(options.reactions ?? 20),
    },
    console.log,
  );
  const config = readConfig({ DATA_DIR: scratch, DATABASE_URL: databaseUrlOf(name) });
  const connection = await connect({ dataDir: scratch, databaseUrl: config.databaseUrl });
  const services = plainServices(connection, config, {
    outbox: createOutbox({ connection, config, keepsForDevelopment: true }),
    longestAnswer: 3_000,
  });
  const app = await buildApp({
    services,
    clientDir: fileURLToPath(new URL('../build/client', import.meta.url)),
    loadPages: () => import(new URL('../build/server/index.js', import.meta.url).href) as Promise<ServerBuild>,
  });
  await app.ready();
  return {
    app,
    services,
    size,
    async close() {
      await app.close();
      await connection.close();
    },
  };
}

const post = async ({ app }: Site, path: string, payload: object) =>
  (await app.inject({ method: 'POST', url: `/api${path}`, payload })).json();
const quantile = (list: number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]!;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function compareReads(sites: Site[]): Promise<void> {
  const someId = ({ size }: Site, round: number) => 1 + ((round * 7_919) % size);
  const calls: Record<string, (site: Site, round: number) => Promise<unknown>> = {
    'recent questions': (site) => post(site, '/search/question/recent', {}),
    unanswered: (site) => post(site, '/search/question/recent', { filter: 'UNANSWERED' }),
    popular: (site) => post(site, '/search/question/recent', { filter: 'POPULAR' }),
    'recent in a category': (site, round) =>
      post(site, '/search/question/recent', { categoryIds: String(1 + (round % 21)) }),
    'one question, comments, replies': async (site, round) => {
      const id = someId(site, round);
      await site.app.inject(`/api/communities/question/get/${id}`);
      const { data } = await post(site, `/communities/question/${id}/comments`, {});
      if (data[0]) await post(site, `/communities/comment/${data[0].id}/replies`, {});
    },
  };
  console.log(`ms, ${rounds} rounds: p50 and p95 at ${sizes.join(' and ')} questions, ratio of p95`);
  for (const [name, call] of Object.entries(calls)) {
    const times = sites.map((): number[] => []);
    for (let round = -10; round < rounds; round += 1)
      for (const [index, site] of sites.entries()) {
        const taken = await timed(() => call(site, round + 10));
        if (round >= 0) times[index]!.push(taken);
      }
    const p95 = times.map((list) => quantile(list, 0.95));
    console.log(
      `  ${name.padEnd(34)}`,
      ...times.map(
        (list) => `${quantile(list, 0.5).toFixed(1).padStart(7)} ${quantile(list, 0.95).toFixed(1).padStart(7)}`,
      ),
      `  x${(p95.at(-1)! / p95[0]!).toFixed(2)}`,
    );
  }
  const big = sites.at(-1)!;
  let cursor: string | null = null;
  const pages = Math.min(1_000, Math.floor(big.size / 10) - 2);
  for (let page = 0; page < pages; page += 1)
    cursor = (await post(big, '/search/question/recent', cursor === null ? {} : { cursor })).nextCursor as string;
  const times = [[], []] as number[][];
  for (let round = 0; round < rounds * 2; round += 1) {
    times[0]!.push(await timed(() => post(big, '/search/question/recent', {})));
    times[1]!.push(await timed(() => post(big, '/search/question/recent', { cursor })));
  }
  const [first, deep] = times.map((list) => quantile(list, 0.5)) as [number, number];
  console.log(
    `  page ${pages} by cursor against the first: ${deep.toFixed(1)} and ${first.toFixed(1)} ms, x${(deep / first).toFixed(2)}`,
  );
}

/** Load by wrk on ten connections; also returns this process's CPU time per request. */
async function load(script: string, seconds: number): Promise<{ rate: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const child = spawn('wrk', ['-t1', '-c10', `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  if (/Non-2xx/.test(output)) throw new Error(output);
  const { user, system } = process.cpuUsage(before);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  return { rate, cpuMs: (user + system) / 1_000 / seconds / rate };
}

/** Ten users on ten connections commenting on random questions, compared with the same statement by pgbench. */
async function postComments(site: Site): Promise<void> {
  const people = await Promise.all(Array.from({ length: 10 }, () => joinAs(site.services)));
  await site.app.listen({ host: '127.0.0.1', port });
  const script = join(scratch, 'comments.lua');
  writeFileSync(
    script,
    `local tokens = { ${people.map(({ headers }) => `"${headers.authorization}"`).join(', ')} }
local n = 0
local seed = tostring(os.time())
request = function()
  n = n + 1
  local body = '{"questionId":' .. (1 + (n * 7919) % ${site.size}) .. ',"body":"Go to the nearest office and take your papers along, number ' .. seed .. n .. '."}'
  return wrk.format("POST", "/api/communities/comment/create", { ["authorization"] = tokens[1 + n % 10], ["content-type"] = "application/json" }, body)
end`,
  );
  // Warm-up: a freshly started server is not representative.
  await load(script, 5);
  const { rate, cpuMs } = await load(script, 10);

  const statement = join(scratch, 'comments.sql');
  writeFileSync(
    statement,
    `\\set q random(1, ${site.size})
\\set n random(1, 2000000000)
with fresh as (insert into recent_posts as had (author_id, text_hash) values ('${people[0]!.id}', md5(:n::text || ':' || :client_id)::uuid) on conflict (author_id, text_hash) do update set posted_at = now() where had.posted_at < now() - interval '10 minutes' returning author_id),
parent as (update questions set comment_count = comment_count + 1 where id = :q and is_live and not is_closed and exists (select 1 from fresh) returning id, author_id),
written as (insert into comments (question_id, author_id, body, body_html) select parent.id, fresh.author_id, 'Go to the nearest office and take your papers along, number ' || :n, '<p>Go to the nearest office and take your papers along, number ' || :n || '</p>' from parent cross join fresh returning id, author_id)
insert into notifications (user_id, kind, actor_id, question_id, comment_id) select parent.author_id, 'COMMENT', written.author_id, parent.id, written.id from parent cross join written;
`,
  );
  const bench = spawnSync(
    'pgbench',
    ['-n', '-c10', '-j1', '-T10', '-M', 'prepared', '-f', statement, databaseUrlOf(nameOf(site.size))],
    { encoding: 'utf8' },
  );
  const plain = Number(/tps = ([\d.]+)/.exec(bench.stdout)?.[1]);
  console.log(
    `Comments posted, 10 people on 10 connections: ${Math.round(rate)} a second; the same statement by pgbench: ${Math.round(plain)}; ${(rate / plain).toFixed(2)} of it; ${cpuMs.toFixed(2)} ms of this process's CPU each; load ${loadavg()[0]!.toFixed(1)}`,
  );
}

const sites: Site[] = [];
try {
  for (const size of sizes) sites.push(await open(size));
  if (rounds > 0) await compareReads(sites);
  await postComments(sites[0]!);
} finally {
  for (const site of sites) await site.close();
}
process.exit(0);
