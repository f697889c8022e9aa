import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { storedQuestions } from './app-killed.ts';
import { makeCluster } from './cluster.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, exactly, none, report, skip } from './verdict.ts';

const title = 'R4: the connection is cut between COMMIT and its reply';
const rounds = 25;
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const settings = { DATA_DIR: join(ownFolder(), 'data') };
const members = await makeMembers({ ...settings, DATABASE_URL: cluster.url }, rounds);

let isArmed = false;
let cuts = 0;
const target = Number(new URL(cluster.url).port);
// A TCP proxy; once armed, it drops the server's reply to a question's COMMIT.
const proxy = createServer((near: Socket) => {
  const far = connectSocket(target, '127.0.0.1');
  let isCut = false;
  let hasQuestion = false;
  near.on('data', (chunk: Buffer) => {
    const text = chunk.toString('latin1');
    hasQuestion ||= text.includes('insert into "questions"');
    if (hasQuestion && /commit\0/i.test(text)) {
      hasQuestion = false;
      isCut = isArmed;
      cuts += isArmed ? 1 : 0;
      isArmed = false;
    }
    far.write(chunk);
  });
  far.on('data', (chunk: Buffer) => (isCut ? near.destroy() : near.write(chunk)));
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const)
    one.on('error', () => {}).on('close', () => other.destroy());
}).listen(0, '127.0.0.1');
await new Promise((resolve) => {
  proxy.once('listening', resolve);
});
const port = (proxy.address() as { port: number }).port;
const site = await startSite({ ...settings, DATABASE_URL: cluster.url.replace(String(target), String(port)) });

const titles: string[] = [];
let slowestMs = 0;
for (const [round, { headers }] of members.entries()) {
  const body = { title: `Question of round ${round}, cut at its end`, body: '' };
  const send = () =>
    call(site.origin, '/api/communities/question/create', {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `round-${round}` },
      body,
    });
  titles.push(body.title);
  isArmed = true;
  let answer = await send();
  slowestMs = Math.max(slowestMs, answer.afterMs);
  for (let attempt = 0; answer.status !== 201 && attempt < 400; attempt += 1) {
    await wait(100);
    answer = await send();
  }
}
await site.end('SIGTERM');
const stored = (await storedQuestions({ ...settings, DATABASE_URL: cluster.url })).map(({ title: one }) => one);
proxy.close();
report(title, [
  exactly('commits cut', cuts, rounds),
  none(
    'keys without exactly one row after repeating',
    titles.filter((one) => stored.filter((other) => other === one).length !== 1).length,
  ),
  atMost('slowest first answer', slowestMs, 3_000, 'ms'),
]);
