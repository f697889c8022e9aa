import { join } from 'node:path';
import { startMailServer } from './mail-server.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, none, report } from './verdict.ts';

const seconds = Math.min(600, Number(process.argv[2] ?? 40));
const mail = await startMailServer();
const settings = {
  DATA_DIR: join(ownFolder(), 'data'),
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  MAIL_FROM: 'no-reply@nagrik.example',
  SUPPORT_EMAIL: 'owner@nagrik.example',
};
await makeMembers(settings, 0);
const site = await startSite(settings);
let number = 7_100_000_000;
const aNumber = () => String((number += 1));
const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) });
const send = (phone: string, address: string, cookie = '') =>
  call(site.origin, `/api/otp/send/phone/${phone}`, { headers: from(address, cookie) });
const hex = (value: number) => value.toString(16);
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

// The victim's browser is known: it has signed in before.
const victim = aNumber();
await send(victim, '203.0.113.1');
const outbox = (await call(site.origin, '/dev/outbox.json', { headers: { host: 'localhost' } })).body as {
  data: { code: string }[];
};
const signedIn = await fetch(`${site.origin}/api/provider-token/verify`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', ...from('203.0.113.1') },
  body: JSON.stringify({ providerToken: outbox.data[0]!.code, provider: 'JB', phoneNo: victim }),
});
const known = cookiesOf(signedIn);

const endsAt = performance.now() + seconds * 1_000;
const attack = { asked: 0, sent: 0, failed: 0 };
// Each request comes from a random /64 of the /48, for strangers' numbers and sometimes the victim's.
async function attacker(seed: number): Promise<void> {
  for (let at = 0; performance.now() < endsAt; at += 1) {
    const address = `2001:db8:bad:${hex((at * 8 + seed) % 65_536)}::1`;
    const { status } = await send(at % 20 === 0 ? victim : aNumber(), address);
    attack.asked += 1;
    if (status === 200) attack.sent += 1;
    if (status !== 200 && status !== 429) attack.failed += 1;
  }
}
async function inside(at: number): Promise<number> {
  await wait(Math.random() * Math.max(0, seconds - 8) * 1_000);
  const address = `2001:db8:bad:${hex(at * 300)}:ace::1`;
  const page = await fetch(`${site.origin}/login`, { headers: from(address) }).catch(() => null);
  await wait(4_000);
  return (await send(aNumber(), address, page ? cookiesOf(page) : '')).status;
}
async function elsewhere(at: number): Promise<number> {
  await wait(Math.random() * seconds * 1_000);
  return (await send(aNumber(), `198.51.100.${at}`)).status;
}
const [people, others, victims] = await Promise.all([
  Promise.all(Array.from({ length: 200 }, (_, at) => inside(at))),
  Promise.all(Array.from({ length: 100 }, (_, at) => elsewhere(at))),
  (async () => {
    await wait(seconds * 900);
    return (await send(victim, '2001:db8:bad:1::2', known)).status;
  })(),
  ...Array.from({ length: 8 }, (_, seed) => attacker(seed)),
]);
await wait(2_000);
await site.end('SIGTERM');
await mail.stop();
const share = people.filter((status) => status === 200).length / people.length;
report(
  `R24: one client with a /48 asks for codes for ${seconds} s (${attack.asked} asked, ${attack.sent} of them sent); codes only, no accounts`,
  [
    { name: 'the victim on a known browser', figure: victims, goal: '200', isMet: victims === 200 },
    {
      name: 'people inside the /48 who opened the page first',
      figure: `${(share * 100).toFixed(1)}%`,
      goal: 'at least 95%',
      isMet: share >= 0.95,
    },
    none('people elsewhere without a code', others.filter((status) => status !== 200).length),
    atMost('codes that the attacker had sent', attack.sent, 2_900, 'codes'),
    none('answers to the attacker otherwise than 200 and 429', attack.failed),
    // A short run does not spend half of the daily budget, so no alert is expected.
    ...(attack.sent < 2_500
      ? []
      : [atMost('mails to the owner missing', mail.taken.includes(settings.SUPPORT_EMAIL) ? 0 : 1, 0, 'mails')]),
  ],
);
