import { connect } from 'node:net';

// Slowloris clients: each sends one byte a second of a header or, some of them, a body, and reconnects when cut off.
// Reports every ending to the parent process, until that one exits.
const [port, crowd, bodyEvery] = process.argv.slice(2).map(Number) as [number, number, number];

export type Ended = { afterMs: number; status: string };

const starts = [
  'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nname=',
];

function crawl(which: number): void {
  const startedAt = performance.now();
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(starts[which]!));
  const dripping = setInterval(() => void socket.write('a'), 1_000);
  socket
    .on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    })
    .on('error', () => {})
    .on('close', () => {
      clearInterval(dripping);
      if (process.connected)
        process.send!({ afterMs: performance.now() - startedAt, status: answer.slice(9, 12) } satisfies Ended);
      crawl(which);
    });
}

// The parent may exit while a report is being sent.
for (const end of ['disconnect', 'error']) process.once(end, () => process.exit());
for (let count = 0; count < crowd; count += 1) setTimeout(crawl, count * 2, count % bodyEvery === 0 ? 1 : 0);
