// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { studioActs, tickets, users } from '../../../database/schema.ts';
import { commands } from '../../../commands/commands.server.ts';
import { commandContext } from '../../../testing/command-context.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { type Colleague, colleague, dataOf } from '../../../testing/studio.ts';
import { withoutIdentifiers } from './read-complaints.server.ts';
import { prepared } from '../../../testing/prepared.ts';

type Clock = { name: string; mark: string; doneAt: string | null };
type Line = { id: number; status: string; isOpen: boolean; category: string; clocks: Clock[]; takenBy: object | null };
type Whole = Line & {
  email: string | null;
  answers: { text: string; isInterim: boolean; byName: string }[];
  acts: { act: string }[];
  closeReason: string | null;
};

const test = openTestApp();
const moderator = prepared(() => colleague(test, 'moderator'));
const other = prepared(() => colleague(test, 'moderator'));
const admin = prepared(() => colleague(test, 'admin'));
let unique = 0;

async function complain(more: object = {}): Promise<number> {
  unique += 1;
  const answer = await test.send('POST', '/api/support/grievance', {
    name: 'Latika Rao',
    email: `latika${unique}@example.in`,
    category: 'WRONG',
    text: `The fee is wrong ${unique}.`,
    ...more,
  });
  return dataOf<{ ticketId: number }>(answer).ticketId;
}
const one = async (id: number, who = moderator) => dataOf<Whole>(await who.get(`/complaints/${id}`));
const list = async (query = '') =>
  (await moderator.get(`/complaints?pageSize=50${query}`)).json<{ data: Line[] }>().data;
const mailsTo = async (id: number) => {
  const { email } = await one(id);
  return (await test.services.outbox.listForDevelopment()).filter(({ to }) => to === email);
};
const olderBy = (id: number, hours: number) =>
  test.db.execute(sql`update tickets set created_at = created_at - make_interval(hours => ${hours}),
    acknowledged_at = acknowledged_at - make_interval(hours => ${hours}), acknowledge_by = acknowledge_by - make_interval(hours => ${hours}), decide_by = decide_by - make_interval(hours => ${hours})
    where id = ${id}`);

describe('who may', () => {
  it('moderators and admins; signed out 401, without a role 404, with another role 403', async () => {
    const id = await complain();
    const reader = await colleague(test);
    const editor = await colleague(test, 'editor', 'checker', 'writer');
    const calls: ['GET' | 'POST', string, object?][] = [
      ['GET', '/complaints'],
      ['GET', `/complaints/${id}`],
      ['POST', `/complaints/${id}/take`, {}],
      ['POST', `/complaints/${id}/release`, {}],
      ['POST', `/complaints/${id}/acknowledge`, {}],
      ['POST', `/complaints/${id}/answers`, { text: 'No.', isInterim: false, answersSeen: 0 }],
      ['POST', `/complaints/${id}/close`, { reason: 'Spam.', answersSeen: 0 }],
    ];
    for (const [method, path, body] of calls) {
      const as = (who: Colleague) => (method === 'GET' ? who.get(path) : who.post(path, body));
      const nobody = await test.send(method, `/api/studio${path}`);
      expect([nobody.statusCode, (await as(reader)).statusCode, (await as(editor)).statusCode]).toEqual([
        401, 404, 403,
      ]);
    }
    expect((await one(id)).status).toBe('open');
    expect((await admin.get('/complaints')).statusCode).toBe(200);
  });

  it('whose role ends meanwhile does nothing any more', async () => {
    const id = await complain();
    const leaving = await colleague(test, 'moderator');
    dataOf(await leaving.post(`/complaints/${id}/take`, {}));
    await test.db.update(users).set({ roles: [] }).where(eq(users.id, leaving.id));
    expect((await leaving.post(`/complaints/${id}/close`, { reason: 'Mine', answersSeen: 0 })).statusCode).toBe(404);
    expect((await one(id)).takenBy).toMatchObject({ id: leaving.id });
  });
});

describe('the list', () => {
  it('has the clocks with their marks, the next one due first, and nothing personal', async () => {
    const week = await complain({ phoneNo: '9876543210' });
    const urgent = await complain({ category: 'INTIMATE' });
    const phone = await complain({ email: undefined, phoneNo: '9876543211' });
    await olderBy(week, 100);
    await olderBy(urgent, 3);
    await olderBy(phone, 20);
    const answer = await moderator.get('/complaints?pageSize=50&kind=grievance');
    const { data } = answer.json<{ data: Line[] }>();
    const found = [urgent, phone, week].map((id) => data.findIndex((line) => line.id === id));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    const marks = (id: number) =>
      data.find((line) => line.id === id)!.clocks.map(({ name, mark }) => `${name} ${mark}`);
    expect(marks(urgent)).toEqual(['acknowledge met', 'decide overdue']);
    expect(marks(phone)).toEqual(['acknowledge four_fifths', 'decide early']);
    expect(marks(week)).toEqual(['acknowledge met', 'decide half']);
    expect(answer.body).not.toMatch(/Latika|@example|98765/);
  });

  it('is filtered by state and kind', async () => {
    const id = await complain();
    dataOf(await moderator.post(`/complaints/${id}/close`, { reason: 'Sent twice.', answersSeen: 0 }));
    expect((await list()).some((line) => line.id === id)).toBe(false);
    expect((await list('&state=closed')).some((line) => line.id === id)).toBe(true);
    expect((await list('&state=all&kind=contact')).some((line) => line.id === id)).toBe(false);
    expect((await moderator.get('/complaints?state=lost')).statusCode).toBe(400);
    expect((await moderator.get('/complaints?colour=red')).statusCode).toBe(400);
  });

  it('shows no number or address that somebody wrote into a subject', () => {
    expect(withoutIdentifiers('Call 98765 43210 or asha@example.in, PM-KISAN 2026')).toBe(
      'Call ••• or ••• PM-KISAN 2026',
    );
    expect(withoutIdentifiers('मेरा नंबर ९८७६५४३२१०')).toBe('मेरा नंबर •••');
  });
});

describe('one message', () => {
  it('is acknowledged by the mail of its receipt, or by a call where there is no address', async () => {
    const [mailed] = (await one(await complain())).clocks;
    expect(mailed).toMatchObject({ name: 'acknowledge', mark: 'met' });
    const id = await complain({ email: undefined, phoneNo: '9876543210' });
    expect((await one(id)).clocks[0]!.doneAt).toBeNull();
    dataOf(await moderator.post(`/complaints/${id}/acknowledge`, {}));
    const after = await one(id);
    expect([after.clocks[0]!.mark, after.acts.map(({ act }) => act)]).toEqual(['met', ['acknowledge_complaint']]);
  });

  it('gets an interim reply, which keeps the clock running, and then the decision, which stops it', async () => {
    const id = await complain();
    const interim = await moderator.post(`/complaints/${id}/answers`, {
      text: 'We asked the ministry.',
      isInterim: true,
      answersSeen: 0,
    });
    expect([interim.statusCode, dataOf(interim)]).toEqual([
      201,
      { id, status: 'answered', takenBy: moderator.id, answers: 1, isMailed: true },
    ]);
    const between = await one(id);
    expect([between.isOpen, between.clocks[1]!.doneAt]).toEqual([true, null]);
    const decision = { text: 'You are right. It is corrected.', isInterim: false, answersSeen: 1 };
    expect(dataOf(await moderator.post(`/complaints/${id}/answers`, decision))).toMatchObject({ status: 'closed' });
    const after = await one(id);
    expect(after.answers.map(({ isInterim }) => isInterim)).toEqual([true, false]);
    expect([after.isOpen, after.clocks.map(({ mark }) => mark)]).toEqual([false, ['met', 'met']]);
    expect(after.acts.map(({ act }) => act)).toEqual(['reply_to_complaint', 'decide_complaint']);
    const [last, first] = await mailsTo(id);
    expect(first!.text).toContain('This is not the decision yet. You get it by');
    expect(last!.text).toContain('You are right.');
    expect(last!.text).not.toContain('not the decision yet');
    expect((await moderator.post(`/complaints/${id}/answers`, { ...decision, answersSeen: 2 })).statusCode).toBe(409);
  });

  it('is answered in the language of the answer', async () => {
    const id = await complain();
    const text = 'आपकी शिकायत सही है। हमने लेख ठीक कर दिया।';
    dataOf(await moderator.post(`/complaints/${id}/answers`, { text, isInterim: true, answersSeen: 0 }));
    const [mail] = await mailsTo(id);
    expect(mail!.text).toContain('नमस्ते Latika Rao,');
    expect(mail!.text).toContain('यह अभी फ़ैसला नहीं है।');
  });

  it('is answered by who has it; others take it over first, from whom they saw', async () => {
    const id = await complain();
    expect(dataOf(await moderator.post(`/complaints/${id}/take`, {}))).toMatchObject({ takenBy: moderator.id });
    const late = await other.post(`/complaints/${id}/take`, {});
    expect([late.statusCode, late.json().current]).toEqual([409, { status: 'open', takenBy: moderator.id }]);
    const answer = { text: 'From me.', isInterim: false, answersSeen: 0 };
    expect((await other.post(`/complaints/${id}/answers`, answer)).statusCode).toBe(409);
    expect((await other.post(`/complaints/${id}/release`, {})).statusCode).toBe(409);
    expect((await other.post(`/complaints/${id}/close`, { reason: 'No', answersSeen: 0 })).statusCode).toBe(409);
    dataOf(await other.post(`/complaints/${id}/take`, { from: moderator.id }));
    expect((await moderator.post(`/complaints/${id}/answers`, answer)).statusCode).toBe(409);
    dataOf(await other.post(`/complaints/${id}/release`, {}));
    dataOf(await moderator.post(`/complaints/${id}/answers`, answer));
    expect((await mailsTo(id)).filter(({ text }) => text.includes('From me.'))).toHaveLength(1);
  });

  it('closed with a reason: the reason stays with it, the log has no word of it', async () => {
    const id = await complain();
    dataOf(await moderator.post(`/complaints/${id}/close`, { reason: 'Asha wrote twice.', answersSeen: 0 }));
    expect(await one(id)).toMatchObject({ status: 'closed', closeReason: 'Asha wrote twice.' });
    const [row] = await test.db.select().from(tickets).where(eq(tickets.id, id));
    expect(row!.expiresAt!.getTime()).toBeGreaterThan(Date.now() + 179 * 86_400_000);
    const acts = await test.db.select().from(studioActs).where(eq(studioActs.pieceId, id));
    expect(acts.map(({ kind, act, actor, note }) => ({ kind, act, actor, note }))).toContainEqual({
      kind: 'complaints',
      act: 'close_complaint',
      actor: moderator.id,
      note: null,
    });
  });

  it.each([
    ['no text', 'answers', { text: ' ', isInterim: true, answersSeen: 0 }],
    ['a text too long', 'answers', { text: 'x'.repeat(20_001), isInterim: true, answersSeen: 0 }],
    ['a NUL', 'answers', { text: 'No\u0000', isInterim: true, answersSeen: 0 }],
    ['nothing that was seen', 'answers', { text: 'Yes.', isInterim: true }],
    ['an unknown field', 'answers', { text: 'Yes.', isInterim: true, answersSeen: 0, to: 'all@example.in' }],
    ['no reason', 'close', { reason: '', answersSeen: 0 }],
    ['nobody', 'take', { from: 'somebody' }],
  ])('%s is a 400', async (_what, path, body) => {
    const id = await complain();
    expect((await moderator.post(`/complaints/${id}/${path}`, body)).statusCode).toBe(400);
    expect((await one(id)).answers).toEqual([]);
  });

  it('that does not exist is a 404 of its own', async () => {
    const none = await moderator.get('/complaints/999999');
    expect([none.statusCode, none.json().code]).toEqual([404, 'complaint_not_found']);
    expect((await moderator.post('/complaints/999999/take', {})).statusCode).toBe(404);
    expect((await moderator.get('/complaints/abc')).statusCode).toBe(400);
  });

  it('that somebody has is not answered from the terminal unasked', async () => {
    const id = await complain();
    dataOf(await moderator.post(`/complaints/${id}/take`, {}));
    const run = (...args: string[]) => commands.inbox!.run(args, commandContext(test.services));
    await expect(run('answer', String(id), '--text', 'Hello')).rejects.toThrow('--anyway');
    expect(await run('answer', String(id), '--text', 'Hello', '--anyway')).toBe(0);
    expect((await one(id)).answers).toMatchObject([{ text: 'Hello', isInterim: true, byName: 'system' }]);
  });
});
