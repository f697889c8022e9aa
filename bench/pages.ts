import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/own-postgres.ts';
import { closedLoop } from './closed-loop.ts';
import { atLeast, none, report } from './faults/verdict.ts';
import { nodeFlags, startEnvironment } from './node-flags.ts';
import { ownFolder } from './own-folder.ts';

// Server on core 0, load on core 1 (on a machine of one core, together), contenders alternating over several rounds;
// the result is the median of the ratios.
const rounds = 5;
const seconds = 4;
const scratch = ownFolder();
const children: ChildProcess[] = [];

process.prependListener('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

type Server = { name: string; url: string; paths?: string[] };
const hasTaskset = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

async function start(name: string, url: string, command: string[], env: Record<string, string> = {}): Promise<Server> {
  const [program = '', ...args] = hasTaskset ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...startEnvironment, TMPDIR: scratch, BENCH_DATABASE_URL: '', ...env },
  });
  children.push(child);
  for (let waited = 0; ; waited += 1) {
    const answer = await fetch(url).then(
      async (response) => ({ isGood: response.ok, text: await response.text() }),
      () => null,
    );
    if (answer?.isGood) return { name, url };
    if (answer) throw new Error(`${name} does not answer as it should: ${answer.text.slice(0, 300)}`);
    if (waited > 3_000 || child.exitCode !== null) throw new Error(`${name} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Good answers a second, and how many were refusals. */
async function load({ url, paths }: Server): Promise<{ good: number; failed: number }> {
  const { origin, pathname } = new URL(url);
  const shots = (paths ?? [pathname]).map((path) => ({ path, headers: { 'accept-encoding': 'br' } }));
  const { perSecond, failed } = await closedLoop({
    origin,
    shots,
    visitors: 20,
    seconds,
    core: hasTaskset ? 1 : undefined,
  });
  return { good: perSecond - failed / seconds, failed };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** @returns our rate, the first one's, as a part of each; and our refusals in the measured rounds */
async function compare(title: string, contenders: Server[]): Promise<{ ratios: number[]; refused: number }> {
  for (const server of contenders) {
    const { failed } = await load(server);
    if (failed > 0) process.stdout.write(`  ${server.name}: ${failed} refusals while it was new (not counted)\n`);
  }
  const rates = contenders.map(() => [] as number[]);
  let refused = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const [index, server] of contenders.entries()) {
      const { good, failed } = await load(server);
      if (failed > 0) process.stdout.write(`  ${server.name}: ${failed} refusals\n`);
      rates[index]!.push(good);
      if (index === 0) refused += failed;
    }
  process.stdout.write(`\n${title}\n`);
  const ratios = rates.map((each) => median(rates[0]!.map((rate, round) => rate / each[round]!)));
  contenders.forEach(({ name }, index) => {
    process.stdout.write(
      `  ${name.padEnd(34)} ${Math.round(median(rates[index]!)).toString().padStart(7)} /s${index > 0 ? `   ours is ${ratios[index]!.toFixed(2)} of it` : ''}\n`,
    );
  });
  return { ratios, refused };
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const ports = [];
for (let count = 0; count < 5; count += 1) ports.push(await freePort());
const [ownPort, barePort, nginxPort, uncachedPort, plainPort] = ports.map(String);
const own = await start(
  'Nagrik, cached',
  `http://127.0.0.1:${ownPort}/about`,
  [process.execPath, ...nodeFlags, here('bench-site.ts')],
  { BENCH_ARTICLES: '300', BENCH_PORT: ownPort!, BENCH_PATHS: join(scratch, 'paths.json') },
);
while (!existsSync(join(scratch, 'paths.json'))) await new Promise((resolve) => setTimeout(resolve, 100));
const paths = JSON.parse(readFileSync(join(scratch, 'paths.json'), 'utf8')) as string[];
const article = `http://127.0.0.1:${ownPort}${paths[0]}`;
for (let warm = 0; warm < 3; warm += 1)
  await fetch(article, { headers: { 'accept-encoding': 'br' } }).then((response) => response.arrayBuffer());
await new Promise((resolve) => setTimeout(resolve, 2_000));

// Bytes on the wire, headers included, for the others to send too.
await new Promise<void>((resolve, reject) => {
  get(article, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
    const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}\r\n`] : []));
    writeFileSync(join(scratch, 'headers'), `HTTP/1.1 200 OK\r\n${lines.join('')}`, 'latin1');
    writeFileSync(join(scratch, 'body'), Buffer.concat(await answer.toArray()));
    resolve();
  }).on('error', reject);
});
const bare = await start('bare Node http, same bytes', `http://127.0.0.1:${barePort}/`, [
  process.execPath,
  here('bare-http.mjs'),
  scratch,
  barePort!,
]);

writeFileSync(
  join(scratch, 'nginx.conf'),
  `master_process off; daemon off; pid ${scratch}/nginx.pid; error_log ${scratch}/nginx.log;
events { worker_connections 256; }
http { access_log off; keepalive_requests 1000000000; sendfile on; tcp_nopush on; default_type text/html; client_body_temp_path ${scratch}; proxy_temp_path ${scratch}; fastcgi_temp_path ${scratch}; uwsgi_temp_path ${scratch}; scgi_temp_path ${scratch};
server { listen 127.0.0.1:${nginxPort}; root ${scratch}; location = / { try_files /body =404; add_header Content-Encoding br; add_header Vary Accept-Encoding; } } }`,
);
spawnSync('chmod', ['-R', 'a+rX', scratch]);
const program = process.env.NGINX ?? 'nginx';
const hasNginx = spawnSync(program, ['-v']).status === 0;
if (!hasNginx) process.stdout.write('nginx is not installed, so it is not compared.\n');
const nginx = hasNginx
  ? [
      await start('nginx, same bytes from a file', `http://127.0.0.1:${nginxPort}/`, [
        program,
        '-p',
        scratch,
        '-c',
        join(scratch, 'nginx.conf'),
      ]),
    ]
  : [];
const cached = await compare('Cached article page, 20 connections', [{ ...own, url: article }, bare, ...nginx]);

const uncached = await start(
  'Nagrik, uncached',
  `http://127.0.0.1:${uncachedPort}/about`,
  [process.execPath, ...nodeFlags, here('bench-site.ts')],
  {
    BENCH_ARTICLES: '300',
    BENCH_PORT: uncachedPort!,
    BENCH_CACHE_BYTES: '0',
    BENCH_PATHS: join(scratch, 'uncached.json'),
  },
);
const plain = await start('renderToString in Fastify', `http://127.0.0.1:${plainPort}/`, [
  process.execPath,
  here('bare-render.ts'),
  plainPort!,
]);
const rendered = await compare('Uncached article page, signed out', [{ ...uncached, paths }, plain]);
report('Article pages', [
  atLeast('cached, of a bare Node server', cached.ratios[1]!, 0.9),
  none('cached, refused', cached.refused),
  none('uncached, refused', rendered.refused),
]);
