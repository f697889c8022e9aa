import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const moderator = prepared(() => signIn(test, { role: 'moderator' }));
const origin = 'http://localhost:3000';

const get = (url: string, who?: SignedIn) => test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const post = (id: number, fields: Record<string, string>, who = moderator) =>
  test.send('POST', `/studio/complaints/${id}`, new URLSearchParams(fields), { cookie: who.cookies, origin });
async function complain(text: string, more: object = {}): Promise<number> {
  const answer = await test.send('POST', '/api/support/grievance', {
    name: 'Asha Rao',
    email: 'asha@example.in',
    category: 'WRONG',
    text,
    ...more,
  });
  return answer.json<{ data: { ticketId: number } }>().data.ticketId;
}

describe('the pages of the complaints desk', () => {
  it('are for moderators and admins; others have no such page', async () => {
    const id = await complain('Who may read this?');
    const editor = await signIn(test, { role: 'editor' });
    for (const url of ['/studio/complaints', `/studio/complaints/${id}`]) {
      expect((await get(url)).statusCode).toBe(303);
      expect((await get(url, await signIn(test))).statusCode).toBe(404);
      expect((await get(url, editor)).statusCode).toBe(404);
      const page = await get(url, moderator);
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    }
    expect((await post(id, { go: 'take' }, editor)).statusCode).toBe(404);
    expect((await get('/studio/complaints/none', moderator)).statusCode).toBe(404);
    expect((await get('/studio/complaints/999999', moderator)).statusCode).toBe(404);
    const admin = await get('/studio', await signIn(test, { role: 'admin' }));
    expect(admin.body).toContain('href="/studio/complaints"');
    expect((await get('/moderation', moderator)).body).toContain('href="/studio/complaints"');
  });

  it('the list shows nothing personal, the page of one message all of it', async () => {
    const id = await complain('<b>Wrong</b> fee.', { phoneNo: '9876543210' });
    const list = (await get('/studio/complaints', moderator)).body;
    expect(list).toContain(`href="/studio/complaints/${id}"`);
    expect(list).toContain('An article, video or story is wrong or unfair');
    expect(list).not.toMatch(/Asha|asha@|98765/);
    const one = (await get(`/studio/complaints/${id}`, moderator)).body;
    for (const words of ['Asha Rao', 'asha@example.in', '9876543210', '&lt;b&gt;Wrong&lt;/b&gt; fee.', 'Decision by'])
      expect(one).toContain(words);
    const hindi = (await get(`/hi/studio/complaints/${id}`, moderator)).body;
    for (const words of ['शिकायत', 'बीच का जवाब भेजें', 'फ़ैसला']) expect(hindi).toContain(words);
  });

  it('works without script: take it, reply, decide; what was written stays where it cannot be sent', async () => {
    const id = await complain('Please look at this.');
    const took = await post(id, { go: 'take', from: '' });
    expect([took.statusCode, took.headers.location]).toEqual([303, `/studio/complaints/${id}?done=act`]);
    const empty = await post(id, { go: 'interim', text: '  ', answersSeen: '0' });
    expect([empty.statusCode, empty.body.includes('Write the answer first.')]).toEqual([400, true]);
    expect(empty.body).toMatch(/<textarea[^>]* id="answer"[^>]* autofocus=""/);
    const interim = await post(id, { go: 'interim', text: 'We look.\r\nSoon.', answersSeen: '0' });
    expect(interim.headers.location).toBe(`/studio/complaints/${id}?done=mail`);
    const twice = await post(id, { go: 'decide', text: 'My long answer.', answersSeen: '0' });
    expect(twice.statusCode).toBe(409);
    expect(twice.body).toContain('Somebody has answered this message meanwhile.');
    expect(twice.body).toContain('>My long answer.</textarea>');
    expect((await post(id, { go: 'decide', text: 'Corrected.', answersSeen: '1' })).statusCode).toBe(303);
    const after = (await get(`/studio/complaints/${id}`, moderator)).body;
    expect(after).toContain('Corrected.');
    expect(after).not.toContain('name="text"');
  });

  it('who comes second is told who has it, and may take it over', async () => {
    const id = await complain('Two at once.');
    const second = await signIn(test, { role: 'moderator' });
    await post(id, { go: 'take', from: '' });
    const late = await post(id, { go: 'take', from: '' }, second);
    expect([late.statusCode, late.body.includes('has this message. Take it over first')]).toEqual([409, true]);
    const over = await post(id, { go: 'take', from: moderator.user.id }, second);
    expect(over.statusCode).toBe(303);
    const lost = await post(id, { go: 'decide', text: 'What I wrote.', answersSeen: '0' });
    expect([lost.statusCode, lost.body.includes('>What I wrote.</textarea>')]).toEqual([409, true]);
    expect((await post(id, { go: 'close', reason: '', answersSeen: '0' }, second)).body).toContain('Say why.');
    expect((await post(id, { go: 'close', reason: 'Spam.', answersSeen: '0' }, second)).statusCode).toBe(303);
    expect((await post(id, { go: 'burn' }, second)).statusCode).toBe(404);
  });
});
