import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import { complaintOf, messageOf, runInbox, sendToSupport } from '../../testing/support-calls.ts';

const test = openTestApp({ content: 'demo' });
let unique = 0;

const get = (url: string, who?: SignedIn) => test.app.inject({ url, headers: who ? { cookie: who.cookies } : {} });
const mine = async (who: SignedIn, prefix = '') => {
  const { body } = await get(`${prefix}/profile/complaints`, who);
  return body.slice(body.indexOf('<main'), body.indexOf('</main>')).replaceAll('<!-- -->', '');
};
async function complain(more: object, who?: SignedIn): Promise<number> {
  const answer = await sendToSupport(test, 'grievance', complaintOf((unique += 1), more), who?.headers);
  return answer.json<{ data: { ticketId: number } }>().data.ticketId;
}

describe('the page of one’s own complaints', () => {
  it('asks to sign in, is nobody else’s, and is linked from the account and from the receipt', async () => {
    expect((await get('/profile/complaints')).statusCode).toBe(303);
    const asha = await signIn(test);
    const id = await complain({ email: undefined, phoneNo: '9811122233', text: 'Only mine.' }, asha);
    const page = await get('/profile/complaints', asha);
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(await mine(asha)).toContain(`Complaint ${id}`);
    expect(await mine(await signIn(test))).not.toContain('Only mine.');
    expect((await get('/profile', asha)).body).toContain('href="/profile/complaints"');
    const receipt = await test.send(
      'POST',
      '/grievance',
      new URLSearchParams({ ...complaintOf((unique += 1)), entityAddress: '', phoneNo: '' }),
      { origin: 'http://localhost:3000' },
    );
    expect(receipt.body).toContain('href="/profile/complaints"');
  });

  it('shows what was sent signed out once its number is proven, and no other one’s', async () => {
    const id = await complain({ email: undefined, phoneNo: '9822233344', text: '<b>Wrong</b>\nfee.' });
    const other = await complain({ email: undefined, phoneNo: '9822233355' });
    const page = await mine(await signIn(test, { phone: '9822233344' }));
    expect(page).toContain(`Complaint ${id}`);
    expect(page).toContain('&lt;b&gt;Wrong&lt;/b&gt;\nfee.');
    expect(page).not.toContain(`Complaint ${other}`);
  });

  it('says how far each is: the clocks, an interim reply, the decision, an answer', async () => {
    const ravi = await signIn(test, { email: 'ravi@example.in' });
    const id = await complain({ email: 'ravi@example.in' });
    await sendToSupport(test, 'contactUs', messageOf((unique += 1), { email: 'ravi@example.in' }));
    expect(await mine(ravi)).toMatch(/With us, not answered yet.*Decision<\/dt><dd>by \d+ \w+ \d+, .* at the latest/s);
    await test.db.execute(
      sql`update tickets set created_at = now() - interval '8 days', decide_by = now() - interval '1 hour' where id = ${id}`,
    );
    expect(await mine(ravi)).toContain('We are late.');
    await runInbox(test, 'answer', String(id), '--text', 'We are asking the office.');
    const interim = await mine(ravi);
    expect(interim).toContain('the decision is still to come');
    expect(interim).toContain('We are asking the office.');
    await runInbox(test, 'answer', String(id), '--text', 'The fee is corrected.', '--close');
    const decided = await mine(ravi);
    expect(decided).toMatch(/<dd>Decided<\/dd>/);
    expect(decided).not.toContain('We are late.');
    expect(await mine(ravi, '/hi')).toContain('फ़ैसला हो गया');
  });

  it('does not tell why one was closed without an answer', async () => {
    const id = await complain({ email: undefined, phoneNo: '9833344455' });
    await test.db.execute(
      sql`update tickets set status = 'closed', closed_at = now(), close_reason = 'Written to annoy.' where id = ${id}`,
    );
    const page = await mine(await signIn(test, { phone: '9833344455' }));
    expect(page).toContain('Closed without an answer');
    expect(page).not.toContain('Written to annoy.');
  });

  it('has no page past its end', async () => {
    const who = await signIn(test);
    expect(await mine(who)).toContain('You have not written to us yet');
    expect((await get('/profile/complaints?page=2', who)).statusCode).toBe(404);
    expect((await get('/profile/complaints?page=x', who)).statusCode).toBe(404);
  });
});
