// Mixed traffic on one process and on several over one PostgreSQL: first the maximum throughput, then minutes at a
// share of it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.server.ts';
import { applyMigrations } from '../src/database/migrate.server.ts';
import { seedIfEmpty } from '../src/features/importing/seed.server.ts';
import { defaultSizes, fillCommunity } from './community-fill.ts';
import { makeMembers, ownFolder, type Site, startSite } from './faults/site.ts';
import { type Goal, none, report } from './faults/verdict.ts';
import type { Order, Result, Setup, Times } from './mixed-load.ts';
import { databaseUrlOf, dropAtEnd, dropDatabase, onServer } from './own-database.ts';
import { cpuSeconds, growthOf, openFiles, postmasterOf, residentMegabytes } from './process-usage.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000000' },
    processes: { type: 'string', default: '1,2' },
    minutes: { type: 'string', default: '10' },
    share: { type: 'string', default: '65' },
    search: { type: 'string', default: '15' },
    warm: { type: 'string', default: '2' },
    rate: { type: 'string' },
    members: { type: 'string', default: '1000' },
    keep: { type: 'boolean' },
  },
});
const numbers = (list: string) => list.split(',').map(Number);
const [minutes, warmMinutes, searchSeconds, share] = [options.minutes, options.warm, options.search, options.share].map(
  Number,
) as [number, number, number, number];
const mostMs = 500;
const sampleSeconds = 5;
const dataDir = join(ownFolder(), 'data');
const run = Date.now().toString(36);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Loads the demo content and this many questions with their comments and reactions. */
async function fill(name: string, databaseUrl: string, questions: number): Promise<void> {
  const { length } = await onServer(`select 1 from pg_database where datname = '${name}'`);
  if (length === 0) await onServer(`create database ${name}`);
  if (!options.keep) dropAtEnd(name);
  const connection = await connect({ databaseUrl, dataDir });
  await applyMigrations(connection);
  await seedIfEmpty(connection, { mediaDir: join(dataDir, 'media'), seedSamples: true }, () => {}).finally(() =>
    connection.close(),
  );
  say(`Filling ${name}, as far as it is not filled yet …`);
  await fillCommunity(databaseUrl, { ...defaultSizes, questions }, say);
}

/** Starts the load generator's process, which handles one order at a time. */
async function startVisitors(setup: Setup): Promise<{ child: ChildProcess; send: (order: Order) => Promise<Result> }> {
  const child = fork(fileURLToPath(new URL('./mixed-load.ts', import.meta.url)), { execArgv: [] });
  const ask = async (message: unknown) => {
    child.send(message as object);
    const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
      { result?: Result; error?: string } | number | null,
    ];
    if (answer === null || typeof answer === 'number') throw new Error("The visitors' process has ended.");
    if (answer.error) throw new Error(answer.error);
    return answer.result!;
  };
  await ask({ setup });
  return { child, send: (order) => ask({ order }) };
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const told = ({ count, p50, p99 }: Times) =>
  `${String(count).padStart(8)}  p50 ${ms(p50).padStart(8)}  p99 ${ms(p99).padStart(8)}`;
const failures = ({ errors, statuses, examples }: Result) =>
  errors === 0
    ? ''
    : `; ${errors} FAILED (${Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}), as ${examples.slice(0, 3).join('; ')}`;

/** Finds the maximum throughput within the deadline by adding closed-loop visitors. */
async function findMost(send: (order: Order) => Promise<Result>): Promise<number> {
  await send({ connections: 8, seconds: searchSeconds });
  let most = 0;
  let fewest = 0;
  for (const connections of [4, 8, 16, 32, 64]) {
    const result = await send({ connections, seconds: searchSeconds });
    const rate = result.all.count / result.seconds;
    say(
      `  ${String(connections).padStart(2)} at a time: ${Math.round(rate)} a second, p50 ${ms(result.all.p50)}, p99 ${ms(result.all.p99)}${failures(result)}`,
    );
    fewest ||= rate;
    if (result.errors === 0 && result.all.p99 < mostMs) most = Math.max(most, rate);
    else if (result.all.p99 >= mostMs) break;
  }
  if (most === 0)
    say(
      `  Not even 4 at a time were answered as they should be; their ${Math.round(fewest)} a second count as what can be answered.`,
    );
  return most || fewest;
}

type Steady = { rate: number; result: Result; growth: number };
type Measured = Steady & { processes: number; most: number | null };

/** Holds one open-loop rate for minutes, and measures its cost. */
async function holdSteady(
  sites: Site[],
  visitors: Awaited<ReturnType<typeof startVisitors>>,
  postmaster: number | null,
  rate: number,
): Promise<Steady> {
  const pids = sites.map(({ child }) => child.pid!);
  const memory = pids.map((): number[] => []);
  const files = pids.map((): number[] => []);
  const cpu = () => [
    ...pids.map((pid) => cpuSeconds(pid)),
    postmaster === null ? 0 : cpuSeconds(postmaster, { children: true }),
    cpuSeconds(visitors.child.pid!),
  ];
  const [before, startedAt] = [cpu(), performance.now()];
  const sampling = setInterval(() => {
    pids.forEach((pid, index) => {
      memory[index]!.push(residentMegabytes(pid));
      files[index]!.push(openFiles(pid));
    });
    const { length } = memory[0]!;
    if (length % 12 === 0)
      say(
        `  ${(length * sampleSeconds) / 60} min: ${memory.map((list) => `${Math.round(list.at(-1)!)} MB`).join(' and ')}, load ${loadavg()[0]!.toFixed(1)}`,
      );
  }, sampleSeconds * 1_000);
  const result = await visitors.send({ rate, seconds: minutes * 60 }).finally(() => clearInterval(sampling));
  const seconds = (performance.now() - startedAt) / 1_000;
  const shares = cpu().map((used, index) => `${Math.round(((used - before[index]!) / seconds) * 100)}%`);

  say(
    `  ${rate} a second asked for, ${(result.all.count / result.seconds).toFixed(1)} answered${failures(result)}; slowest ${ms(result.all.most)}`,
  );
  for (const [name, times] of [
    ['all', result.all] as const,
    ...Object.entries(result.readers),
    ...Object.entries(result.kinds)
      .toSorted(([, one], [, other]) => other.count - one.count)
      .map(([kind, each]) => [`  ${kind}`, each] as const),
  ])
    say(`    ${name.padEnd(32)} ${told(times)}`);
  say(
    `  processor, 100% is one core: ${pids.map((_, index) => `process ${index + 1} ${shares[index]}`).join(', ')}, PostgreSQL ${postmaster === null ? 'elsewhere' : shares[pids.length]}, visitors ${shares.at(-1)}`,
  );
  const growths = memory.map((list, index) => {
    const { first, last, slope } = growthOf(list, sampleSeconds);
    say(
      `  process ${index + 1}: memory ${Math.round(first)} MB in the first third, ${Math.round(last)} MB in the last, slope ${slope.toFixed(1)}% in ten minutes; open files ${files[index]!.at(0)} to ${files[index]!.at(-1)}, at most ${Math.max(...files[index]!)}`,
    );
    return (last / first - 1) * 100;
  });
  return { rate, result, growth: Math.max(...growths) };
}

async function measure(databaseUrl: string, processes: number): Promise<Measured> {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' };
  const members = await makeMembers(settings, Number(options.members));
  const sites: Site[] = [];
  for (let count = 0; count < processes; count += 1) sites.push(await startSite(settings));
  const visitors = await startVisitors({
    origins: sites.map(({ origin }) => origin),
    databaseUrl,
    cookies: members.map(({ cookies }) => cookies),
    run: `${run}-${processes}`,
  });
  try {
    const most = options.rate ? null : await findMost(visitors.send);
    const rate = options.rate ? Number(options.rate) : Math.round((most! * share) / 100);
    // Warm-up until memory is stable: cached pages, sessions, compiled code.
    await visitors.send({ rate, seconds: warmMinutes * 60 });
    return { processes, most, ...(await holdSteady(sites, visitors, await postmasterOf(databaseUrl), rate)) };
  } finally {
    visitors.child.disconnect();
    await Promise.all(sites.map((site) => site.end('SIGTERM')));
  }
}

/** Prints each figure's change relative to the first run. */
function compare([first, ...others]: Measured[]): void {
  const change = (from: number, to: number) => `${(to / from).toFixed(2)} times`;
  for (const other of others) {
    const most = first!.most && other.most ? `${change(first!.most, other.most)} what can be answered; ` : '';
    say(
      `From ${first!.processes} to ${other.processes}: ${most}p50 ${change(first!.result.all.p50, other.result.all.p50)}, p99 ${change(first!.result.all.p99, other.result.all.p99)}, at ${first!.rate} and ${other.rate} a second`,
    );
  }
}

function goalsOf(size: number, { processes, most, rate, result: { all, errors }, growth }: Measured): Goal[] {
  const found = most === null ? '' : `${Math.round(most)} a second at most with 99% within ${mostMs} ms; `;
  return [
    {
      name: `${size} questions, processes: ${processes}`,
      figure: `${found}at ${rate} a second p50 ${ms(all.p50)}, p99 ${ms(all.p99)}`,
      goal: `p99 below ${mostMs} ms`,
      isMet: all.p99 < mostMs,
    },
    none('  failed', errors),
    {
      name: '  memory, last third against first',
      figure: `${growth.toFixed(1)}%`,
      goal: 'at most 5% more',
      isMet: growth <= 5,
    },
  ];
}

const goals: Goal[] = [];
for (const size of numbers(options.sizes)) {
  const name = `nagrik_bench_mixed_${size}`;
  const databaseUrl = databaseUrlOf(name);
  try {
    await fill(name, databaseUrl, size);
    const measured: Measured[] = [];
    for (const processes of numbers(options.processes)) {
      say(`${size} questions, processes: ${processes}`);
      measured.push(await measure(databaseUrl, processes));
    }
    compare(measured);
    goals.push(...measured.flatMap((one) => goalsOf(size, one)));
  } finally {
    if (!options.keep) await dropDatabase(name);
  }
}
report(`Mixed traffic: 90% anonymous reads, 8% signed-in reads, 2% writes; ${minutes} minutes each`, goals);
