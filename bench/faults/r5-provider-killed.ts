import { join } from 'node:path';
import { makeCluster } from './cluster.ts';
import { startMailServer } from './mail-server.ts';
import { call, makeMembers, ownFolder, startSite } from './site.ts';
import { exactly, none, report } from './verdict.ts';

const people = 20;
const cluster = await makeCluster();
if (!cluster) process.stdout.write('PostgreSQL is not installed: on PGlite.\n');
const mail = await startMailServer();
const settings = { DATA_DIR: join(ownFolder(), 'data'), ...(cluster ? { DATABASE_URL: cluster.url } : {}), SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'no-reply@nagrik.example' };
await makeMembers(settings, 0);
const site = await startSite(settings);
const send = (person: number) => call(site.origin, `/api/otp/send/email/person${person}@example.in`);
const sending = Array.from({ length: people * 10 }, (_, at) => send(at % people));
await mail.stop();
const answers = await Promise.all(sending);
const accepted = answers.filter(({ status }) => status === 200).length;
const page = await call(site.origin, '/');
await site.end('SIGTERM');
report('R5: the mail server is killed during 200 sends to 20 addresses', [
  none('answers other than 200 and 429', answers.filter(({ status }) => status !== 200 && status !== 429).length),
  { name: 'codes granted', figure: accepted, goal: `at most ${people}, one for each address`, isMet: accepted <= people && accepted > 0 },
  exactly('the home page meanwhile', page.status, 200),
]);
