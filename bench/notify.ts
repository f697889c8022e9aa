import pg from 'pg';
import { percentile } from './open-loop.ts';
import { ownDatabase } from './own-database.ts';

// What it costs to notify many instances: each of them holds a connection that listens.
const sizes = process.argv.slice(2).map(Number);
const writers = 8;
const seconds = 5;
const perSecond = 20;
const channel = 'bench_notify';
const connectionString = await ownDatabase('notify');

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Commits a second of writers who each insert a row and, where asked, notify. */
async function commitsASecond(clients: pg.Client[], isNotifying: boolean): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const text = isNotifying
    ? `with written as (insert into writes (text) values ($1)) select pg_notify('${channel}', $1)`
    : 'insert into writes (text) values ($1)';
  let commits = 0;
  const write = async (client: pg.Client) => {
    for (; performance.now() < end; commits += 1)
      await client.query({ name: `${isNotifying}`, text, values: [`article:${commits}`] });
  };
  await Promise.all(clients.map(write));
  return Math.round(commits / seconds);
}

const clients = await Promise.all(Array.from({ length: writers }, connected));
await clients[0]!.query('create table writes (id bigserial primary key, text text not null)');
const rows: Record<string, string | number>[] = [];
for (const size of sizes.length > 0 ? sizes : [1, 10, 30, 80]) {
  const listeners = await Promise.all(Array.from({ length: size }, connected));
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  let heard = 0;
  for (const listener of listeners) {
    listener.on('notification', ({ payload }) => {
      heard += 1;
      const at = sentAt.get(payload!);
      if (at !== undefined) delays.push(performance.now() - at);
    });
    await listener.query(`listen ${channel}`);
  }
  for (let at = 0; at < seconds * perSecond; at += 1) {
    sentAt.set(`one ${at}`, performance.now());
    await clients[0]!.query('select pg_notify($1, $2)', [channel, `one ${at}`]);
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  const isComplete = heard === size * seconds * perSecond;
  const silent = await commitsASecond(clients, false);
  const notifying = await commitsASecond(clients, true);
  rows.push({
    listeners: size,
    'all heard': isComplete ? 'yes' : `${heard} of ${size * seconds * perSecond}`,
    'delay p95, ms': Math.round(percentile(delays, 0.95) * 10) / 10,
    'commits a second': silent,
    'that notify': notifying,
  });
  await Promise.all(listeners.map((listener) => listener.end()));
}
console.table(rows);
await Promise.all(clients.map((client) => client.end()));
