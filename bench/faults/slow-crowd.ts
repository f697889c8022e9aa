import { connect } from 'node:net';

// Clients that never finish their request: a byte of a header each second, and again when they were cut off. Tells its parent how each of them ended, until that stops it.
const [port, crowd] = process.argv.slice(2).map(Number) as [number, number];

export type Ended = { afterMs: number; status: string };

function crawl(): void {
  const startedAt = performance.now();
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '));
  const dripping = setInterval(() => void socket.write('a'), 1_000);
  socket.on('data', (chunk: Buffer) => { answer += chunk.toString('latin1'); }).on('error', () => {}).on('close', () => {
    clearInterval(dripping);
    process.send!({ afterMs: performance.now() - startedAt, status: answer.slice(9, 12) } satisfies Ended);
    crawl();
  });
}

process.once('disconnect', () => process.exit());
for (let count = 0; count < crowd; count += 1) setTimeout(crawl, count * 2);
