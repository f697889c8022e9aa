// @runs on both databases
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../app.server.ts';
import { addedWords, studioActs } from '../../../database/schema.ts';
import { openSecondInstance, type SecondInstance } from '../../../testing/build-test-app.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { prepared } from '../../../testing/prepared.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { postgresServer } from '../../../testing/test-database.ts';
import { mostAdded } from '../../added-words/added-words.queries.server.ts';
import { readAdded } from '../../message-check/find-concepts.ts';
import { judgeMessage } from '../../message-check/judge-message.ts';

const test = openTestApp({ content: 'demo' });
const editor = prepared(() => colleague(test, 'editor'));

type Word = { id: number; text: string; lang: string | null };
const add = (body: object) => editor.post('/words', body);
const addName = (text: string, target = 'letters,electricity') => add({ use: 'name', target, text });
const addConcept = (text: string, target = 'code', lang = 'hi-Latn') => add({ use: 'concept', target, text, lang });
const refusalOf = async (answer: Promise<{ statusCode: number; json(): unknown }>) => {
  const { statusCode, json } = await answer;
  const { message, details } = json() as { message: string; details?: { message: string }[] };
  return [statusCode, details?.[0]?.message ?? message];
};

const pageOf = async (query: string, app: App = test.app) =>
  (await app.inject(`/search?q=${encodeURIComponent(query)}`)).body;
const suggested = async (q: string) =>
  (await test.app.inject(`/api/search/suggest?q=${encodeURIComponent(q)}`))
    .json<{ data: { canonicalUrl: string }[] }>()
    .data.map(({ canonicalUrl }) => canonicalUrl);
const hinted = async (q: string) =>
  (await test.app.inject(`/api/search/hints?q=${encodeURIComponent(q)}`))
    .json<{ data: { canonicalUrl: string }[] }>()
    .data.map(({ canonicalUrl }) => canonicalUrl);
const check = async (text: string, app: App = test.app) =>
  (await app.inject({ method: 'POST', url: '/api/check/message', payload: { text } })).json<{
    data: { outcome: string; signs: { id: string }[] };
  }>().data;
const feed = async (app: App = test.app) => (await app.inject('/scams.json')).json<{ words: string }>();

describe('another name', () => {
  it('of a letter is found by search, suggestions and hints at once, and no more once it is taken away', async () => {
    expect(await pageOf('batti ka jhamela')).not.toContain('href="/letters/electricity"');
    const { id } = dataOf<Word>(await addName('  Batti ka   JHAMELA '));
    expect(await pageOf('batti ka jhamela')).toContain('href="/letters/electricity"');
    expect(await suggested('batti ka jhamela')).toContain('/letters/electricity');
    expect(await hinted('batti ka jhamela')).toContain('/letters/electricity');
    // In another spelling.
    expect(await pageOf('batti ka jhameela')).toContain('href="/letters/electricity"');
    const listed = dataOf<{ target: string; words: Word[] }[]>(await editor.get('/words?use=name'));
    expect(listed.find(({ target }) => target === 'letters,electricity')?.words).toMatchObject([
      { id, text: 'batti ka jhamela', lang: null },
    ]);
    dataOf(await editor.remove(`/words/${id}`));
    expect(await pageOf('batti ka jhamela')).not.toContain('href="/letters/electricity"');
    expect(await suggested('batti ka jhamela')).not.toContain('/letters/electricity');
    expect(await hinted('batti ka jhamela')).not.toContain('/letters/electricity');
    expect((await editor.remove(`/words/${id}`)).statusCode).toBe(404);
    const acts = (await test.db.select().from(studioActs)).filter(({ act }) => act.endsWith('_word'));
    expect(acts.map(({ act, actor, note }) => [act, actor, note])).toEqual([
      ['add_word', editor.id, 'letters,electricity: batti ka jhamela'],
      ['end_word', editor.id, 'letters,electricity: batti ka jhamela'],
    ]);
  });

  it.each([
    ['papers,passport', 'udaan pothi', '/papers/passport'],
    ['helplines,1915', 'dukaan dhamaal', 'tel:1915'],
    ['doors,finder', 'fayda dhamaka', '/find-schemes'],
  ])('of %s is found', async (target, text, href) => {
    const link = `<a class="chip" href="${href}"`;
    expect(await pageOf(text)).not.toContain(link);
    const { id } = dataOf<Word>(await addName(text, target));
    expect(await pageOf(text)).toContain(link);
    // Numbers to call are no suggestions.
    expect((await suggested(text)).includes(href)).toBe(!target.startsWith('helplines'));
    dataOf(await editor.remove(`/words/${id}`));
    expect(await pageOf(text)).not.toContain(link);
  });

  it('that leads elsewhere, or there already, is refused with a sentence', async () => {
    expect(await refusalOf(addName('passport renewal'))).toEqual([
      409,
      expect.stringMatching(/^These words lead elsewhere already: .*passport/i),
    ]);
    expect(await refusalOf(addName('yojana khojo'))).toEqual([409, expect.stringContaining('Find schemes')]);
    expect(await refusalOf(addName('bijli ka bill zyada'))).toEqual([
      409,
      expect.stringContaining('These words lead there already'),
    ]);
    const { id } = dataOf<Word>(await addName('batti gul meter chalu'));
    expect(await refusalOf(addName('BATTI gul meter chalu', 'letters,rti'))).toEqual([
      409,
      expect.stringContaining('elsewhere'),
    ]);
    dataOf(await editor.remove(`/words/${id}`));
  });

  it.each([
    ['that every search has', { text: 'naya form chahiye' }, 'Choose words that say what it is about'],
    ['of one letter', { text: 'x' }, ''],
    ['of 81 letters', { text: 'x'.repeat(81) }, ''],
    ['that turns its direction', { text: 'bijli\u202ebill' }, ''],
    ['with a control character', { text: 'bijli\u0007bill' }, ''],
    ['that nobody sees', { text: '\u200d\u200d\u200d' }, 'at least two letters'],
    ['of nothing', { text: 'batti gul', target: 'letters,nothing' }, 'Choose from the list'],
    ['of a piece', { text: 'batti gul', target: 'articles,1' }, 'Choose from the list'],
  ])('%s is refused', async (_, fields, sentence) => {
    const refused = await refusalOf(add({ use: 'name', target: 'letters,electricity', ...fields }));
    expect(refused).toEqual([400, expect.stringContaining(sentence)]);
    expect(await test.db.$count(addedWords)).toBe(0);
  });
});

describe('a word of the message check', () => {
  const scam = 'Kripya apna jhumkabola bata dijiye';

  it('is read by the server and by a device at once, and no more once it is taken away', async () => {
    expect(await check(scam)).toMatchObject({ outcome: 'nothing_found' });
    const { id } = dataOf<Word>(await addConcept('Jhumkabola'));
    expect(await check(scam)).toMatchObject({ outcome: 'signs', signs: [{ id: 'asks_code' }] });
    const { words } = await feed();
    expect(words).toBe('code: jhumkabola');
    const onDevice = { weights: new Map<string, number>(), wordings: [], added: readAdded(words) };
    expect(judgeMessage(scam, undefined, onDevice, null).outcome).toBe('signs');
    dataOf(await editor.remove(`/words/${id}`));
    expect(await check(scam)).toMatchObject({ outcome: 'nothing_found' });
    expect((await feed()).words).toBe('');
  });

  it('with * stands for any ending, in its own script', async () => {
    const { id } = dataOf<Word>(await addConcept('झुमकाबोल*', 'code', 'hi'));
    expect((await check('अपना झुमकाबोलियाँ हमें बता दीजिए')).signs).toMatchObject([{ id: 'asks_code' }]);
    dataOf(await editor.remove(`/words/${id}`));
  });

  it('never makes a message a known scam, and takes no sign and no known scam away', async () => {
    const messages = [
      'Dear customer your SBI account is blocked today. Update KYC now http://sbi-kyc-update.top/login and enter OTP',
      'Hi mom my phone broke this is my new number send 5000 urgently',
      'You are under digital arrest. Stay on the video call.',
      'Zuvaqui plimbo drastovan merkul.',
    ];
    const before = await Promise.all(messages.map((message) => check(message)));
    expect(before.map(({ outcome }) => outcome)).toEqual(['known_scam', 'known_scam', 'known_scam', 'nothing_found']);
    const ids: number[] = [];
    for (const [text, target] of [
      ['zuvaqui', 'digital-arrest'],
      ['plimbo', 'police'],
      ['drastovan', 'arrest'],
      ['merkul', 'you'],
      ['sbi account is blocked', 'job'],
      ['my new number send', 'bank'],
    ] as const)
      ids.push(dataOf<Word>(await addConcept(text, target, 'en')).id);
    const after = await Promise.all(messages.map((message) => check(message)));
    expect(after.map(({ outcome }) => outcome)).toEqual(['known_scam', 'known_scam', 'known_scam', 'signs']);
    for (const [at, { signs }] of after.entries())
      expect(signs.length).toBeGreaterThanOrEqual(before[at]!.signs.length);
    for (const id of ids) dataOf(await editor.remove(`/words/${id}`));
  });

  it.each([
    ['that every message has', { text: 'hai' }, 400, 'in too many searches or messages'],
    ['that many genuine messages have', { text: 'debited' }, 400, 'in too many searches or messages'],
    ['that stands there already', { text: 'otp' }, 409, 'lead there already'],
    ['with punctuation', { text: 'jhumka: bola' }, 400, 'Only letters, numbers and spaces'],
    ['that ends another line', { text: 'jhumka, bola' }, 400, 'Only letters, numbers and spaces'],
    ['with * behind two letters', { text: 'jh*' }, 400, 'Only letters, numbers and spaces'],
    ['with * behind two words', { text: 'jhumka bola*' }, 400, 'Only letters, numbers and spaces'],
    ['of what says that something was done', { target: 'done' }, 400, 'Choose from the list'],
    ['of what is no sign', { target: 'none' }, 400, 'Choose from the list'],
    ['of a warning', { target: 'warning' }, 400, 'Choose from the list'],
    ['of no language', { lang: undefined }, 400, 'Choose the language'],
    ['of a language that is not read', { lang: 'or' }, 400, ''],
  ])('%s is refused', async (_, fields, status, sentence) => {
    const refused = await refusalOf(add({ use: 'concept', target: 'code', text: 'jhumkabola', lang: 'en', ...fields }));
    expect(refused).toEqual([status, expect.stringContaining(sentence)]);
    expect(await test.db.$count(addedWords)).toBe(0);
  });

  it('that would make a genuine message look like a scam is refused, with that message', async () => {
    expect(await refusalOf(addConcept('savings', 'digital-arrest', 'en'))).toEqual([
      409,
      expect.stringMatching(/^With this word a genuine message would look like a scam: “Interest of Rs .*savings/),
    ]);
    const { id } = dataOf<Word>(await addConcept('savings', 'bank', 'en'));
    dataOf(await editor.remove(`/words/${id}`));
  });
});

it('there are at most so many in all, and of the message check', async () => {
  const fill = (use: string, count: number) =>
    test.db.execute(sql`insert into added_words (use, target, text, by)
      select ${use}, 'nothing', ${use} || one, ${editor.id} from generate_series(1, ${count}::int) as one`);
  await fill('concept', mostAdded.concept);
  expect(await refusalOf(addConcept('jhumkabola'))).toEqual([409, expect.stringContaining('as many added words')]);
  const { id } = dataOf<Word>(await addName('batti ka jhamela'));
  await fill('name', mostAdded.all - mostAdded.concept - 1);
  expect(await refusalOf(addName('meter ka drama'))).toEqual([409, expect.stringContaining('as many added words')]);
  // Words of what is there no more lead nowhere, and break nothing.
  expect(await pageOf('batti ka jhamela')).toContain('href="/letters/electricity"');
  expect((await feed()).words).toBe('');
  dataOf(await editor.remove(`/words/${id}`));
  await test.db.delete(addedWords);
});

it('two editors who add the same name at once add it once, and one name leads to one place', async () => {
  const answers = await Promise.all([addName('batti ka jhamela'), addName('batti ka jhamela', 'letters,rti')]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  expect(await test.db.$count(addedWords)).toBe(1);
  await test.db.delete(addedWords);
});

// PGlite is in-process, so several instances can only share PostgreSQL.
describe.runIf(postgresServer !== undefined)('on another instance', () => {
  let other: SecondInstance;
  beforeAll(async () => {
    other = await openSecondInstance(test.services);
  });
  afterAll(() => other.close());

  it('names and words count once the editor has the answer, and once they are taken away no more', async () => {
    const message = 'Kripya apna jhumkabola bata dijiye';
    expect(await pageOf('batti ka jhamela', other.app)).not.toContain('href="/letters/electricity"');
    expect((await feed(other.app)).words).toBe('');
    const [name, word] = [
      dataOf<Word>(await addName('batti ka jhamela')),
      dataOf<Word>(await addConcept('jhumkabola')),
    ];
    expect(await pageOf('batti ka jhamela', other.app)).toContain('href="/letters/electricity"');
    expect((await check(message, other.app)).outcome).toBe('signs');
    expect((await feed(other.app)).words).toBe('code: jhumkabola');
    for (const { id } of [name, word]) dataOf(await editor.remove(`/words/${id}`));
    expect(await pageOf('batti ka jhamela', other.app)).not.toContain('href="/letters/electricity"');
    expect((await check(message, other.app)).outcome).toBe('nothing_found');
    expect((await feed(other.app)).words).toBe('');
  });
});
