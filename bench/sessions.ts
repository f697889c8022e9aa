import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askForCode, signIn } from '../src/testing/sign-in.ts';
import type { TestApp } from '../src/testing/build-test-app.ts';
import { startBenchSite } from './bench-site.ts';
import { ownDatabase } from './own-database.ts';
import { ownFolder } from './own-folder.ts';

// Session reads and sign-ins per second in one process, relative to a bare Node server with the cheapest possible
// query.
const people = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 10);
const databaseUrl = process.env.BENCH_DATABASE_URL ? await ownDatabase('sessions') : undefined;
const site = await startBenchSite({ articles: 1, databaseUrl });
const address = site.origin.replace('localhost', '127.0.0.1');
const folder = ownFolder();
const run = promisify(execFile);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** One thread of wrk; `setup` is Lua. */
async function wrk(
  url: string,
  setup: string,
  duration = seconds,
): Promise<{ perSecond: number; p99: string; failed: number }> {
  const script = join(folder, 'load.lua');
  writeFileSync(
    script,
    `failed = 0\nlocal at = 0\n${setup}\nfunction response(status) if status ~= 200 then failed = failed + 1 end end\nlocal mine\nfunction setup(thread) mine = thread end\nfunction done() io.write("failed ", mine:get("failed"), "\\n") end`,
  );
  const { stdout } = await run('wrk', ['-t1', '-c32', `-d${duration}s`, '--latency', '-s', script, url]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: /99%\s+(\S+)/.exec(stdout)?.[1] ?? '?',
    failed: Number(/failed (\d+)/.exec(stdout)?.[1]),
  };
}
const lua = (texts: string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`;
const figure = ({ perSecond, p99, failed }: Awaited<ReturnType<typeof wrk>>) =>
  `${Math.round(perSecond)} a second, p99 ${p99}${failed ? `, ${failed} NOT 200` : ''}`;

const test = { app: site.app, services: site.services, close: site.close } as TestApp;
const cookies: string[] = [];
for (let count = 0; count < people; count += 1) cookies.push((await signIn(test)).cookies);

const bare = createServer(
  (_request, response) =>
    void site.services.connection.pool
      .query('select 1')
      .then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')),
);
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const next = (list: string) =>
  `local list = ${list}\nfunction request() at = at % #list + 1\nreturn wrk.format("GET", nil, { ["Cookie"] = list[at] }) end`;
await wrk(`${address}/api/auth/session`, next(lua(cookies)), 3);
const least = await wrk(`http://127.0.0.1:${(bare.address() as { port: number }).port}/`, next(lua(cookies)));
const reads = await wrk(`${address}/api/auth/session`, next(lua(cookies)));
bare.close();
say(`bare server, select 1: ${figure(least)}`);
say(
  `session reads (${people} people, ${site.services.connection.kind}): ${figure(reads)}; ${(reads.perSecond / least.perSecond).toFixed(2)} of the bare server; load ${loadavg()[0]!.toFixed(1)}`,
);

// Codes are requested before timing starts: sending them is measured elsewhere.
const bodies: string[] = [];
const first = 6_000_000_000 + Math.floor(Math.random() * 900_000_000);
for (let count = 0; count < people * 10; count += 1) {
  const phone = String(first + count);
  bodies.push(JSON.stringify({ providerToken: await askForCode(test, { phone }), phoneNo: phone, provider: 'JB' }));
}
const startedAt = performance.now();
let at = 0;
const statuses = new Map<number, number>();
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (let body = bodies[at++]; body !== undefined; body = bodies[at++]) {
      const { status } = await fetch(`${address}/api/provider-token/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }),
);
const took = (performance.now() - startedAt) / 1_000;
say(
  `sign-ins of new people (16 at a time, asked from the same process): ${Math.round(bodies.length / took)} a second; statuses ${JSON.stringify(Object.fromEntries(statuses))}`,
);

await site.close();
process.exit(0);
