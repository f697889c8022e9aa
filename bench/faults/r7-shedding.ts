import { join } from 'node:path';
import { openLoop, type Sent } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { ownFolder, startSite } from './site.ts';
import { type Goal, none, report, skip } from './verdict.ts';

const title = 'R7: what is refused first';
const rate = Number(process.argv[2] ?? 1_500);
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const site = await startSite(
  { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url, SEED_SAMPLES: 'on' },
  { entry: 'bench/faults/serve-unlimited.ts' },
);

const json = { 'content-type': 'application/json' };
const question = JSON.stringify({
  name: 'Asha Menon',
  email: 'asha@example.in',
  subject: 'A question',
  message: 'When does the office open on Mondays?',
});
let asked = 0;
const kinds: (() => Sent)[] = [
  () => ({
    kind: 'beacons',
    method: 'POST',
    path: '/api/track',
    headers: json,
    body: '{"name":"page_view","path":"/"}',
  }),
  () => ({ kind: 'search', path: `/search?q=ration+${asked++}` }),
  () => ({ kind: 'reading', path: `/api/article/${1_001 + (asked++ % 20)}` }),
  () => ({ kind: 'writing', method: 'POST', path: '/api/support/contactUs', headers: json, body: question }),
  () => ({ kind: 'always', path: asked++ % 2 ? '/healthz' : '/api/auth/csrf' }),
];
const outcomes = await openLoop(site.origin, { rate, seconds: 30, next: (index) => kinds[index % kinds.length]!() });

const byStatus = Map.groupBy(outcomes, ({ status }) => status);
process.stdout.write(`${[...byStatus].map(([status, { length }]) => `${length} times ${status}`).join(', ')}\n`);
const share = (kind: string) => {
  const own = outcomes.filter((outcome) => outcome.kind === kind);
  return (own.filter(({ status }) => status === 503).length / own.length) * 100;
};
const order = ['beacons', 'search', 'reading', 'writing'];
const shares = order.map(share);
const goals: Goal[] = order.slice(1).map((kind, index) => ({
  name: `${kind} refused`,
  figure: `${shares[index + 1]!.toFixed(1)}%`,
  goal: `at most as many as of ${order[index]} (${shares[index]!.toFixed(1)}%)`,
  isMet: shares[index + 1]! <= shares[index]! + 0.5,
}));
report(title, [
  {
    name: 'beacons refused',
    figure: `${shares[0]!.toFixed(1)}%`,
    goal: 'some, or the load was none: give a higher rate',
    isMet: shares[0]! > 0,
  },
  ...goals,
  none(
    'health and the way to sign out refused',
    outcomes.filter(({ kind, status }) => kind === 'always' && status !== 200).length,
  ),
  none('broken connections', outcomes.filter(({ status }) => status === 0).length),
]);
