import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/own-postgres.ts';
import { openLoop } from '../open-loop.ts';
import { cpuSeconds } from '../process-usage.ts';
import { keepToCore } from './own-core.ts';

const kind = 'reading';

/**
 * The least that a refusal can take: Node's own HTTP server, which answers 503 to everything.
 * @param rate requests a second
 * @param priority of the process that it is compared with: the caller's own may be higher
 * @returns CPU time of its process for one refusal, in milliseconds
 */
export async function measureBareRefusal(rate: number, priority: number): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), String(port)], { stdio: 'ignore' });
  try {
    const pid = child.pid!;
    setPriority(pid, priority);
    keepToCore(pid, 0);
    const origin = `http://127.0.0.1:${port}`;
    for (let tries = 0; !(await fetch(origin).catch(() => null)); tries += 1) {
      if (tries === 50) throw new Error('the bare server does not answer');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const load = (seconds: number) => openLoop(origin, { rate, seconds, next: () => ({ kind, path: '/' }) });
    await load(1);
    const before = cpuSeconds(pid);
    const refused = (await load(3)).filter(({ status }) => status === 503).length;
    if (refused === 0) throw new Error('the bare server refused nothing');
    return ((cpuSeconds(pid) - before) * 1_000) / refused;
  } finally {
    child.kill('SIGKILL');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '5', 'content-length': '0' });
    response.end();
  }).listen(Number(process.argv[2]), '127.0.0.1');
