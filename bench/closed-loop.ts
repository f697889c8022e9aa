import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFolder } from './own-folder.ts';

/** One request; the list is sent round and round. */
export type Shot = { method?: string; path: string; headers?: Record<string, string>; body?: string };
export type Load = { answers: number; perSecond: number; failed: number; p50: number; p99: number };
type Options = { origin: string; shots: Shot[]; visitors: number; seconds: number; core?: number | undefined };

let folder: string | undefined;

/**
 * Closed loop: each of `visitors` sends its next request as soon as it has its answer. In a process of its own, so that
 * it takes no time from the caller.
 * @returns answers, and a second; how many were no success (2xx); milliseconds
 */
export async function closedLoop({ core, ...options }: Options): Promise<Load> {
  folder ??= ownFolder();
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(options));
  const command = [process.execPath, fileURLToPath(import.meta.url), file];
  const [program = '', ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of child.stdout) printed += String(chunk);
  if (printed === '') throw new Error(`no answer from ${options.origin}`);
  return JSON.parse(printed) as Load;
}

function bytesOf(origin: string, { method = 'GET', path, headers = {}, body = '' }: Shot): Buffer {
  const lines = Object.entries({
    host: new URL(origin).host,
    ...headers,
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

async function shoot({ origin, shots, visitors, seconds }: Options): Promise<Load> {
  const { hostname, port } = new URL(origin);
  const requests = shots.map((shot) => bytesOf(origin, shot));
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const times: number[] = [];
  let failed = 0;
  let next = 0;

  // A server may close a connection after an answer (nginx does, after a thousand): the visitor opens the next one.
  const visitor = () =>
    new Promise<void>((resolve, reject) => {
      let isOver = false;
      function open() {
        let received = Buffer.alloc(0);
        let requestedAt = 0;
        let isWaiting = false;
        const socket = connect(Number(port), hostname, ask).setNoDelay(true);
        function ask() {
          requestedAt = performance.now();
          isOver = requestedAt >= endsAt;
          if (isOver) return void socket.end();
          isWaiting = true;
          socket.write(requests[next++ % requests.length]!);
        }
        socket.on('data', (chunk) => {
          received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
          const end = received.indexOf('\r\n\r\n');
          if (end === -1) return;
          const head = received.toString('latin1', 0, end);
          const size = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
          if (received.length < size) return;
          received = received.subarray(size);
          times.push(performance.now() - requestedAt);
          isWaiting = false;
          if (head[9] !== '2') failed += 1;
          if (!/\r\nconnection: close/i.test(head)) ask();
        });
        socket.on('error', reject);
        socket.on('close', () => {
          if (isOver) return resolve();
          // Closed instead of an answer.
          if (isWaiting) failed += 1;
          open();
        });
      }
      open();
    });
  await Promise.all(Array.from({ length: visitors }, visitor));
  times.sort((one, other) => one - other);
  return {
    answers: times.length,
    perSecond: times.length / ((performance.now() - startedAt) / 1_000),
    failed,
    p50: times[Math.floor(times.length / 2)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Options;
  process.stdout.write(JSON.stringify(await shoot(options)));
}
