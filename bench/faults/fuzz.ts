import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { ownDatabase } from '../own-database.ts';
import { type ApiDocument, type FuzzRequest, requestsOf } from './fuzz-requests.ts';
import { rawRequests } from './raw-requests.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { type Goal, none, report } from './verdict.ts';

// `npm run faults -- fuzz [REQUESTS] [SEED] [MINUTES]`; on PostgreSQL where BENCH_DATABASE_URL is set.
const wanted = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const mostMinutes = Number(process.argv[4] ?? 4.5);
const lanes = 16;
const madeAtOnce = 5_000;
const settings = {
  DATA_DIR: join(ownFolder(), 'data'),
  ...(process.env.BENCH_DATABASE_URL ? { DATABASE_URL: await ownDatabase('fuzz') } : {}),
  NODE_ENV: 'production',
  SEED_SAMPLES: 'on',
};
const members = await makeMembers(settings, 64);
const site = await startSite(settings, { entry: 'bench/faults/serve-unlimited.ts' });
const document = await readDocument();
const anyRequest = requestsOf(
  document,
  members.map(({ headers }) => headers.authorization.slice(7)),
);
const failed: string[] = [];
const statuses = new Map<number, number>();
const memory: number[] = [];
const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.child.pid}/status`, 'utf8'))?.[1]) / 1024;

const startedAt = performance.now();
let sent = 0;
let drawn = 0;
let deletions = 0;
let made: FuzzRequest[] = [];
const isOver = () =>
  sent >= wanted || performance.now() - startedAt > mostMinutes * 60_000 || site.child.exitCode !== null;
await Promise.all(
  Array.from({ length: lanes }, async () => {
    while (!isOver()) {
      const request = draw();
      sent += 1;
      if (sent % 1_000 === 0) memory.push(residentMb());
      await send(request);
    }
  }),
);
for (const bytes of rawRequests) await sendRaw(bytes);
const isAlive = (await call(site.origin, '/healthz')).status === 200;
const complaints = (site.output().match(/unhandled|uncaught/gi) ?? []).length;
await site.end('SIGTERM');

const half = memory.slice(Math.floor(memory.length / 2));
const slope: Goal = {
  name: 'memory in the second half',
  figure: `${Math.round(half[0] ?? 0)} to ${Math.round(half.at(-1) ?? 0)} MB`,
  goal: 'grows by less than a tenth',
  isMet: half.length < 2 || half.at(-1)! < half[0]! * 1.1,
};
for (const line of failed.slice(0, 10)) process.stdout.write(`${line}\n`);
const enough: Goal = {
  name: 'sent',
  figure: sent,
  goal: `at least ${wanted}, or the minutes were too few`,
  isMet: sent >= wanted,
};
report(
  `R14: ${sent} fuzzed requests (seed ${seed}: ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')}) and ${rawRequests.length} raw ones`,
  [
    enough,
    none('answers 5xx', failed.length),
    none('exits', isAlive ? 0 : 1),
    none('unhandled rejections', complaints),
    slope,
  ],
);

function draw(): FuzzRequest {
  if (drawn % madeAtOnce === 0) made = fc.sample(anyRequest, { numRuns: madeAtOnce, seed: seed + drawn });
  const request = made[drawn % madeAtOnce]!;
  drawn += 1;
  // Otherwise every account is erased after some hundred requests, and nothing behind a sign-in is reached any more.
  const isFarewell = request.method === 'DELETE' && request.url.startsWith('/api/user?') && (deletions += 1) % 50 !== 0;
  return isFarewell ? draw() : request;
}

/** A process that has just started may shed the first requests. */
async function readDocument(): Promise<ApiDocument> {
  for (;;) {
    const { status, body } = await call(site.origin, '/api/openapi.json');
    if (status === 200) return (typeof body === 'string' ? JSON.parse(body) : body) as ApiDocument;
    await wait(100);
  }
}

async function send({ method, url, headers, payload }: FuzzRequest): Promise<void> {
  const answer = await fetch(`${site.origin}${url}`, {
    method,
    headers,
    redirect: 'manual',
    ...(payload === undefined || method === 'GET' ? {} : { body: payload }),
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  const status = answer?.status ?? 0;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500) failed.push(`${status}: ${method} ${url} ${payload ?? ''}`.slice(0, 600));
}

/** Resolves with whatever arrives within two seconds. */
function sendRaw(bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectSocket(Number(new URL(site.origin).port), '127.0.0.1');
    let text = '';
    const timer = setTimeout(() => socket.destroy(), 2_000);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      if (/^HTTP\/1\.1 5(?!05)/.test(text)) failed.push(`${text.slice(9, 12)}: ${JSON.stringify(bytes.slice(0, 200))}`);
      resolve();
    });
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}
