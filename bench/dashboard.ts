import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

const help = `Usage: node bench/dashboard.ts --site http://127.0.0.1:3000 --metrics 127.0.0.1:9464
  Visits a running site for half a minute, and asks a Prometheus of its own (apt-get install prometheus) for what
  every panel of deploy/dashboard.json and every rule of deploy/alerts.yaml asks for. Ends with 1 where a panel is empty
  or Prometheus refuses an expression. Empty is right where the panel's description says so.`;

const { values } = parseArgs({
  options: { site: { type: 'string' }, metrics: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help || !values.site || !values.metrics) {
  process.stdout.write(`${help}\n`);
  process.exit(values.help ? 0 : 1);
}

type Panel = { title: string; description?: string; targets: { expr: string }[] };
const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
const { groups } = parse(read('alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] };

const folder = mkdtempSync(join(tmpdir(), 'nagrik-prometheus-'));
const port = 9_191;
writeFileSync(
  join(folder, 'prometheus.yml'),
  `scrape_configs: [{ job_name: nagrik, scrape_interval: 2s, static_configs: [{ targets: ['${values.metrics}'] }] }]`,
);
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ],
  { stdio: 'ignore' },
);

async function ask(expression: string): Promise<{ labels: object; value: string }[]> {
  const query = expression
    .replaceAll('$instance', '.*')
    .replaceAll('$__rate_interval', '20s')
    .replaceAll('$__range', '30s');
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
  const answer = (await response.json()) as {
    error?: string;
    data?: { result: { metric: object; value: [number, string] }[] };
  };
  if (!answer.data) throw new Error(`${query}: ${answer.error}`);
  return answer.data.result.map(({ metric, value }) => ({ labels: metric, value: value[1] }));
}

try {
  const paths = ['/', '/hi/', '/community', '/search?q=ration', '/schemes', '/no-such-page', '/api/tags', '/healthz'];
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(500))
    await Promise.all(paths.map(async (path) => (await fetch(values.site + path)).arrayBuffer()));

  for (const { title, description, targets } of panels)
    for (const { expr } of targets) {
      const found = await ask(expr);
      const mayBeEmpty = description?.startsWith('Empty ') ?? false;
      if (found.length === 0 && !mayBeEmpty) process.exitCode = 1;
      const first = found[0] ? `${Number(found[0].value).toPrecision(4)} ${JSON.stringify(found[0].labels)}` : '';
      process.stdout.write(`${found.length === 0 && !mayBeEmpty ? 'EMPTY' : found.length}\t${title}\t${first}\n`);
    }
  for (const { alert, expr } of groups.flatMap(({ rules }) => rules))
    process.stdout.write(`${(await ask(expr)).length === 0 ? 'quiet' : 'RINGS'}\t${alert}\n`);
} finally {
  prometheus.kill();
  await new Promise((done) => prometheus.once('exit', done));
  rmSync(folder, { recursive: true });
}
