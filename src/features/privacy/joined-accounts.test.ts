import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { codeFor, signIn } from '../../testing/sign-in.ts';

let test: TestApp;
const heard: string[] = [];
beforeAll(async () => {
  test = await buildTestApp();
  await test.services.connection.listen(
    'pages_changed',
    (payload) => void heard.push(payload),
    () => {},
  );
});
afterAll(() => test.close());

it('what was written with the other account is shown with the one that stays, and its mails leave at once', async () => {
  const [mobile, email] = ['9612300001', 'asha@example.in'];
  const post = async (who: { headers: Record<string, string> }, url: string, payload: object) =>
    (await test.app.inject({ method: 'POST', url: `/api${url}`, headers: who.headers, payload })).json();
  const other = await signIn(test, { phone: mobile });
  const { id } = (await post(other, '/communities/question/create', { title: 'Who gets a ration card?' })).data;
  const person = await signIn(test, { email });
  await post(person, '/user/phone/otp/send', { mobile });
  await post(person, '/user/phone/otp/verify', { mobile, otp: await codeFor(test, `+91${mobile}`) });
  heard.length = 0;
  const kick = vi.spyOn(test.services.outbox, 'kick');
  expect((await post(person, '/user/merge', { mobile })).data).toMatchObject({ id: person.user.id, email });

  const question = (await test.app.inject(`/api/communities/question/get/${id}`)).json();
  expect(question.data.createdBy.id).toBe(person.user.id);
  await expect
    .poll(() => heard.flatMap((payload) => payload.split(' ')))
    .toEqual(expect.arrayContaining([`user:${person.user.id}`, `user:${other.user.id}`, `question:${id}`]));
  expect(kick).toHaveBeenCalledOnce();
});
