import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { ServerBuild } from 'react-router';
import { buildApp } from '../src/app.server.ts';
import { connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { startCommunityTexts } from '../src/features/communities/start-community-texts.server.ts';
import { startPieceTexts } from '../src/features/studio/start-piece-texts.server.ts';
import { readConfig } from '../src/platform/config.server.ts';
import { noLimits } from '../src/platform/limits.server.ts';
import { createOutbox } from '../src/platform/outbox.server.ts';
import type { Deliver } from '../src/platform/outbox-message.ts';
import { ownDatabase } from './own-database.ts';
import { ownFolder } from './own-folder.ts';

// Codes over HTTP on this machine: throughput, whether timing reveals a registered number, and a hanging provider.
const seconds = Number(process.argv[2] ?? 5);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const dataDir = ownFolder();
const databaseUrl = process.env.BENCH_DATABASE_URL ? await ownDatabase('otp') : undefined;
const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
const connection = await connect({ dataDir, databaseUrl: config.databaseUrl });
await applyMigrations(connection);
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
let number = 6_000_000_000 + Math.floor(Math.random() * 1_000_000) * 1_000;

async function site(deliver?: Deliver) {
  const outbox = createOutbox({ connection, config, ...(deliver ? { providers: { sms: deliver } } : {}) });
  const app = await buildApp({
    services: {
      config,
      connection,
      limits: noLimits(),
      outbox,
      texts: startCommunityTexts(),
      pieceTexts: startPieceTexts(),
      clock: () => new Date(),
      longestAnswer: 3_000,
    },
    clientDir: fileURLToPath(new URL('../build/client', import.meta.url)),
    loadPages: () => import(new URL('../build/server/index.js', import.meta.url).href) as Promise<ServerBuild>,
  });
  outbox.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const send = (mobile: number) =>
    new Promise<{ ms: number; answer: string }>((resolve, reject) => {
      const startedAt = performance.now();
      get({ host: '127.0.0.1', port, agent, path: `/api/otp/send/phone/${mobile}` }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => {
          // Different in each answer: its id, its times and the browser's cookie.
          const { 'x-request-id': _id, date: _date, 'set-cookie': cookies = [], ...headers } = response.headers;
          const names = cookies.map((cookie) => cookie.replace(/=[^;]*/, '').replace(/ Expires=[^;]*;/, ''));
          resolve({
            ms: performance.now() - startedAt,
            answer: `${response.statusCode} ${JSON.stringify(headers)} ${names.join()} ${body}`,
          });
        });
      }).on('error', reject);
    });
  return {
    send,
    async close() {
      await app.close();
      await outbox.stop();
    },
  };
}
const middle = (values: number[], at = 0.5) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * at)]!;

say(`Database: ${connection.kind}`);
const plain = await site();
for (let warm = 0; warm < 100; warm += 1) await plain.send((number += 1));

const times: number[] = [];
const until = performance.now() + seconds * 1_000;
await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (performance.now() < until) times.push((await plain.send((number += 1))).ms);
  }),
);
say(
  `${(times.length / seconds).toFixed(0)} codes a second, 16 at once: median ${middle(times).toFixed(1)} ms, 99 of 100 within ${middle(times, 0.99).toFixed(1)} ms`,
);

const known = Array.from({ length: 500 }, () => (number += 1));
await connection.db.execute(
  sql`insert into users (id, phone, member_number) select gen_random_uuid(), '+91' || n, 1000 from unnest(${sql.param(known)}::bigint[]) n`,
);
const took = { known: [] as number[], unknown: [] as number[] };
const answers = new Set<string>();
let busy = 0;
for (const mobile of known) {
  // Alternating, so that noise of the machine affects both equally.
  for (const [kind, one] of [
    ['known', mobile],
    ['unknown', (number += 1)],
  ] as const) {
    const { ms, answer } = await plain.send(one);
    // 'Busy' names its own request, and says nothing about a number.
    if (answer.startsWith('503')) {
      busy += 1;
      continue;
    }
    took[kind].push(ms);
    answers.add(answer);
  }
}
say(
  `500 known numbers: median ${middle(took.known).toFixed(2)} ms; 500 unknown: ${middle(took.unknown).toFixed(2)} ms; apart by ${Math.abs(middle(took.known) - middle(took.unknown)).toFixed(2)} ms; different answers: ${answers.size - 1}${busy > 0 ? `; ${busy} answered 'busy', which are not counted` : ''}`,
);
for (const answer of answers.size > 1 ? [...answers].slice(0, 5) : []) say(`  ${answer}`);
await plain.close();

let deliveries = 0;
const hanging = await site(
  (_message, signal) =>
    new Promise((_resolve, reject) => {
      deliveries += 1;
      const timer = setTimeout(() => reject(new Error('late')), 30_000);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      });
    }),
);
const waits: number[] = [];
for (let count = 0; count < 100; count += 1) waits.push((await hanging.send((number += 1))).ms);
say(
  `with a provider that hangs for 30 s (${deliveries} messages hanging): median ${middle(waits).toFixed(1)} ms, slowest of 100 ${Math.max(...waits).toFixed(1)} ms`,
);
await hanging.close();
agent.destroy();
await connection.close();
