import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { cookiesOf, signIn, type SignedIn } from '../../testing/sign-in.ts';

const test = openTestApp();

const send = (
  person: SignedIn | null,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  body?: object | string,
  headers: Record<string, string> = {},
) =>
  test.send(method, `/api${url}`, body, {
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...person?.headers,
    ...headers,
  });

describe('who I am', () => {
  it('is told to the caller alone, with the hints brought up to date', async () => {
    const person = await signIn(test, { phone: '9833333333' });
    const answer = await send(person, 'GET', '/user/get');
    expect(answer.json()).toEqual({ data: { ...person.user, createdAt: expect.any(String) } });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(cookiesOf(answer.headers['set-cookie'])).toContain(`user_id=${person.user.id}`);
    expect(cookiesOf(answer.headers['set-cookie'])).toContain('isPhoneLinked=true');
    const mailer = await signIn(test, { email: 'hint@example.in' });
    expect(cookiesOf((await send(mailer, 'GET', '/user/get')).headers['set-cookie'])).toContain('isPhoneLinked=false');
  });

  it('leaves each cookie once, also where the session has renewed them in the same answer', async () => {
    const person = await signIn(test);
    const session = person.cookies
      .split('; ')
      .filter((pair) => pair.startsWith('nagrik.'))
      .join('; ');
    const names = (
      [(await send(null, 'GET', '/user/get', undefined, { cookie: session })).headers['set-cookie']].flat() as string[]
    ).map((line) => line.split('=', 1)[0]);
    expect(names.toSorted()).toEqual([
      'access_token',
      'email',
      'isPhoneLinked',
      'nagrik.session-token',
      'newUser',
      'user_id',
    ]);
  });

  it('changes in one name or both', async () => {
    const person = await signIn(test);
    expect((await send(person, 'PATCH', '/user', { firstName: '  Asha ', lastName: 'Rao' })).json().data).toMatchObject(
      { firstName: '  Asha ', lastName: 'Rao', displayName: 'Asha Rao' },
    );
    expect((await send(person, 'PATCH', '/user', { lastName: '' })).json().data).toMatchObject({
      firstName: '  Asha ',
      lastName: '',
      displayName: 'Asha',
    });
    const refused = (await send(person, 'PATCH', '/user', { lang: 'ta' })).json();
    expect(refused.details).toEqual([{ path: 'lang', message: 'must be one of: en, hi' }]);
    expect((await send(person, 'PATCH', '/user', { lang: 'hi' })).json().data).toMatchObject({ lang: 'hi' });
    expect((await send(person, 'PATCH', '/user', { firstName: 'Asha' })).json().data).toMatchObject({ lang: 'hi' });
    const undone = await send(person, 'PATCH', '/user', { lang: null });
    expect([undone.statusCode, undone.json().data]).toEqual([200, expect.objectContaining({ lang: null })]);
    expect((await send(person, 'PATCH', '/user', {})).json().data).toMatchObject({ displayName: 'Asha' });
    expect((await send(person, 'GET', '/user/get')).json().data).toMatchObject({ displayName: 'Asha' });
  });

  it.each(['role', 'roles', 'phone', 'phoneNo', 'email', 'isPhoneLinked', 'id', 'suspendedUntil', 'memberNumber'])(
    'does not change by the field %s',
    async (field) => {
      const person = await signIn(test);
      expect((await send(person, 'PATCH', '/user', { firstName: 'X', [field]: 'moderator' })).json()).toMatchObject({
        status: 400,
        code: 'unknown_field',
        details: [{ path: field }],
      });
      expect((await send(person, 'GET', '/user/get')).json().data).toMatchObject({ firstName: '', roles: [] });
    },
  );

  it.each([
    [{ firstName: 'a'.repeat(81) }],
    [{ firstName: 1 }],
    [{ lastName: null }],
    [{ lastName: '\u0000' }],
    [{ lastName: 'a\u2028b' }],
    [[]],
    ['"text"'],
    ['null'],
  ])('refuses %j', async (body) => {
    expect((await send(await signIn(test), 'PATCH', '/user', body)).statusCode).toBe(400);
  });

  it('does not change by cookie from another site', async () => {
    const person = await signIn(test);
    const answer = await send(
      null,
      'PATCH',
      '/user',
      { firstName: 'X' },
      { cookie: person.cookies, origin: 'https://evil.example' },
    );
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin']);
    expect((await send(person, 'GET', '/user/get')).json().data.firstName).toBe('');
  });
});
