import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { tickets } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { complaintOf, mailsTo, messageOf, runInbox, sendToSupport } from '../../testing/support-calls.ts';
import { WrongUse } from '../../platform/process/command.ts';
import { csvCell } from './escape-csv.ts';

const test = openTestApp({
  env: { SUPPORT_EMAIL: 'help@nagrik.example' },
  limits: { contact: async () => {} },
});
let unique = 0;

beforeEach(() => {
  unique += 1;
});

const send = (url: string, body: object, headers?: Record<string, string>) => sendToSupport(test, url, body, headers);
const message = (more?: object) => messageOf(unique, more);
const complaint = (more?: object) => complaintOf(unique, more);
const mails = (to: string) => mailsTo(test, to);
const inbox = (...args: string[]) => runInbox(test, ...args);

describe('the inbox on the terminal', () => {
  it('lists, shows, answers by mail and closes', async () => {
    const { ticketId } = (await send('contactUs', message({ email: `p${unique}@example.in` }))).json().data;
    expect((await inbox()).text).toContain(`A question ${unique}`);
    expect((await inbox('show', String(ticketId))).text).toContain('Which papers do I need?');
    expect(await inbox('answer', String(ticketId), '--text', 'Aadhaar and a photograph.')).toMatchObject({
      status: 0,
      text: expect.stringContaining('on its way'),
    });
    expect((await mails(`p${unique}@example.in`))[0]).toMatchObject({
      subject: `[#${ticketId}] A question ${unique}`,
      text: expect.stringContaining('Aadhaar and a photograph.'),
    });
    expect((await inbox()).text).not.toContain(`A question ${unique}`);
    expect((await inbox('close', String(ticketId))).status).toBe(0);
    expect((await inbox('show', String(ticketId))).text).toMatch(/closed[\s\S]*Aadhaar and a photograph/);
  });

  it('keeps a complaint with an interim reply on its clock, until it is closed', async () => {
    const { ticketId } = (await send('grievance', complaint())).json().data;
    const answered = await inbox('answer', String(ticketId), '--text', 'We are looking into it.');
    expect(answered.text).toContain(`the decision on #${ticketId} is still due by`);
    const listed = () =>
      inbox().then(({ text }) => text.split('\n').find((line) => line.startsWith(String(ticketId))) ?? null);
    expect(await listed()).toMatch(/ answered +\d+ \w+ \d{4}/);
    await inbox('answer', String(ticketId), '--text', 'Decided.', '--close');
    expect(await listed()).toBeNull();
  });

  it('says when a complaint is overdue, and puts complaints first', async () => {
    const { ticketId } = (await send('grievance', complaint())).json().data;
    await test.db
      .update(tickets)
      .set({ decideBy: new Date(Date.now() - 1_000) })
      .where(eq(tickets.id, ticketId));
    expect((await inbox()).text.split('\n')[1]).toMatch(new RegExp(`^${ticketId} .*OVERDUE`));
  });

  it('is not steered by what people wrote', async () => {
    const { ticketId } = (
      await send('contactUs', message({ message: 'Look: \u001b[2J\u001b]0;x\u0007 and more' }))
    ).json().data;
    expect((await inbox('show', String(ticketId))).text).not.toContain('\u001b');
  });

  it('exports cells that no spreadsheet runs', async () => {
    await send(
      'contactUs',
      message({ name: '=HYPERLINK("http://evil.example","x")', message: '@SUM(1+1) "and" more,\nlines' }),
    );
    const { text } = await inbox('export');
    expect(text).toMatch(/^\ufeff"number",/);
    expect(text).toContain('"\'=HYPERLINK(""http://evil.example"",""x"")"');
    expect(text).toContain('"\'@SUM(1+1) ""and"" more,\nlines"');
    expect(['=1', '+1', '-1', '@a', '\t=1', ' =1', '\r=1'].map(csvCell)).toEqual([
      '"\'=1"',
      '"\'+1"',
      '"\'-1"',
      '"\'@a"',
      '"\'\t=1"',
      '"\' =1"',
      '"\'\r=1"',
    ]);
    expect(csvCell('plain, "text"')).toBe('"plain, ""text"""');
  });

  it('is 1 for an unknown number', async () => {
    expect(await inbox('show', '999999')).toEqual({ status: 1, text: 'There is no message number 999999.' });
  });

  it.each([
    [['shout']],
    [['show']],
    [['show', 'x']],
    [['answer', '1']],
    [['--kind', 'x']],
    [['--nonsense']],
    [['answer', '1', '--text', ' ']],
  ])('is wrong use: %j', async (args) => {
    await expect(inbox(...args)).rejects.toThrow(WrongUse);
  });
});
