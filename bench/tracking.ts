// Beacons acknowledged per second, what a kill loses, and what a stranger learns about the eligibility of numbers.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../scripts/own-postgres.ts';
import { nodeFlags } from './node-flags.ts';
import { ownDatabase } from './own-database.ts';
import { ownFolder } from './own-folder.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, numbers: { type: 'string', default: '1000' } },
});
const numbers = Number(options.numbers);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const folder = ownFolder();
const databaseUrl = await ownDatabase('tracking');
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function startSite(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeFlags, 'bench/serve-bench-site.ts'], {
    env: {
      ...process.env,
      TMPDIR: folder,
      NODE_ENV: 'production',
      BENCH_DATABASE_URL: databaseUrl,
      BENCH_PORT: String(port),
      // Rows are limited per network, so the load comes from many networks.
      TRUST_PROXY: '127.0.0.1',
      BENCH_ARTICLES: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  for (let attempt = 0; ; attempt += 1) {
    if (
      await fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return child;
    if (attempt > 3_000 || child.exitCode !== null) throw new Error('The site did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const send = (method: string, path: string, body?: string) =>
  new Promise<{ status: number; text: string; ms: number }>((resolve, reject) => {
    const startedAt = performance.now();
    const call = request(
      `${origin}${path}`,
      {
        method,
        agent,
        headers:
          body === undefined
            ? {}
            : {
                'content-type': 'text/plain',
                'content-length': Buffer.byteLength(body),
                cookie: `jrk_session_id=${Math.random()}; jrk_source=direct`,
                'x-forwarded-for': `10.${Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 200)}.9`,
              },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('end', () => resolve({ status: answer.statusCode!, text, ms: performance.now() - startedAt }));
      },
    );
    call.on('error', reject);
    call.end(body);
  });

async function count(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from track_events');
  await client.end();
  return rows[0]!.count;
}

/** CPU seconds of one process since its start, user and system; Linux counts in hundredths. */
function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function measureRate(site: ChildProcess, perRequest: number): Promise<void> {
  const script = join(folder, 'beacon.lua');
  writeFileSync(
    script,
    `local n = 0
request = function()
  n = n + 1
  return wrk.format("POST", "/api/track", { ["content-type"] = "text/plain;charset=UTF-8", ["cookie"] = "jrk_session_id=" .. (n % 5000) .. "; jrk_source=direct", ["x-forwarded-for"] = "10." .. (n % 200) .. "." .. (math.floor(n / 200) % 200) .. "." .. (math.floor(n / 40000) % 200) }, '[' .. string.rep('{"name":"view","path":"/article/x-MTAw' .. ({"MQ", "Mg", "Mw", "NA"})[n % 4 + 1] .. '"}', ${perRequest}, ',') .. ']')
end
done = function(summary) print("ANSWERS " .. summary.requests .. " ERRORS " .. (summary.errors.status + summary.errors.timeout + summary.errors.read) .. " MICROSECONDS " .. summary.duration) end
`,
  );
  const before = await count();
  const cpuBefore = cpuSeconds(site);
  const { stdout } = spawnSync('wrk', ['-t1', '-c64', `-d${options.seconds}s`, '--latency', '-s', script, origin], {
    encoding: 'utf8',
  });
  const [, answers, errors, microseconds] = /ANSWERS (\d+) ERRORS (\d+) MICROSECONDS (\d+)/.exec(stdout)!.map(Number);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const written = (await count()) - before;
  const acknowledged = (answers! - errors!) * perRequest;
  const microsecondsEach = ((cpuSeconds(site) - cpuBefore) / acknowledged) * 1e6;
  console.log(
    `${perRequest} ${perRequest === 1 ? 'event' : 'events'} a request: ${Math.round(acknowledged / (microseconds! / 1e6)).toLocaleString('en-IN')} acknowledged a second, ${errors} requests refused; ${written.toLocaleString('en-IN')} written of ${acknowledged.toLocaleString('en-IN')}${written < acknowledged ? ' LOST' : ''}; ${/99%\s+\S+/.exec(stdout)?.[0].replace(/\s+/, ' in ')}; ${microsecondsEach.toFixed(0)} µs of the site's processor an event`,
  );
}

async function measureKill(site: ChildProcess): Promise<void> {
  const before = await count();
  let acknowledged = 0;
  let isOver = false;
  const event = '{"name":"killed","path":"/"}';
  const writers = Array.from({ length: 64 }, async (_, at) => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- set below, once the site is killed
    while (!isOver) {
      const events = at % 2 ? 1 : 5;
      const answer = await send(
        'POST',
        '/api/track',
        events === 1 ? event : `[${Array(events).fill(event).join()}]`,
      ).catch(() => null);
      if (answer?.status === 204) acknowledged += events;
      else if (!answer) return;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 2_000 + Math.random() * 1_000));
  site.kill('SIGKILL');
  isOver = true;
  await Promise.all(writers);
  const lost = acknowledged - ((await count()) - before);
  console.log(
    `kill -9 under load: ${acknowledged.toLocaleString('en-IN')} acknowledged, ${Math.max(0, lost)} of them lost; the bound is 1,000`,
  );
}

async function measureSweep(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const known = Array.from({ length: numbers }, (_, at) => String(9_100_000_000 + at));
  await client.query(
    'insert into users (id, phone, member_number) select * from unnest($1::uuid[], $2::text[], $3::int[])',
    [known.map(() => randomUUID()), known.map((number) => `+91${number}`), known.map((_, at) => at % 10_000)],
  );
  await client.query(
    `insert into referrals (cta_id, mobile, referral_id, name, answers, eligible, reasons, consent_version, sent_by, is_proven) select 2, mobile, 1, 'x', '{}', true, '[]', '2026-11', 'x', true from unnest($1::text[]) as mobile`,
    [known.map((number) => `+91${number}`)],
  );
  await client.end();
  const times = { known: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  let busy = 0;
  const ask = async (kind: keyof typeof times, number: string) => {
    const { status, text, ms } = await send('GET', `/api/referral/cta/check-eligibility?ctaId=2&mobile=${number}`);
    // 'Busy' names its own request, and says nothing about a number.
    if (status === 503) {
      busy += 1;
      return;
    }
    bodies.add(`${status} ${text}`);
    times[kind].push(ms);
  };
  for (let at = -50; at < numbers; at += 1) {
    const pair = [() => ask('known', known[Math.abs(at)]!), () => ask('unknown', String(8_100_000_000 + at))];
    for (const one of at % 2 ? pair : pair.toReversed()) await one();
    if (at < 0) times.known = times.unknown = [];
    if (at === -1) Object.assign(times, { known: [], unknown: [] });
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;
  console.log(
    `eligibility of ${numbers.toLocaleString('en-IN')} known and as many unknown numbers: ${bodies.size} different answer${bodies.size === 1 ? '' : 's'} (${[...bodies][0]}); medians ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms${busy > 0 ? `; ${busy} answered 'busy', which are not counted` : ''}`,
  );
}

let site: ChildProcess | undefined;
try {
  site = await startSite();
  await measureSweep();
  await measureRate(site, 1);
  await measureRate(site, 10);
  await measureKill(site);
} finally {
  site?.kill('SIGKILL');
  agent.destroy();
}
