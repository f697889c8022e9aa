import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { procedureIds } from '../../features/letters/letters.contract.ts';
import { en } from '../../messages/en.ts';
import { t as hi } from '../../messages/hi/messages.ts';
import { procedures } from '../../features/letters/procedures.ts';
import { neededFor } from './letter-form.tsx';
import { letterAnswers as sampleAnswers } from '../../testing/letter-answers.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { pageForms } from '../../testing/page-forms.ts';
import { signIn } from '../../testing/sign-in.ts';

const test = openTestApp({ clock: () => new Date('2026-11-22T06:00:00Z'), log: (line) => void lines.push(line) });
const lines: string[] = [];
const forms = pageForms(() => test);

type Fields = Record<string, string>;
const fieldsOf = (id: keyof typeof sampleAnswers): Fields => ({
  lang: 'en',
  do: 'write',
  ...Object.fromEntries(
    Object.entries(sampleAnswers[id]).map(([key, value]) => [key, value === true ? 'yes' : String(value)]),
  ),
});
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
const letterIn = (body: string) => unescaped(/data-letter="">([^<]*)</.exec(body)?.[1] ?? '');
/** The hidden fields of the form with the given button. */
function formWith(body: string, button: string): { action: string; fields: Fields } {
  const form = body.split('<form').find((part) => part.includes(button)) ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, unescaped(value!)] as const,
  );
  return { action: /action="([^"]*)"/.exec(form)?.[1] ?? '', fields: Object.fromEntries(fields) };
}

describe('/letters', () => {
  it.each(procedureIds)('%s: says of each source whether it is official', async (id) => {
    const official = procedures[id].sources.filter((source) => source.official).length;
    for (const [path, words] of [
      ['/letters/', en.article],
      ['/hi/letters/', hi.article],
    ] as const) {
      const { body } = await forms.get(path + id);
      expect(body.includes(words.noOfficial)).toBe(official === 0);
      expect(body.split(`(${words.officialSite},`).length - 1).toBe(official);
      expect(body.split(`(${words.otherSite},`).length - 1).toBe(procedures[id].sources.length - official);
    }
  });

  it('has a rule of CSS for each answer on which a question depends', () => {
    const css = readFileSync(new URL('letters.module.css', import.meta.url), 'utf8');
    const values = Object.values(procedures).flatMap(({ questions }) =>
      questions.flatMap((question) => neededFor(question, questions)),
    );
    expect(new Set(values).size).toBeGreaterThan(3);
    for (const value of new Set(values))
      expect(css).toContain(`form:not(:has([value='${value}']:checked)) [data-if~='${value}']`);
    // Nested: a reply of the bank is asked for at the ombudsman's step only.
    const { questions } = procedures.bank;
    expect(
      neededFor(
        questions.find(({ id }) => id === 'repliedOn')!,
        questions,
      ),
    ).toEqual(['ombudsman', 'refused']);
  });

  it('lists every procedure, says that it is no legal advice, and gives the number of legal aid', async () => {
    const page = await forms.get('/letters');
    expect(page.statusCode).toBe(200);
    for (const id of procedureIds) expect(page.body).toContain(`href="/letters/${id}"`);
    expect(page.body).toContain('This is no legal advice.');
    expect(page.body).toContain('href="tel:15100"');
  });

  it('has a page for each, kept for everyone, and a 404 for any other', async () => {
    for (const id of procedureIds) {
      const page = await forms.get(`/letters/${id}`);
      expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
      expect(page.headers['cache-control']).toContain('public');
      expect(page.body).toContain('href="tel:15100"');
    }
    expect((await forms.get('/letters/none')).statusCode).toBe(404);
    expect((await forms.post('/letters/none', { do: 'write' })).statusCode).toBe(404);
  });
});

describe('a letter by a form without script', () => {
  it.each(procedureIds)('%s: the letter, whom to send it, and what comes next', async (id) => {
    const page = await forms.post(`/letters/${id}`, fieldsOf(id));
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(letterIn(page.body)).toContain('Asha Rao');
    expect(page.body).toContain('What comes next');
    // The Centre's offices answer on its portal; who helps is named once, with the official page.
    const isCentral = ['provident-fund', 'aadhaar'].includes(id) || fieldsOf(id).government === 'central';
    expect(page.body.includes('href="https://pgportal.gov.in/"')).toBe(isCentral && !id.startsWith('rti'));
    expect(page.body.split('href="tel:14448"')).toHaveLength(id === 'bank' ? 2 : 1);
  });

  it('shows errors beside the fields and loses nothing', async () => {
    const { name: _, ...rest } = fieldsOf('rti');
    const page = await forms.post('/letters/rti', { ...rest, receivedOn: '2005-01-01', phone: '<b>"&\'' });
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('id="name-error"');
    expect(page.body).toContain('id="receivedOn-error"');
    expect(page.body).toContain('The law began on 12 Oct 2005');
    expect(page.body).toContain('Passport Seva Kendra, Pune');
    expect(page.body).toContain('12, Shivaji Road\nPune 411002');
    expect(page.body).toContain('value="&lt;b&gt;&quot;&amp;&#x27;"');
    expect(page.body).not.toContain('data-letter');
  });

  it('keeps hostile markup as text, and puts nothing of the letter into a web address or a log', async () => {
    const page = await forms.post('/letters/rti', {
      ...fieldsOf('rti'),
      name: 'Zyxmarker <img src=x onerror=alert(1)>',
    });
    expect(page.body).not.toContain('<img src=x');
    expect(letterIn(page.body)).toContain('Zyxmarker <img src=x onerror=alert(1)>');
    const addresses = [...page.body.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, one]) => one!);
    expect(addresses.filter((one) => one.includes('Zyxmarker') && !one.startsWith('whatsapp:'))).toEqual([]);
    expect(lines.filter((line) => line.includes('Zyxmarker'))).toEqual([]);
  });

  it('writes the letter in the chosen language', async () => {
    const page = await forms.post('/letters/rti', { ...fieldsOf('rti'), lang: 'hi' });
    expect(letterIn(page.body)).toContain('सेवा में\nकेंद्रीय लोक सूचना अधिकारी');
    expect(page.body).toMatch(/lang="hi" data-letter/);
  });

  it('leads from no answer, and from a refusal, to the next letter with the facts in it', async () => {
    const first = await forms.post('/letters/rti', fieldsOf('rti'));
    for (const [button, outcome] of [
      ['No answer came', 'no-answer'],
      ['It was refused', 'refused'],
    ] as const) {
      const { action, fields } = formWith(first.body, button);
      expect(action).toBe('/letters/rti-first-appeal');
      expect(fields).toMatchObject({
        office: 'Passport Seva Kendra, Pune',
        applicationReceivedOn: '2026-11-22',
        outcome,
      });
      const next = await forms.post(action, { ...fields, do: 'begin' });
      expect(next.statusCode).toBe(200);
      expect(next.body).toContain('We took over what you wrote.');
      expect(next.body).toContain('value="2026-11-22"');
      expect(next.body).toMatch(new RegExp(`value="${outcome}"[^>]*checked=""|checked=""[^>]*value="${outcome}"`));
    }
  });

  it('follows the chain to its end: application, first appeal, second appeal', async () => {
    let page = await forms.post('/letters/rti', { ...fieldsOf('rti'), receivedOn: '2026-08-03' });
    const steps: string[] = [];
    for (let left = 5; left > 0 && page.body.includes('No answer came'); left -= 1) {
      const { action, fields } = formWith(page.body, 'No answer came');
      steps.push(action);
      page = await forms.post(action, { ...fields, do: 'write' });
      expect(page.statusCode).toBe(200);
    }
    expect(steps).toEqual(['/letters/rti-first-appeal', '/letters/rti-second-appeal']);
    expect(letterIn(page.body)).toContain('Central Information Commission');
  });

  it('leads from the bank to the Ombudsman', async () => {
    const first = await forms.post('/letters/bank', { ...fieldsOf('bank'), receivedOn: '2026-10-01' });
    const { action, fields } = formWith(first.body, 'No answer came');
    const second = await forms.post(action, { ...fields, do: 'write' });
    expect(letterIn(second.body)).toContain('The RBI Ombudsman');
    expect(letterIn(second.body)).toContain('I complained to A Bank, Camp branch, Pune on 1 October 2026.');
  });

  it('offers the due day as a calendar file', async () => {
    const page = await forms.post('/letters/rti', fieldsOf('rti'));
    const link = /href="(\/api\/letters\/rti\/due\.ics[^"]*)"/.exec(page.body)?.[1] ?? '';
    const file = await forms.get(unescaped(link));
    expect([file.statusCode, file.body.includes('VALUE=DATE:20261222')]).toEqual([200, true]);
  });
});

it('links the official site by which a letter can go', async () => {
  for (const prefix of ['', '/hi']) {
    const { body } = await forms.post(`${prefix}/letters/rti`, fieldsOf('rti'));
    expect(body).toContain('<a href="https://rtionline.gov.in" rel="noopener">rtionline.gov.in</a>');
  }
});

describe('a reminder', () => {
  it('is not offered to who is signed out: nothing is stored', async () => {
    const page = await forms.post('/letters/rti', { ...fieldsOf('rti'), do: 'remind' });
    expect(page.body).toContain('Nothing is stored.');
    expect(page.body).not.toContain('Remind me by email');
    expect(await test.services.outbox.listForDevelopment()).toEqual([]);
  });

  it('is one mail without the text of the letter, for who is signed in and asks', async () => {
    const { cookies } = await signIn(test, { email: 'asha@example.in' });
    const offered = await forms.post('/letters/rti', fieldsOf('rti'), cookies);
    expect(offered.body).toContain('Remind me by email');
    const { fields } = formWith(offered.body, 'Remind me by email');
    const asked = await forms.post('/letters/rti', { ...fields, do: 'remind' }, cookies);
    expect(asked.body).toContain('We will send you a mail on 23 Dec 2026.');
    expect(letterIn(asked.body)).toContain('Asha Rao');
    const mails = (await test.services.outbox.listForDevelopment()).filter(({ subject }) => /Answer due/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'asha@example.in', channel: 'email' });
    expect(mails[0]!.text).toContain('/letters/rti-first-appeal');
    expect(mails[0]!.text).not.toMatch(/Asha|Passport/);
  });
});
