import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { openLoop, percentile, type Sent } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { ownFolder, startSite, wait } from './site.ts';
import { atMost, none, report, skip } from './verdict.ts';

const title = 'R13: 2,000 clients that never finish their request';
const crowd = 2_000;
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const site = await startSite({ DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url, SEED_SAMPLES: 'on' }, { entry: 'bench/faults/serve-unlimited.ts' });
const port = Number(new URL(site.origin).port);
const next = (index: number): Sent => ({ kind: 'reading', path: index % 2 ? '/about' : '/api/tags' });
const load = async () => percentile((await openLoop(site.origin, { rate: 50, seconds: 15, next })).map(({ status, afterMs }) => (status === 200 ? afterMs : 20_000)), 0.99);

await load();
const alone = await load();
const over = new AbortController();
const ends: { afterMs: number; status: string }[] = [];

/** A byte of a header each second; comes again when it was cut off. */
function crawl(): void {
  if (over.signal.aborted) return;
  const startedAt = performance.now();
  let answer = '';
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '));
  const dripping = setInterval(() => void socket.write('a'), 1_000);
  const stop = () => socket.destroy();
  over.signal.addEventListener('abort', stop);
  socket.on('data', (chunk: Buffer) => { answer += chunk.toString('latin1'); }).on('error', () => {}).on('close', () => {
    clearInterval(dripping);
    over.signal.removeEventListener('abort', stop);
    if (!over.signal.aborted) ends.push({ afterMs: performance.now() - startedAt, status: answer.slice(9, 12) });
    crawl();
  });
}
for (let count = 0; count < crowd; count += 1) {
  crawl();
  if (count % 100 === 0) await wait(50);
}
const crowded = await load();
over.abort();
// A byte that was on its way when the server closed resets the connection, and the answer is lost with it.
const isCut = ({ status }: { status: string }) => status === '408' || status === '';
const cut = ends.filter(isCut).map(({ afterMs }) => afterMs);
report(title, [
  atMost(`99% of the others answered, of the time without the crowd (${alone.toFixed(1)} ms), in percent`, crowded / alone * 100, 200, '%'),
  { name: 'slow clients cut off with 408', figure: cut.length, goal: `at least ${crowd}`, isMet: cut.length >= crowd },
  atMost('after', percentile(cut, 0.5), 5_500, 'ms'),
  none('answered in another way', ends.length - cut.length),
]);
