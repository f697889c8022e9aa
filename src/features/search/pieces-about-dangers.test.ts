import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { namesAbout } from '../helplines/subject-of.ts';
import { articles, questions } from '../../database/schema.ts';
import { indexQuestion } from '../communities/ask-question.server.ts';
import { articlePath, questionPath } from '../../platform/wire/ids.ts';
import { findsNothing } from './finds-nothing.server.ts';
import {
  listQuestionsAbout,
  listToReadFirst,
  searchArticles,
  searchEverything,
  searchQuestions,
} from './search.queries.server.ts';

const site = openTestApp({ content: 'demo' });

const firstOf = async (articleText: string) => {
  const { data } = await searchArticles(site.db, { articleText, pageSize: 1 });
  return data[0]!.title;
};

// Without it the lost PAN card, a loan and the price of train tickets come first.
test.each([
  ['fraud call lost money', 'Money gone?'],
  ['phonepe se paise chale gaye', 'Money gone?'],
  ['paisa kat gaya', 'Money gone?'],
  ['account se 5000 kat gaye', 'Money gone?'],
  ['i was duped of 2 lakh online', 'Money gone?'],
  ['bal majduri karwa rahe', 'Child helpline 1098'],
  ['beta mela me kho gya', 'Child helpline 1098'],
  ['mera admi daru pike hath uthata hai', '181'],
  ['पति रोज दारू पीकर हाथ उठाता है', '181'],
])('%s: a piece about this danger comes before one with another of the words', async (query, title) => {
  expect(await firstOf(query)).toContain(title);
});

// Which subject of an article or a question is help in such danger; suicide has no piece, but numbers to call.
const helps =
  /181|1098|Harassed at work|One Stop|वन स्टॉप|Mission Vatsalya|मिशन वात्सल्य|Anganwadi|घर से निकाल|Sexual harassment|यौन उत्पीड़न/;
test.each([
  'my husband beats me every night',
  'पति रोज़ मारता है',
  'sasural wale maar peet karte hai',
  'पति ने रात में घर से निकाल दिया। मैं कहाँ जाऊँ?',
  'my husband threw me out of the house',
  'dowry harassment by in laws',
  'दहेज का केस कैसे करें',
  'dahej pratadna ki shikayat',
  'a neighbour assaulted me what should I do',
  'मेरे साथ छेड़छाड़ हुई',
  'gali ke ladke ne mujhe chheda',
  'uncle touches my daughter badly',
  'मेरे बच्चे के साथ गलत काम हुआ',
  'bachche ko marte hai padosi',
  'I want to die',
  'my friend wants to kill himself',
  'मेरा भाई खुदकुशी की बात करता है',
  'suicide karne ka man karta hai',
])('%s: whatever is shown helps in this danger', async (text) => {
  const found = await searchEverything(site.db, {
    query: text,
    kind: 'all',
    categoryId: null,
    page: 1,
    questions: { page: 1, pageSize: 3 },
  });
  const shown = [
    ...found.articles!.data,
    ...found.videos!.data,
    ...found.questions!.data,
    ...found.stories,
    ...(await listToReadFirst(site.db, { title: text })),
    ...(await listToReadFirst(site.db, { title: 'मैं क्या करूँ?', body: text })),
    ...(await searchQuestions(site.db, { questionText: text, pageSize: 4, isClose: true }, null)).data,
    ...(await listQuestionsAbout(site.db, text, 3, new Date())),
  ].map(({ title }) => title);
  expect(shown.filter((title) => !helps.test(title!))).toEqual([]);
  expect(found.helplines.length).toBeGreaterThan(0);
});

const weekAgo = sql`now() - interval '8 days'`;
/** A question that somebody has just asked. @returns its id */
async function plant(asked: { title: string; tagIds?: number[]; categoryIds?: number[] }): Promise<number> {
  const [row] = await site.db
    .insert(questions)
    .values({ ...asked, body: '', bodyHtml: '' })
    .returning();
  await site.db.transaction((tx) => indexQuestion(tx, row!));
  return row!.id;
}

test('no stranger’s question stands beside them in their own words, under whatever category', async () => {
  const text = 'my husband beats me every night';
  const about = (await site.db.select().from(questions)).find(({ title }) => title.includes('घर से निकाल'))!;
  const planted = await plant({ title: text, tagIds: about.tagIds, categoryIds: about.categoryIds });
  await site.db.update(questions).set({ acceptedCommentId: 1, createdAt: weekAgo }).where(eq(questions.id, planted));
  try {
    expect((await searchQuestions(site.db, { questionText: text, pageSize: 4 }, null)).data[0]?.title).toBe(text);
    const beside = {
      query: text,
      kind: 'all',
      categoryId: null,
      page: 1,
      questions: { page: 1, pageSize: 3 },
    } as const;
    expect((await searchEverything(site.db, beside)).questions!.data).toEqual([]);
    expect(await listQuestionsAbout(site.db, text, 3, new Date())).toEqual([]);
    expect((await searchQuestions(site.db, { questionText: text, pageSize: 4, isClose: true }, null)).data).toEqual([]);
  } finally {
    await site.db.delete(questions).where(eq(questions.id, planted));
  }
});

test('under an article a question stands once it is a week old and has an accepted answer', async () => {
  const title = 'PM Surya Ghar: what it is and who gets it';
  const under = async () => (await listQuestionsAbout(site.db, title, 3, new Date())).map(({ id }) => id);
  const id = await plant({ title: 'PM Surya Ghar' });
  try {
    expect(await under()).not.toContain(id);
    await site.db.update(questions).set({ acceptedCommentId: 1 }).where(eq(questions.id, id));
    expect(await under()).not.toContain(id);
    await site.db.update(questions).set({ createdAt: weekAgo }).where(eq(questions.id, id));
    expect(await under()).toContain(id);
    await site.db.update(questions).set({ acceptedCommentId: null }).where(eq(questions.id, id));
    expect(await under()).not.toContain(id);
  } finally {
    await site.db.delete(questions).where(eq(questions.id, id));
  }
});

test.each([
  ['vidhwa-pension-yojana', 0, /विधवा|widow/i],
  ['mukhyamantri-vridhjan-pension-bihar', 0, /वृद्ध|old.age/i],
  ['ration-card-ekyc', 1, /राशन|ration/i],
])('under %s stand questions of its subject alone', async (key, least, subject) => {
  const [piece] = await site.db
    .select()
    .from(articles)
    .where(eq(articles.sourceKey, `content:${key}`));
  const { body } = await site.app.inject(`/hi${articlePath(piece!.title, piece!.id)}`);
  const titles = [...body.matchAll(/href="(?:\/hi)?\/community\/question\/[^>]*>([^<]+)/g)].map(([, title]) => title!);
  expect(titles.length).toBeGreaterThanOrEqual(least);
  expect(titles.filter((title) => !subject.test(title))).toEqual([]);
});

test('the page of such a question begins with whom to call, and has no widow’s pension to read first', async () => {
  const asked = (await site.db.select().from(questions)).find(({ title }) => title?.includes('घर से निकाल'))!;
  const { body } = await site.app.inject(`/hi${questionPath(asked.title!, asked.id)}`);
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main'));
  expect(main.indexOf('href="tel:181"')).toBeGreaterThan(0);
  expect(main.indexOf('href="tel:181"')).toBeLessThan(main.indexOf('<h1'));
  const first = main.slice(main.indexOf('पहले यह पढ़ें</'));
  expect(first).toContain('181 पर मदद');
  expect(first).not.toMatch(/विधवा पेंशन|गृह लक्ष्मी/);
});

test('who asks about it by the form is told whom to call and what to read, and of no unlike question', async () => {
  const { body } = await site.send(
    'POST',
    '/community/ask',
    new URLSearchParams({ title: 'My husband beats me at night', body: '', do: 'check' }),
    { origin: site.services.config.publicOrigin },
  );
  const form = body.slice(body.indexOf('data-ask'), body.indexOf('id="body"'));
  expect(form).toContain('href="tel:181"');
  expect(form).toContain('181 पर मदद');
  expect(form).not.toMatch(/UPI|PAN|Atal/);
});

test.each([
  ['Can we get the solar subsidy in a flat with a shared roof?', 'PM Surya Ghar'],
  ['स्वनिधि का पहला लोन चुका दिया। दूसरा कितना मिलेगा?', 'PM SVANidhi'],
  ['How do I prune a mango tree after the harvest?', null],
])('%s: what to read first is about it, or nothing is', async (title, wanted) => {
  const read = await listToReadFirst(site.db, { title });
  expect(read[0]?.title.slice(0, wanted?.length) ?? null).toBe(wanted);
});

test('a search that no heading answers says so, shows three pages at most, and leads to asking with its words', async () => {
  for (const query of ['abua awas', 'khasra khatauni', 'weed management in paddy']) {
    const { isFar, counts } = await searchEverything(site.db, { query, kind: 'all', categoryId: null, page: 1 });
    expect([query, isFar || counts.articles === 0]).toEqual([query, true]);
    expect(counts.articles).toBeLessThanOrEqual(3);
    expect(await findsNothing(site.db, query)).toBe(true);
    const { body } = await site.app.inject(`/search?q=${encodeURIComponent(query)}`);
    expect(body).toContain(`href="/community/ask?title=${encodeURIComponent(query).replaceAll('%20', '+')}"`);
  }
  for (const query of ['epf withdrawal', 'विधवा पेंशन', 'rti kaise likhe', 'pan card kho gaya'])
    expect([query, await findsNothing(site.db, query)]).toEqual([query, false]);
});

test('a word that names an errand is not taken for a slip of another', async () => {
  const { correction } = await searchEverything(site.db, {
    query: 'neend nahi aati tension',
    kind: 'all',
    categoryId: null,
    page: 1,
  });
  expect(correction).toBeNull();
});

test('no word that was typed need stand in the piece about the danger', async () => {
  const { data } = await searchArticles(site.db, { articleText: 'mere bhai ne mujhe bahut mara', pageSize: 3 });
  expect(data.map(({ title }) => title).join()).toContain('One Stop Centre');
});

test('a danger of which no tag or category tells changes nothing', () => {
  expect(namesAbout(['suicide'])).toBeNull();
  expect(namesAbout([])).toBeNull();
  expect(namesAbout(['fraud'])).toEqual({ tags: ['cyber-fraud'], categories: '^scams' });
  expect(namesAbout(['child'])).toEqual({ tags: ['children'], categories: '(?!)' });
});
