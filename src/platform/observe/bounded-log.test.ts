import pino from 'pino';
import { expect, it } from 'vitest';
import { boundLog, mostLines } from './bounded-log.server.ts';
import { requestContext } from '../http/request-context.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const lines: Record<string, unknown>[] = [];
const take = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
const site = openTestApp({ log: take });

const refused = (remoteAddress: string) =>
  site.app.inject({ url: '/api/auth/csrf', remoteAddress }).then(async (answer) => {
    const { csrfToken } = answer.json<{ csrfToken: string }>();
    return site.app.inject({
      method: 'POST',
      url: '/api/auth/callback/phone',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: String([answer.headers['set-cookie']].flat()[0]).split(';')[0]!,
        origin: site.services.config.publicOrigin,
      },
      payload: new URLSearchParams({ csrfToken, phoneNo: '1', callbackUrl: 'https://evil.example/' }).toString(),
      remoteAddress,
    });
  });

it('one network cannot flood the log, and what others cause is still there', async () => {
  lines.length = 0;
  for (let count = 0; count < mostLines.ofNetwork + 15; count += 1) await refused('203.0.113.20');
  expect(lines.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(mostLines.ofNetwork);
  await refused('203.0.113.21');
  expect(lines.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(mostLines.ofNetwork + 1);
});

it('one /48 cannot use up the lines of all', async () => {
  lines.length = 0;
  for (let at = 0; at < mostLines.ofNetwork + 20; at += 1) await refused(`2001:db8:bad:${at.toString(16)}::1`);
  await refused('203.0.113.22');
  expect(lines.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(mostLines.ofNetwork + 1);
});

it('what was left out is told, jobs are never left out, and the level still counts', () => {
  lines.length = 0;
  const { log, close } = boundLog(pino({ level: 'trace' }, { write: take }));
  const caused = (network: string, work: () => void) =>
    requestContext.run({ requestId: 'x', readsReplica: false, networkOf: () => network }, work);
  for (let network = 0; network < 100; network += 1)
    caused(`n${network}`, () => {
      for (let count = 0; count < 20; count += 1) log.child({ reqId: '1' }).error({ err: 'x' }, 'page failed');
    });
  expect(lines).toHaveLength(mostLines.ofAll);
  for (let count = 0; count < 20; count += 1) log.error('a job failed');
  expect(lines).toHaveLength(mostLines.ofAll + 20);
  log.level = 'silent';
  log.error('unheard');
  log.level = 'trace';
  log.error('heard');
  close();
  expect(lines.slice(-2)).toMatchObject([{ msg: 'heard' }, { leftOut: { 'page failed': 2_000 - mostLines.ofAll } }]);
});
