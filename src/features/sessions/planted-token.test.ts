import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join, type Member } from '../../testing/join.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp({
  env: {
    PUBLIC_ORIGIN: 'https://nagrik.example',
    AUTH_SECRET: 'a-secret-for-these-tests-only',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'no-reply@nagrik.example',
  },
});
const reader = prepared(() => join(test.services));
const attacker = prepared(() => join(test.services));

const cookieOf = ({ cookies }: Member, name: string) =>
  cookies.split('; ').find((line) => line.startsWith(`${name}=`))!;
const who = async (cookie: string) => {
  const answer = await test.app.inject({ url: '/api/user/get', headers: { cookie } });
  return answer.statusCode === 200 ? answer.json<{ data: { id: string } }>().data.id : answer.statusCode;
};

// evil.nagrik.example can set cookies for the whole domain, but none with the prefix `__Host-`.
describe('an access token that a sibling host has planted', () => {
  const token = (member: Member) => cookieOf(member, 'access_token');
  const session = (member: Member) => cookieOf(member, '__Host-nagrik.session-token');

  it('signs nobody in', async () => {
    expect(await who(token(attacker))).toBe(401);
  });

  it('does not take the place of the reader who is signed in', async () => {
    expect(await who(`${token(attacker)}; ${session(reader)}`)).toBe(reader.id);
    expect(await who(`${token(attacker)}; ${token(reader)}; ${session(reader)}`)).toBe(reader.id);
  });

  it('is not accepted by pages either', async () => {
    const { headers } = await test.app.inject({ url: '/profile', headers: { cookie: token(attacker) } });
    expect(headers.location).toMatch(/^\/login/);
  });

  it('and a token with its own session is good, as is a bearer', async () => {
    expect(await who(`${token(reader)}; ${session(reader)}`)).toBe(reader.id);
    const { statusCode } = await test.app.inject({ url: '/api/user/get', headers: reader.headers });
    expect(statusCode).toBe(200);
  });
});
