import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMailServer } from './mail-server.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, none, report } from './verdict.ts';

// One client with a /48 asks for codes; with --accounts it has 1,000 accounts besides, which ask, post and
// write, and numbers that make themselves one known browser after another.
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { accounts: { type: 'boolean', default: false } },
});
const seconds = Math.min(600, Number(positionals[0] ?? 40));
const mail = await startMailServer();
const settings = {
  DATA_DIR: join(ownFolder(), 'data'),
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  MAIL_FROM: 'no-reply@nagrik.example',
  SUPPORT_EMAIL: 'owner@nagrik.example',
  LOG_LEVEL: 'info',
};
const accounts = await makeMembers(settings, options.accounts ? 1_000 : 0);
const site = await startSite(settings);
let logged = 0;
for (const stream of [site.child.stdout!, site.child.stderr!])
  stream.on('data', (chunk: Buffer) => {
    logged += chunk.length;
  });
let number = 7_100_000_000;
const aNumber = () => String((number += 1));
const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) });
const hex = (value: number) => value.toString(16);
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

/** Half of the default SMS_PER_DAY. */
const halfOfTheDay = 2_500;
const spent = { codes: 0, halfAt: null as number | null, toldAt: null as number | null };
function count(status: number): number {
  if (status === 200) spent.codes += 1;
  if (spent.codes >= halfOfTheDay) spent.halfAt ??= performance.now();
  return status;
}
const send = async (phone: string, address: string, cookie = '') =>
  count((await call(site.origin, `/api/otp/send/phone/${phone}`, { headers: from(address, cookie) })).status);
const write = async (address: string) =>
  (
    await call(site.origin, '/api/support/contactUs', {
      method: 'POST',
      headers: from(address),
      body: { name: 'Asha', email: 'asha@example.in', subject: 'Help', message: `Where is my card? ${address}` },
    })
  ).status;

/** As people do: where the site is busy (503, as on a machine without CPU to spare), they try again a little later. */
async function patiently(ask: () => Promise<number>): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const status = await ask();
    if (status !== 503 || attempt === 6) return status;
    await wait(2_000);
  }
}

// The victim's browser is known: it has signed in before.
const victim = aNumber();
await patiently(() => send(victim, '203.0.113.1'));
const lastCode = async (phone: string) => {
  const { body } = await call(site.origin, '/dev/outbox.json', { headers: { host: 'localhost' } });
  const { data = [] } = body as { data?: { to: string; code: string | null }[] };
  return data.find(({ to, code }) => to === `+91${phone}` && code !== null)?.code ?? null;
};
const verify = async (phone: string, providerToken: string, address: string, cookie = '') =>
  fetch(`${site.origin}/api/provider-token/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from(address, cookie) },
    body: JSON.stringify({ providerToken, provider: 'JB', phoneNo: phone }),
  });
const known = cookiesOf(await verify(victim, (await lastCode(victim))!, '203.0.113.1'));

const endsAt = performance.now() + seconds * 1_000;
const attack = { asked: 0, sent: 0, posted: 0, busy: 0, failed: 0 };
const note = (status: number, good: 'sent' | 'posted') => {
  attack.asked += 1;
  if (status === 200 || status === 201) attack[good] += 1;
  else if (status === 503) attack.busy += 1;
  else if (status !== 429) attack.failed += 1;
};
// Each request comes from a random /64 of the /48, for strangers' numbers and sometimes the victim's.
async function attacker(seed: number): Promise<void> {
  for (let at = 0; performance.now() < endsAt; at += 1) {
    const address = `2001:db8:bad:${hex((at * 8 + seed) % 65_536)}::1`;
    note(await send(at % 20 === 0 ? victim : aNumber(), address), 'sent');
  }
}
let turn = 0;
/** Each account in turn: codes to its own number, the longest questions, and forms to support. */
async function owner(): Promise<void> {
  while (performance.now() < endsAt) {
    const { headers } = accounts[turn++ % accounts.length]!;
    const address = `2001:db8:bad:${hex(turn % 65_536)}::1`;
    const post = async (path: string, body: object) =>
      (
        await call(site.origin, `/api${path}`, {
          method: 'POST',
          headers: { ...headers, 'x-forwarded-for': address },
          body,
        })
      ).status;
    note(count(await post('/user/confirm/send', {})), 'sent');
    const body = randomBytes(5_000).toString('hex');
    if (turn % 4 === 0)
      note(await post('/communities/question/create', { title: `Which office is it, ${turn}?`, body }), 'posted');
    if (turn % 4 === 2) note(await write(address), 'posted');
  }
}
/** Codes of each number that makes itself one known browser after another. */
const chained = new Map<string, number>();
/** Asks with the newest `known-for` cookie and enters the code without it, which makes another known browser. */
async function chain(phone: string): Promise<void> {
  let cookie = '';
  for (let at = 0; performance.now() < endsAt; at += 1) {
    const address = `2001:db8:bad:${hex((at * 509) % 65_536)}::1`;
    const response = await fetch(`${site.origin}/api/otp/send/phone/${phone}`, { headers: from(address, cookie) });
    note(count(response.status), 'sent');
    if (response.status === 200) chained.set(phone, (chained.get(phone) ?? 0) + 1);
    else if (response.status === 429) return;
    else continue;
    let code = null;
    for (let attempt = 0; code === null && attempt < 40; attempt += 1) {
      await wait(50);
      code = await lastCode(phone);
    }
    if (code === null) return;
    const signedIn = await verify(phone, code, address, cookiesOf(response));
    cookie = cookiesOf(signedIn)
      .split('; ')
      .filter((one) => one.includes('known-for'))
      .join('; ');
  }
}
async function chainer(): Promise<void> {
  while (performance.now() < endsAt) await chain(aNumber());
}
async function inside(at: number): Promise<number> {
  await wait(Math.random() * Math.max(0, seconds - 8) * 1_000);
  const address = `2001:db8:bad:${hex(at * 300)}:ace::1`;
  const page = await fetch(`${site.origin}/login`, { headers: from(address) }).catch(() => null);
  await wait(4_000);
  return patiently(() => send(aNumber(), address, page ? cookiesOf(page) : ''));
}
async function elsewhere(at: number): Promise<{ code: number; form: number }> {
  await wait(Math.random() * seconds * 1_000);
  const address = `198.51.100.${at}`;
  return { code: await patiently(() => send(aNumber(), address)), form: await patiently(() => write(address)) };
}
const watch = setInterval(() => {
  if (mail.taken.includes(settings.SUPPORT_EMAIL)) spent.toldAt ??= performance.now();
}, 200);
const [people, others, victims] = await Promise.all([
  Promise.all(Array.from({ length: 200 }, (_, at) => inside(at))),
  Promise.all(Array.from({ length: 100 }, (_, at) => elsewhere(at))),
  (async () => {
    await wait(seconds * 900);
    return patiently(() => send(victim, '2001:db8:bad:1::2', known));
  })(),
  ...(options.accounts
    ? [...Array.from({ length: 8 }, () => owner()), chainer(), chainer()]
    : Array.from({ length: 8 }, (_, seed) => attacker(seed))),
]);
for (const until = performance.now() + 60_000; spent.halfAt && !spent.toldAt && performance.now() < until;)
  await wait(200);
clearInterval(watch);
await site.end('SIGTERM');
await mail.stop();
const share = people.filter((status) => status === 200).length / people.length;
report(
  `R24: one client with a /48${options.accounts ? ` and ${accounts.length} accounts` : ''} for ${seconds} s (${attack.asked} requests, ${attack.busy} of them answered 'busy', ${attack.sent} codes sent${options.accounts ? `, ${attack.posted} posts and forms accepted` : ''})`,
  [
    { name: 'the victim on a known browser', figure: victims, goal: '200', isMet: victims === 200 },
    {
      name: 'people inside the /48 who opened the page first',
      figure: `${(share * 100).toFixed(1)}%`,
      goal: 'at least 95%',
      isMet: share >= 0.95,
    },
    none('people elsewhere without a code', others.filter(({ code }) => code !== 200).length),
    none('people elsewhere whose form was refused', others.filter(({ form }) => form !== 201).length),
    atMost('codes that the attacker had sent', attack.sent, 2_900, 'codes'),
    // Twenty as known browsers, and five an hour as anybody.
    ...(options.accounts
      ? [atMost('codes of one number that chains known browsers', Math.max(0, ...chained.values()), 25, 'codes')]
      : []),
    none('answers to the attacker otherwise than 200, 201, 429 and 503', attack.failed),
    atMost('log', logged / 1_024, 1_024, 'kB'),
    // A short run does not spend half of the daily budget, so no mail is expected.
    ...(spent.halfAt === null
      ? []
      : [
          atMost(
            'the owner is told after half of the budget',
            ((spent.toldAt ?? Infinity) - spent.halfAt) / 1_000,
            60,
            's',
          ),
        ]),
  ],
);
