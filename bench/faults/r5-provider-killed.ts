import { join } from 'node:path';
import { openMediaStore } from '../../src/platform/media/media-store.server.ts';
import { readConfig } from '../../src/platform/config.server.ts';
import { startS3Server } from '../../src/testing/s3-server.ts';
import { makeCluster } from './cluster.ts';
import { startMailServer } from './mail-server.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, exactly, none, report } from './verdict.ts';

const people = 20;
const cluster = await makeCluster();
if (!cluster) process.stdout.write('PostgreSQL is not installed: on PGlite.\n');
const mail = await startMailServer();
const s3 = await startS3Server();
const settings = {
  DATA_DIR: join(ownFolder(), 'data'),
  ...(cluster ? { DATABASE_URL: cluster.url } : {}),
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  MAIL_FROM: 'no-reply@nagrik.example',
  ...s3.env,
};
await makeMembers(settings, 0);
const store = await openMediaStore(readConfig(settings));
for (const path of ['seen.webp', ...Array.from({ length: 50 }, (_, at) => `unseen-${at}.webp`)])
  await store.put(path, Buffer.from(path));
const site = await startSite(settings);

const send = (person: number) => call(site.origin, `/api/otp/send/email/person${person}@example.in`);
const sending = Array.from({ length: people * 10 }, (_, at) => send(at % people));
await mail.stop();
const answers = await Promise.all(sending);
const accepted = answers.filter(({ status }) => status === 200).length;
const page = await call(site.origin, '/');

const media = (name: string) => call(site.origin, `/media/${name}`);
const before = await media('seen.webp');
const hurt = async (path: string) => ({
  unseen: await Promise.all(Array.from({ length: 25 }, (_, at) => media(`unseen-${at}.webp`))),
  seen: await media('seen.webp'),
  home: await call(site.origin, path),
  ready: await call(site.origin, '/readyz'),
});
s3.trouble(() => 'hangs');
const hung = await hurt('/?hung');
await s3.kill();
const killed = await hurt('/?killed');
s3.trouble(() => null);
await s3.start();
let back = await media('unseen-40.webp');
const backAt = performance.now();
while (back.status !== 200 && performance.now() - backAt < 10_000) {
  await wait(100);
  back = await media('unseen-40.webp');
}
await site.end('SIGTERM');
await s3.kill();
const unseen = [...hung.unseen, ...killed.unseen];
report(
  'R5: the mail server is killed during 200 sends to 20 addresses; then the store of media hangs, is killed and comes back',
  [
    none(
      'sends answered otherwise than 200 and 429',
      answers.filter(({ status }) => status !== 200 && status !== 429).length,
    ),
    {
      name: 'codes granted',
      figure: accepted,
      goal: `at most ${people}, one for each address`,
      isMet: accepted <= people && accepted > 0,
    },
    exactly('the home page without the mail server', page.status, 200),
    exactly('a picture before the store hangs', before.status, 200),
    none(
      'unseen pictures answered otherwise than 503 without the store',
      unseen.filter(({ status }) => status !== 503).length,
    ),
    atMost('the slowest of these answers', Math.max(...unseen.map(({ afterMs }) => afterMs)), 3_000, 'ms'),
    none(
      'seen pictures, home pages and readiness answered otherwise than 200',
      [hung, killed].flatMap(({ seen, home, ready }) => [seen, home, ready]).filter(({ status }) => status !== 200)
        .length,
    ),
    exactly('a picture once it is back', back.status, 200),
  ],
);
