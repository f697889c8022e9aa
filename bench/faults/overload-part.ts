import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closedLoop, type Load } from '../closed-loop.ts';
import { openLoop, type Outcome, type Sent } from '../open-loop.ts';
import { cpuSeconds, postmasterOf, residentMegabytes } from '../process-usage.ts';
import { measureBareRefusal } from './bare-refusal.ts';
import type { Cluster } from './cluster.ts';
import { keepToCore } from './own-core.ts';
import { ownFolder, startSite, wait } from './site.ts';

/** Where the site runs; `cluster` is null for PGlite. */
export type Part = { cluster: Cluster | null; cores: 1 | 2; isBusy: boolean };
/**
 * `good`: answers other than refusals, a second. Means of several rounds in turns; `failed` and `p99` are the worst.
 */
export type Round = Load & { visitors: number; good: number; cpu: Cpu };
/** In cores. */
export type Cpu = { site: number; database: number };
export type Figures = {
  rounds: Round[];
  /** The best rate of the mix, in answers a second, with 99% within a second and none refused. */
  best: number;
  /** Readings of an article's data that take as long as one search. */
  searchCosts: number;
  outcomes: Outcome[];
  after: Outcome[];
  /** In cores, while the load is five times the best rate. */
  cpu: Cpu & { load: number };
  /**
   * CPU time for one refusal, in milliseconds, and that of a bare Node server; null where the database cannot be
   * stopped.
   */
  refusalMs: { site: number; bare: number } | null;
  megabytes: number;
};

const mix = ['search', 'reading', 'reading', 'reading'];
const roundSeconds = 4;
/** A single round of the same load differs by a tenth from the next one. */
const turns = 3;
let asked = 0;

/** Never in the page cache: articles' data, and searches that are all different. */
function requestOf(kind: string): Sent {
  asked += 1;
  return { kind, path: kind === 'search' ? `/search?q=ration+${asked}` : `/api/article/${1_001 + (asked % 20)}` };
}
const isGood = ({ status }: Outcome) => status === 200;

export const timesOf = (outcomes: Outcome[]) => outcomes.filter(isGood).map(({ afterMs }) => afterMs);
/** Answers weighed by what they cost: searches are refused first, and cheap answers alone would flatter the site. */
export const workOf = (outcomes: Outcome[], searchCosts: number) =>
  outcomes.filter(isGood).reduce((sum, { kind }) => sum + (kind === 'search' ? searchCosts : 1), 0);

export async function measurePart({ cluster, cores, isBusy }: Part, seconds: number): Promise<Figures> {
  const site = await startSite(
    {
      DATA_DIR: join(ownFolder(), 'data'),
      SEED_SAMPLES: 'on',
      ...(cluster ? { DATABASE_URL: cluster.url } : {}),
    },
    { entry: 'bench/faults/serve-unlimited.ts' },
  );
  const pid = site.child.pid!;
  // The load has the second core, and so has PostgreSQL: they must not slow the site.
  keepToCore(pid, 0, cores === 1 ? 0 : 1);
  const postmaster = cluster && (await postmasterOf(cluster.url));
  const stopNeighbours = isBusy ? startNeighbours(cores) : () => {};
  const stopPrecedence = takePrecedence();

  /** @returns the cores used from now until it is called */
  function measureCpu(): () => Figures['cpu'] {
    const used = () => ({
      site: cpuSeconds(pid),
      database: postmaster === null ? 0 : cpuSeconds(postmaster, { children: true }),
      load: cpuSeconds(process.pid),
    });
    const [before, startedAt] = [used(), performance.now()];
    return () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const share = (name: keyof Figures['cpu']) => (used()[name] - before[name]) / seconds;
      return { site: share('site'), database: share('database'), load: share('load') };
    };
  }

  async function visit(visitors: number, kinds: string[], during: number): Promise<Round> {
    const shots = Array.from({ length: during * 2_000 }, (_, index) => requestOf(kinds[index % kinds.length]!));
    const stop = measureCpu();
    const load = await closedLoop({ origin: site.origin, shots, visitors, seconds: during, core: 1 });
    return { ...load, visitors, good: load.perSecond * (1 - load.failed / Math.max(1, load.answers)), cpu: stop() };
  }
  const load = (rate: number, during: number) =>
    openLoop(site.origin, { rate, seconds: during, next: (index) => requestOf(mix[index % mix.length]!) });

  /** While the database stands still, every further request is refused. */
  async function measureRefusals(database: Cluster): Promise<number> {
    database.signal('SIGSTOP');
    try {
      const filling = load(best, 1);
      await wait(1_000);
      const stop = measureCpu();
      const startedAt = performance.now();
      const refusals = (await load(best * 5, 3)).filter(({ status }) => status === 503).length;
      const seconds = (performance.now() - startedAt) / 1_000;
      const { site: used } = stop();
      database.signal('SIGCONT');
      await filling;
      return (used * seconds * 1_000) / refusals;
    } finally {
      // A stopped server could not be ended either.
      database.signal('SIGCONT');
    }
  }

  await warmUp(() => visit(4, mix, 3));
  const searchCosts = (await visit(4, ['reading'], 3)).good / (await visit(4, ['search'], 3)).good;
  const each: Round[] = [];
  for (let turn = 0; turn < turns; turn += 1)
    for (const visitors of [4, 8, 10, 20, 40, 80]) each.push(await visit(visitors, mix, roundSeconds));
  const rounds = [...Map.groupBy(each, ({ visitors }) => visitors).values()].map(meanOf);
  const best = Math.max(...rounds.filter(({ p99, failed }) => p99 <= 1_000 && failed === 0).map(({ good }) => good), 0);
  await wait(1_000);

  let megabytes = 0;
  const sampling = setInterval(() => (megabytes = Math.max(megabytes, residentMegabytes(pid))), 200);
  const stop = measureCpu();
  const outcomes = await load(best * 5, seconds);
  const cpu = stop();
  clearInterval(sampling);
  await wait(5_000);
  const after = await load(best / 5, 3);
  const refusalMs = cluster && {
    site: await measureRefusals(cluster),
    bare: await measureBareRefusal(best * 5, getPriority(pid)),
  };
  stopPrecedence();
  stopNeighbours();
  await site.end('SIGTERM');
  return { rounds, best, searchCosts, outcomes, after, cpu, refusalMs, megabytes };
}

function meanOf(rounds: Round[]): Round {
  const mean = (of: (round: Round) => number) => rounds.reduce((sum, round) => sum + of(round), 0) / rounds.length;
  const worst = (of: (round: Round) => number) => Math.max(...rounds.map(of));
  return {
    ...rounds[0]!,
    answers: mean(({ answers }) => answers),
    perSecond: mean(({ perSecond }) => perSecond),
    good: mean(({ good }) => good),
    failed: worst(({ failed }) => failed),
    p50: mean(({ p50 }) => p50),
    p99: worst(({ p99 }) => p99),
    cpu: { site: mean(({ cpu }) => cpu.site), database: mean(({ cpu }) => cpu.database) },
  };
}

/** Until three rounds in a row bring no more: then the JIT compiler has done its work. */
async function warmUp(round: () => Promise<Round>): Promise<void> {
  let best = 0;
  for (let [rounds, without] = [0, 0]; rounds < 10 && without < 3; rounds += 1) {
    const { good } = await round();
    without = good > best * 1.03 ? 0 : without + 1;
    best = Math.max(best, good);
  }
}

/** Two processes that never rest, on the site's cores. */
function startNeighbours(cores: 1 | 2): () => void {
  const children = [0, 1].map((core) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./busy-neighbour.ts', import.meta.url))], {
      stdio: 'ignore',
    });
    keepToCore(child.pid!, cores === 1 ? 0 : core);
    return child;
  });
  return () => children.forEach((child) => child.kill('SIGKILL'));
}

/**
 * Where the load generator shares its core with what it measures, it would measure its own delay; what it takes is
 * printed. Only root may do so.
 * @returns what ends it; a process that is started before that inherits it
 */
function takePrecedence(): () => void {
  const usual = getPriority();
  try {
    setPriority(Math.max(-20, usual - 10));
  } catch {
    return () => {};
  }
  return () => setPriority(usual);
}
