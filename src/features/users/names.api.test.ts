// @runs on both databases
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { join } from '../../testing/join.ts';
import { codeFor } from '../../testing/sign-in.ts';
import { namePeople } from '../importing/stackexchange/imported-people.server.ts';
import { ensurePeople } from '../importing/store-posts.server.ts';
import { newsroomNames } from './newsroom-names.server.ts';

const test = openTestApp({ env: { ORGANIZATION_NAME: 'Jan Awaaz' } });
const patch = (headers: Record<string, string>, body: object) => test.send('PATCH', '/api/user', body, headers);
const create = (body: object) => test.send('POST', '/api/user/create', body);

describe('a name that nobody may have', () => {
  it('is refused with a sentence in the language of the caller, and changes nothing', async () => {
    const person = await join(test.services, { firstName: 'Asha', lastName: '' });
    for (const firstName of ['Jan Awaaz', 'Admin ✔', '9876543220', '९८७६५४३२२०', 'asha@example.com', 'ㅤ', '⠀']) {
      const answer = await patch(person.headers, { firstName });
      expect([answer.statusCode, answer.json().code, answer.json().details[0].path]).toEqual([
        400,
        'validation_failed',
        'firstName',
      ]);
    }
    const english = (await patch(person.headers, { lastName: 'Moderator' })).json();
    const hindi = (await patch({ ...person.headers, 'accept-language': 'hi' }, { lastName: 'Moderator' })).json();
    expect(english).toMatchObject({ message: /^This name sounds like/, details: [{ path: 'lastName' }] });
    expect(hindi.message).toMatch(/टीम/);
    expect((await test.send('GET', '/api/user/get', undefined, person.headers)).json().data.displayName).toBe('Asha');
  });

  it('is judged whole, though its halves come one by one or both at once', async () => {
    const person = await join(test.services, { firstName: 'Asha', lastName: '' });
    expect((await patch(person.headers, { firstName: '98765' })).statusCode).toBe(400);
    expect((await patch(person.headers, { firstName: 'Ravi 987' })).statusCode).toBe(200);
    expect((await patch(person.headers, { lastName: '654' })).statusCode).toBe(400);
    const other = await join(test.services, { firstName: 'Asha', lastName: 'Rao' });
    const answers = await Promise.all([
      patch(other.headers, { firstName: 'Jan' }),
      patch(other.headers, { lastName: 'Awaaz' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  it('is that of somebody of the newsroom, however it is spelled; they are told apart where they had it before', async () => {
    const name = { firstName: 'Malati', lastName: 'Ilango' };
    const [admin, namesake, writer, member] = await Promise.all([
      join(test.services, { ...name, roles: ['admin'] }),
      join(test.services, name),
      join(test.services, { firstName: 'Usha', lastName: 'Ilango', roles: ['writer'] }),
      join(test.services, { firstName: 'Meena', lastName: '' }),
    ]);
    const spellings = [name, { firstName: 'MALATI', lastName: 'ILANGO' }, { firstName: 'Ma1ati-Ilango', lastName: '' }];
    for (const person of [writer, member]) {
      for (const spelling of [...spellings, { firstName: 'Маlati', lastName: 'llango' }]) {
        const answer = await patch(person.headers, spelling);
        expect([answer.statusCode, answer.json().message], JSON.stringify(spelling)).toEqual([400, expect.any(String)]);
      }
      expect((await patch(person.headers, { lastName: 'K Ilango' })).statusCode).toBe(200);
    }
    expect((await patch(writer.headers, { ...name, lastName: 'I' })).statusCode).toBe(200);
    expect((await create({ ...name, phoneNo: '9811112233' })).json().message).toMatch(/works for this site/);
    expect((await patch(admin.headers, { firstName: 'Malati' })).statusCode).toBe(200);
    // Who became a colleague with that name.
    await test.db
      .update(users)
      .set({ roles: ['moderator'] })
      .where(eq(users.id, namesake.id));
    const numbers = await test.db.select().from(users);
    const shown = (id: string) => `Malati Ilango (${numbers.find((row) => row.id === id)!.memberNumber})`;
    const both = await newsroomNames(test.db, [admin.id, namesake.id, writer.id]);
    expect([...both.values()].toSorted()).toEqual(['Malati I', shown(admin.id), shown(namesake.id)].toSorted());
  });

  it('is not taken by two of the newsroom at once', async () => {
    const people = await Promise.all(
      [1, 2, 3].map((n) => join(test.services, { firstName: `X${'abc'[n - 1]}`, role: 'writer' })),
    );
    const answers = await Promise.all(
      people.map(({ headers }) => patch(headers, { firstName: 'Sarita', lastName: 'Bose' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
  });

  it('makes no account, flat or inside userData', async () => {
    const fields = { firstName: 'Site', lastName: 'Admin', phoneNo: '9811112222' };
    for (const body of [fields, { userData: fields }]) {
      const answer = await create(body);
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'lastName']);
    }
    expect(await codeFor(test, '+919811112222').catch(() => null)).toBe(null);
  });

  it('stands as Member and a number where it was stored before', async () => {
    const person = await join(test.services, { firstName: 'Call 98765', lastName: '43210' });
    const { memberNumber } = (await test.db.select().from(users).where(eq(users.id, person.id)))[0]!;
    const made = await test.send(
      'POST',
      '/api/communities/question/create',
      { title: 'How do I correct my date of birth?' },
      person.headers,
    );
    expect(made.json().data.createdBy.displayName).toBe(`Member ${memberNumber}`);
  });

  it('is not even kept by an import', async () => {
    await ensurePeople(
      test.db,
      [7, 8].map((number) => ({
        author: { id: `00000000-0000-7000-8000-00000000000${number}`, memberNumber: 1_000 + number },
        createdAt: new Date(),
      })),
    );
    expect(
      await namePeople(test.db, 'x.example', [
        { Id: '7', DisplayName: '9876543210' },
        { Id: '8', DisplayName: 'Moderator' },
      ]),
    ).toBe(0);
  });
});

it('signs up with the fields inside userData', async () => {
  const inside = { userData: { firstName: 'Meena', lastName: 'Iyer', phoneNo: '9811113333' } };
  expect((await create(inside)).statusCode).toBe(201);
  const code = await codeFor(test, '+919811113333');
  const entered = await test.send('POST', '/api/provider-token/verify', {
    providerToken: code,
    provider: 'JB',
    phoneNo: '9811113333',
  });
  expect(entered.json().data.user).toMatchObject({ firstName: 'Meena', displayName: 'Meena Iyer' });
  for (const body of [
    { userData: 1 },
    { userData: null },
    { userData: { ...inside.userData, more: 1 } },
    { ...inside, more: 1 },
  ])
    expect((await create(body)).statusCode).toBe(400);
});

it('takes a title for what readers see of it', async () => {
  const person = await join(test.services);
  const ask = (title: string) => test.send('POST', '/api/communities/question/create', { title }, person.headers);
  expect((await ask('⠀'.repeat(12))).statusCode).toBe(400);
  expect((await ask(`Is this Z${'\u0301'.repeat(40)} a scam?`)).json().details).toEqual([
    { path: 'title', message: 'Has too many accents on one letter.' },
  ]);
  const piled = { title: 'Is this message a scam?', body: `Z${'\u0301'.repeat(300)}` };
  const answer = await test.send('POST', '/api/communities/question/create', piled, person.headers);
  expect(answer.json().details).toEqual([{ path: 'body', message: 'Has too many accents on one letter.' }]);
  expect((await ask('Official \u202egpj.exe\u202c refund form')).json().data.title).toBe(
    'Official gpj.exe refund form',
  );
  expect((await ask('शिकायत कहाँ करूँ? र्कीं')).statusCode).toBe(201);
  const letter = await test.send('POST', '/api/letters/rti', { lang: 'en', answers: { name: '⠀' } });
  expect(letter.json().details).toContainEqual(expect.objectContaining({ path: 'answers.name' }));
});
