import { parseArgs } from 'node:util';
import { type Outcome, percentile } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { type Figures, measurePart, type Part, timesOf, workOf } from './overload-part.ts';
import { keepToCore } from './own-core.ts';
import { atLeast, atMost, type Goal, none, report, skip } from './verdict.ts';

const title = 'R6: five times as many requests as the site can answer, and visitors who ask again at once';
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pglite: { type: 'boolean', default: false },
    cores: { type: 'string', default: '1' },
    busy: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
const seconds = Number(positionals[0] ?? 60);
/** Requests under way, in seconds of work, up to which none may be refused. */
const noRefusalUpTo = 0.8;

const settings = (options.all ? [1, 2] : [options.cores === '2' ? 2 : 1]).flatMap((cores) =>
  (options.all ? [false, true] : [options.busy]).map((isBusy) => ({ cores: cores as 1 | 2, isBusy })),
);
const goals: Goal[] = [];
// Before PostgreSQL is started, which inherits it.
keepToCore(process.pid, 1);
for (const isPglite of options.all ? [false, true] : [options.pglite]) {
  for (const setting of settings) {
    const cluster = isPglite ? null : await makeCluster();
    if (!isPglite && !cluster) skip(title, 'PostgreSQL is not installed.');
    const part = { ...setting, cluster };
    const figures = await measurePart(part, seconds);
    await cluster?.kill();
    print(part, figures);
    goals.push(...goalsOf(part, figures));
  }
}
report(title, goals);

function nameOf({ cluster, cores, isBusy }: Part): string {
  return `${cluster ? 'PostgreSQL' : 'PGlite'}, ${cores === 1 ? 'one core' : 'two cores'}${isBusy ? ', two busy neighbours' : ''}`;
}

function print(part: Part, { rounds, best, searchCosts, outcomes, cpu, refusalMs }: Figures): void {
  const lines = [
    `\n${nameOf(part)}: a search costs as much as ${searchCosts.toFixed(1)} readings`,
    'visitors  good/s  refused   p50  p99 ms   cores: site  database',
    ...rounds.map(({ visitors, good, failed, p50, p99, cpu }) =>
      [
        String(visitors).padStart(8),
        good.toFixed(0).padStart(7),
        String(failed).padStart(8),
        p50.toFixed(0).padStart(5),
        p99.toFixed(0).padStart(7),
        cpu.site.toFixed(2).padStart(13),
        cpu.database.toFixed(2).padStart(9),
      ].join(' '),
    ),
    `open loop at ${Math.round(best * 5)} a second: CPU in cores: site ${cpu.site.toFixed(2)}, PostgreSQL ${cpu.database.toFixed(2)}, load ${cpu.load.toFixed(2)}`,
    `  the load generator sent 99% within ${Math.round(generatorDelay(outcomes))} ms of the time at which they were due`,
    ...(refusalMs === null
      ? []
      : [
          `  a refusal takes the site ${refusalMs.site.toFixed(3)} ms, a bare Node server ${refusalMs.bare.toFixed(3)} ms`,
        ]),
  ];
  for (const kind of ['search', 'reading']) {
    const own = outcomes.filter((outcome) => outcome.kind === kind);
    const times = timesOf(own);
    lines.push(
      `  ${kind}: ${(times.length / seconds).toFixed(0)} a second of ${(own.length / seconds).toFixed(0)}, p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function generatorDelay(outcomes: Outcome[]): number {
  const late = outcomes.map(({ lateMs }) => lateMs);
  return percentile(late, 0.99);
}

function goalsOf(
  part: Part,
  { rounds, best, searchCosts, outcomes, after, cpu, refusalMs, megabytes }: Figures,
): Goal[] {
  const times = timesOf(outcomes);
  const refused = outcomes.filter(({ status }) => status === 503);
  const costOfMix = (searchCosts + 3) / 4;
  const goals = [
    atLeast('good answers at five times the capacity, of the best rate', times.length / seconds / best, 0.9),
    atLeast('the same, weighed by their cost', workOf(outcomes, searchCosts) / seconds / (best * costOfMix), 0.9),
    atMost('99% of the accepted answered within', percentile(times, 0.99), 1_000, 'ms'),
    ...rounds
      .filter(({ visitors }) => visitors >= 10)
      .flatMap(({ visitors, good, failed }) => [
        atLeast(`${visitors} visitors, of the best rate`, good / best, 0.9),
        ...(visitors / best <= noRefusalUpTo ? [none(`refused with ${visitors} visitors`, failed)] : []),
      ]),
    none('refused without Retry-After', refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length),
    none('neither answered nor refused', outcomes.length - times.length - refused.length),
    // Of the five times as many, four are refused.
    ...(refusalMs === null ? [] : [atMost('refusing takes', (refusalMs.site / 10) * best * 4, 5, '% of a core')]),
    // PGlite's own process holds its database in memory as well.
    ...(part.cluster ? [atMost('memory', megabytes, 512, 'MB')] : []),
    none('not answered five seconds later', after.length - timesOf(after).length),
    atMost('the load generator was late (else it measures itself), 99%', generatorDelay(outcomes), 100, 'ms'),
    atMost('CPU of the load generator (else it is the bottleneck)', cpu.load * 100, 80, '% of a core'),
  ];
  return goals.map((goal) => ({ ...goal, name: `${nameOf(part)}: ${goal.name}` }));
}
