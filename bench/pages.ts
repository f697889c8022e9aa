import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from './node-flags.ts';

// One server at a time on core 0, wrk on core 1, the contenders in turn, several rounds: the median of the ratios counts.
const rounds = 5;
const seconds = 4;
const scratch = mkdtempSync(join(tmpdir(), 'nagrik-bench-pages-'));
const children: ChildProcess[] = [];

process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
  rmSync(scratch, { recursive: true, force: true });
});

type Server = { name: string; url: string; script?: string };

async function start(name: string, url: string, command: string[], env: Record<string, string> = {}): Promise<Server> {
  const child = spawn('taskset', ['-c', '0', ...command], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  for (let waited = 0; ; waited += 1) {
    const isUp = await fetch(url).then(
      (response) => response.arrayBuffer().then(() => response.ok),
      () => false,
    );
    if (isUp) return { name, url };
    if (waited > 600 || child.exitCode !== null) throw new Error(`${name} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Requests a second. @throws when any answer was not a success */
function load({ url, script, name }: Server): number {
  const { stdout } = spawnSync(
    'taskset',
    [
      '-c',
      '1',
      'wrk',
      '-t1',
      '-c20',
      `-d${seconds}s`,
      '-H',
      'Accept-Encoding: br',
      ...(script ? ['-s', script] : []),
      url,
    ],
    { encoding: 'utf8' },
  );
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${name}: ${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function compare(title: string, contenders: Server[]): void {
  for (const server of contenders) load({ ...server });
  const rates = contenders.map(() => [] as number[]);
  for (let round = 0; round < rounds; round += 1)
    contenders.forEach((server, index) => rates[index]?.push(load(server)));
  process.stdout.write(`\n${title}\n`);
  contenders.forEach(({ name }, index) => {
    const ratios = rates[0]!.map((rate, round) => rate / (rates[index]?.[round] as number));
    process.stdout.write(
      `  ${name.padEnd(34)} ${Math.round(median(rates[index]!)).toString().padStart(7)} /s${index > 0 ? `   ours is ${median(ratios).toFixed(2)} of it` : ''}\n`,
    );
  });
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const own = await start(
  'Nagrik, cached',
  'http://127.0.0.1:3400/about',
  [process.execPath, ...nodeFlags, here('serve-bench-site.ts')],
  { BENCH_ARTICLES: '300', BENCH_PORT: '3400', BENCH_PATHS: join(scratch, 'paths.json') },
);
while (!existsSync(join(scratch, 'paths.json'))) await new Promise((resolve) => setTimeout(resolve, 100));
const paths = JSON.parse(readFileSync(join(scratch, 'paths.json'), 'utf8')) as string[];
const article = `http://127.0.0.1:3400${paths[0]}`;
for (let warm = 0; warm < 3; warm += 1)
  await fetch(article, { headers: { 'accept-encoding': 'br' } }).then((response) => response.arrayBuffer());
await new Promise((resolve) => setTimeout(resolve, 2_000));

// The bytes as they travel, headers included.
const raw = spawnSync('curl', [
  '-s',
  '-H',
  'Accept-Encoding: br',
  '-D',
  join(scratch, 'headers'),
  '-o',
  join(scratch, 'body'),
  article,
]);
if (raw.status !== 0) throw new Error('curl failed');
const bare = await start('bare Node http, same bytes', 'http://127.0.0.1:3401/', [
  process.execPath,
  here('bare-http.mjs'),
  scratch,
  '3401',
]);

writeFileSync(
  join(scratch, 'nginx.conf'),
  `worker_processes 1; daemon off; pid ${scratch}/nginx.pid; error_log ${scratch}/nginx.log;
events { worker_connections 256; }
http { access_log off; sendfile on; tcp_nopush on; default_type text/html; client_body_temp_path ${scratch}; proxy_temp_path ${scratch}; fastcgi_temp_path ${scratch}; uwsgi_temp_path ${scratch}; scgi_temp_path ${scratch};
server { listen 127.0.0.1:3402; root ${scratch}; location = / { try_files /body =404; add_header Content-Encoding br; add_header Vary Accept-Encoding; } } }`,
);
spawnSync('chmod', ['-R', 'a+rX', scratch]);
const nginx = await start('nginx, same bytes from a file', 'http://127.0.0.1:3402/', [
  'nginx',
  '-p',
  scratch,
  '-c',
  join(scratch, 'nginx.conf'),
]);
compare('Cached article page, 20 connections', [{ ...own, url: article }, bare, nginx]);

const rotate = join(scratch, 'rotate.lua');
writeFileSync(
  rotate,
  `local paths = { ${paths.map((path) => `"${path}"`).join(', ')} }
local at = 0
request = function() at = at % #paths + 1; return wrk.format("GET", paths[at]) end`,
);
const uncached = await start(
  'Nagrik, uncached',
  'http://127.0.0.1:3403/about',
  [process.execPath, ...nodeFlags, here('serve-bench-site.ts')],
  { BENCH_ARTICLES: '300', BENCH_PORT: '3403', BENCH_CACHE_BYTES: '0', BENCH_PATHS: join(scratch, 'uncached.json') },
);
const plain = await start('bare renderToString in Fastify', 'http://127.0.0.1:3404/', [
  process.execPath,
  here('bare-render.ts'),
  '3404',
]);
compare('Uncached article page, signed out', [{ ...uncached, script: rotate }, plain]);
process.exit(0);
