import { isOfficialSource } from '../../platform/text/official-sites.ts';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { type ProcedureId, procedureIds, type WrittenLetter } from './letters.contract.ts';
import { procedures } from './procedures.ts';
import type { Given } from './read-answers.ts';
import { letterAnswers as sampleAnswers } from '../../testing/letter-answers.ts';

const test = openTestApp({ clock: () => now, log: (line) => void lines.push(line) });
let now = new Date('2026-11-22T06:00:00Z');
const lines: string[] = [];

async function write(procedure: string, answers: unknown, lang: unknown = 'en') {
  const answer = await test.send('POST', `/api/letters/${procedure}`, { lang, answers } as object);
  const body = answer.json<{ data: WrittenLetter; code: string; details: { path: string; message: string }[] }>();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    data: body.data,
    code: body.code,
    details: body.details,
  };
}
const samples = Object.entries(sampleAnswers) as [ProcedureId, Given][];

describe('POST /api/letters/{procedure}', () => {
  it.each(samples)(
    '%s: a letter in English and in Hindi, with office, fee, papers and sources',
    async (id, answers) => {
      for (const lang of ['en', 'hi'] as const) {
        const { status, headers, data } = await write(id, answers, lang);
        expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
        expect(data.letter).toContain('Asha Rao');
        expect(data.letter).toContain(lang === 'en' ? 'Date: 22 November 2026' : 'दिनांक: 22 नवंबर 2026');
        expect(data.letter).not.toMatch(/undefined|null|NaN|\[object/);
        expect(data.office.length).toBeGreaterThan(5);
        expect(data.enclosures.length).toBeGreaterThan(0);
        expect(data.fee.note).not.toBe('');
        expect(data.notes.join(' ')).toContain('15100');
        expect(data.sources.length).toBeGreaterThan(1);
        for (const { url, readOn, official } of data.sources) {
          expect([url, official]).toEqual([url, isOfficialSource(url)]);
          expect(new URL(url).protocol).toMatch(/^https?:$/);
          expect(readOn === null || readOn.startsWith('2026-')).toBe(true);
        }
      }
      const [english, hindi] = [await write(id, answers, 'en'), await write(id, answers, 'hi')];
      expect(hindi.data).toMatchObject({ dueOn: english.data.dueOn, next: english.data.next });
      const letters = hindi.data.letter.match(/\p{L}/gu) ?? [];
      expect(letters.filter((one) => /\p{Script=Devanagari}/u.test(one)).length / letters.length).toBeGreaterThan(0.5);
    },
  );

  it.each<[ProcedureId, Given, string | null, WrittenLetter['next']]>([
    ['rti', {}, '2026-12-22', { procedure: 'rti-first-appeal', from: '2026-12-23' }],
    ['rti', { through: 'assistant' }, '2026-12-28', { procedure: 'rti-first-appeal', from: '2026-12-29' }],
    ['rti', { lifeOrLiberty: true }, '2026-11-24', { procedure: 'rti-first-appeal', from: '2026-11-25' }],
    ['rti', { receivedOn: '2026-11-25' }, '2026-12-26', { procedure: 'rti-first-appeal', from: '2026-12-27' }],
    [
      'rti',
      { receivedOn: '2026-11-25', government: 'state' },
      '2026-12-25',
      { procedure: 'rti-first-appeal', from: '2026-12-26' },
    ],
    ['rti-first-appeal', {}, '2026-12-22', { procedure: 'rti-second-appeal', from: '2027-01-07' }],
    ['rti-second-appeal', {}, null, null],
    ['police-complaint-refused', {}, null, null],
    ['bank', {}, '2026-12-22', { procedure: 'bank', from: '2026-12-23' }],
    ['insurance', {}, '2026-12-07', { procedure: 'insurance', from: '2026-12-23' }],
    ['electricity', {}, '2027-01-06', { procedure: 'electricity', from: '2027-01-07' }],
    ['consumer', {}, '2026-12-22', { procedure: 'consumer', from: '2026-12-23' }],
    ['consumer', { boughtOnline: false }, '2026-12-07', { procedure: 'consumer', from: '2026-12-08' }],
    ['consumer', { step: 'commission', complainedOn: '2026-11-01' }, '2026-12-14', null],
    ['provident-fund', {}, '2026-12-22', { procedure: 'rti', from: '2026-12-23' }],
    ['ration-card', {}, null, null],
    ['ration-card', { daysNamed: 15 }, '2026-12-07', { procedure: 'ration-card', from: '2026-12-08' }],
    ['pension', {}, '2026-12-14', { procedure: 'pension', from: '2026-12-15' }],
    ['pension', { government: 'state' }, null, null],
    ['aadhaar', {}, '2026-12-14', { procedure: 'rti', from: '2026-12-15' }],
  ])('%s %j is answered by %s', async (id, more, dueOn, next) => {
    const { data } = await write(id, { ...sampleAnswers[id], ...more });
    expect([data.dueOn, data.next]).toEqual([dueOn, next]);
  });

  it('says how the days were counted, with the list of holidays where there is one', async () => {
    const central = await write('rti', sampleAnswers.rti);
    expect(central.data.notes.join(' ')).toContain('holiday of Central Government offices');
    expect(central.data.sources.map(({ title }) => title).join()).toContain('Holidays of Central Government');
    const state = await write('rti', { ...sampleAnswers.rti, government: 'state' });
    expect(state.data.notes.join(' ')).toContain('26 January, 15 August or 2 October');
  });

  it('counts from the day in India, which begins at 18:30 UTC', async () => {
    now = new Date('2026-11-22T18:29:59Z');
    expect((await write('bank', sampleAnswers.bank)).data.dueOn).toBe('2026-12-22');
    now = new Date('2026-11-22T18:30:00Z');
    expect((await write('bank', sampleAnswers.bank)).data.dueOn).toBe('2026-12-23');
    now = new Date('2026-11-22T06:00:00Z');
  });

  it.each<[number, number | null, string]>([
    [500_000, 0, 'District'],
    [500_001, 200, 'District'],
    [1_000_001, 400, 'District'],
    [5_000_000, 1_000, 'District'],
    [5_000_001, 2_000, 'State'],
    [20_000_000, 2_500, 'State'],
    [20_000_001, 3_000, 'National'],
    [100_000_001, 7_500, 'National'],
  ])('a consumer who paid %d pays a fee of %d to the %s Commission', async (amount, fee, commission) => {
    const { data } = await write('consumer', {
      ...sampleAnswers.consumer,
      step: 'commission',
      complainedOn: '2026-11-01',
      amount,
    });
    expect([data.fee.amount, data.office]).toEqual([fee, expect.stringContaining(commission)]);
  });

  it('takes ₹10 for a central RTI, nothing with a BPL card, and does not invent the fee of a State', async () => {
    const fee = async (more: Given) => (await write('rti', { ...sampleAnswers.rti, ...more })).data.fee.amount;
    expect([await fee({}), await fee({ belowPovertyLine: true }), await fee({ government: 'state' })]).toEqual([
      10,
      0,
      null,
    ]);
  });

  it('says when an appeal is too early or too late, and then asks to condone the delay', async () => {
    const appeal = (more: Given) => write('rti-first-appeal', { ...sampleAnswers['rti-first-appeal'], ...more });
    expect((await appeal({ applicationReceivedOn: '2026-11-01' })).data.notes.join(' ')).toContain('It is early');
    const inTime = await appeal({});
    expect(inTime.data.notes.join(' ')).not.toMatch(/early|ended/);
    const late = await appeal({ applicationReceivedOn: '2026-06-01', lateBecause: 'I was in hospital.' });
    expect(late.data.notes.join(' ')).toContain('The time for this appeal ended on 31 July 2026');
    expect(late.data.letter).toContain('I was in hospital.');
    expect(late.data.letter).toContain('condone the delay');
  });

  it('names each answer that is wrong', async () => {
    const paths = async (id: string, answers: unknown) => {
      const { status, details } = await write(id, answers);
      expect(status).toBe(400);
      for (const { message } of details) expect(message.length).toBeGreaterThan(3);
      return details.map(({ path }) => path);
    };
    for (const id of procedureIds)
      expect(await paths(id, {})).toEqual(expect.arrayContaining(['answers.name', 'answers.address']));
    const { rti } = sampleAnswers;
    expect(await paths('rti', { ...rti, name: 'a'.repeat(121) })).toEqual(['answers.name']);
    expect(await paths('rti', { ...rti, information: 'a'.repeat(1_201) })).toEqual(['answers.information']);
    expect(await paths('rti', { ...rti, information: 'a\n'.repeat(18) + 'a' })).toEqual(['answers.information']);
    expect(await paths('rti', { ...rti, name: true })).toEqual(['answers.name']);
    expect(await paths('rti', { ...rti, government: 'moon' })).toEqual(['answers.government']);
    for (const receivedOn of ['2005-10-11', '2026-02-29', 'yesterday', '2027-12-01', '9999-12-31'])
      expect(await paths('rti', { ...rti, receivedOn })).toEqual(['answers.receivedOn']);
    expect(
      await paths('rti-first-appeal', { ...sampleAnswers['rti-first-appeal'], applicationReceivedOn: '2026-11-23' }),
    ).toContain('answers.applicationReceivedOn');
    expect(await paths('rti-first-appeal', { ...sampleAnswers['rti-first-appeal'], outcome: 'refused' })).toEqual([
      'answers.repliedOn',
    ]);
    expect(
      await paths('rti-first-appeal', {
        ...sampleAnswers['rti-first-appeal'],
        outcome: 'refused',
        repliedOn: '2026-09-01',
      }),
    ).toEqual(['answers.repliedOn']);
    expect(
      await paths('police-complaint-refused', {
        ...sampleAnswers['police-complaint-refused'],
        refusedOn: '2024-06-30',
      }),
    ).toEqual(['answers.refusedOn']);
    expect(await paths('bank', { ...sampleAnswers.bank, account: '43210' })).toEqual(['answers.account']);
    for (const amount of ['-5', '1e9', '0', 'many'])
      expect(await paths('bank', { ...sampleAnswers.bank, amount })).toEqual(['answers.amount']);
  });

  it('refuses fields and languages that it does not know, and procedures that there are not', async () => {
    const { rti } = sampleAnswers;
    expect(await write('rti', { ...rti, more: 'x' })).toMatchObject({
      status: 400,
      code: 'unknown_field',
      details: [{ path: 'answers.more' }],
    });
    expect((await write('rti', rti, 'ta')).status).toBe(400);
    expect((await write('rti', null)).status).toBe(400);
    for (const id of ['none', 'RTI', 'toString', '__proto__', 'constructor'])
      expect(await write(id, rti)).toMatchObject({ status: 404, code: 'procedure_not_found' });
  });

  it('keeps hostile text as text, without marks that turn its direction, in no log and in no table', async () => {
    const marker = 'Zxqmarker';
    const { status, data } = await write('rti', {
      ...sampleAnswers.rti,
      name: `${marker} <script>alert(1)</script>\u202e\u200b`,
      information: `${marker} {{7*7}} \${7*7} <img src=x onerror=alert(1)>\nक्‍ष`,
    });
    expect(status).toBe(200);
    expect(data.letter).toContain(`${marker} <script>alert(1)</script>\n`);
    expect(data.letter).toContain('क्‍ष');
    await write('rti', { ...sampleAnswers.rti, name: `${marker}\u0000` });
    expect(lines.filter((line) => line.includes(marker))).toEqual([]);
  });

  it('reads digits of Devanagari and Indian grouping', async () => {
    const { data } = await write('bank', { ...sampleAnswers.bank, amount: '१,२०,०००', account: '४३२१' });
    expect(data.letter).toContain('₹1,20,000');
    expect(data.letter).toContain('ending 4321');
  });
});

describe('the chain', () => {
  it('leads every procedure only to others that exist, with answers that their form knows', () => {
    for (const [id, answers] of samples) {
      const given = Object.fromEntries(
        Object.entries(answers).map(([key, value]) => [key, value === true ? 'yes' : String(value)]),
      );
      for (const language of ['en', 'hi'] as const) {
        const { next } = procedures[id].plan(given, { today: '2026-11-22', language });
        if (!next) continue;
        const known = procedures[next.procedure].questions.map((question) => question.id);
        for (const key of Object.keys({ ...next.carry, ...next.noAnswer, ...next.refused }))
          expect(known).toContain(key);
      }
    }
  });

  it('carries all that the next letter needs, but for what only the citizen knows then', async () => {
    const today = '2026-11-22';
    const { next } = procedures.rti.plan(sampleAnswers.rti as Record<string, string>, { today, language: 'en' });
    now = new Date('2027-01-05T06:00:00Z');
    const appeal = await write('rti-first-appeal', { ...next!.carry, ...next!.noAnswer });
    expect(appeal.status).toBe(200);
    expect(appeal.data.letter).toContain(
      'received by the Public Information Officer of your office on 22 November 2026',
    );
    const refused = await write('rti-first-appeal', { ...next!.carry, ...next!.refused });
    expect(refused.details.map(({ path }) => path)).toEqual(['answers.repliedOn']);
    now = new Date('2026-11-22T06:00:00Z');
  });
});

describe('GET /api/letters', () => {
  it('lists the twelve procedures with their questions', async () => {
    const list = await test.app.inject('/api/letters');
    expect(list.json<{ data: { id: string }[] }>().data.map(({ id }) => id)).toEqual([...procedureIds]);
    const one = await test.app.inject('/api/letters/rti');
    expect(one.json()).toMatchObject({
      data: {
        id: 'rti',
        questions: expect.arrayContaining([expect.objectContaining({ id: 'information', isRequired: true })]),
      },
    });
    expect((await test.app.inject('/api/letters/none')).statusCode).toBe(404);
  });

  it('gives the due day as a calendar file of short lines, which names no person', async () => {
    const answer = await test.app.inject('/api/letters/rti/due.ics?on=2026-12-31&lang=hi');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(answer.headers['content-disposition']).toContain('rti-2026-12-31.ics');
    expect(answer.body).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
    expect(answer.body.startsWith('BEGIN:VCALENDAR\r\n') && answer.body.endsWith('END:VCALENDAR\r\n')).toBe(true);
    for (const line of answer.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const whole = answer.body.replaceAll('\r\n ', '');
    expect(whole).toContain(procedures.rti.title.hi);
    expect(whole).toContain('URL:http://localhost:3000/hi/letters/rti');
    expect(whole).not.toContain('3000/letters/');
    for (const on of ['2026-02-30', '', 'x\r\nATTACH:y'])
      expect((await test.app.inject(`/api/letters/rti/due.ics?on=${encodeURIComponent(on)}`)).statusCode).toBe(400);
  });
});
