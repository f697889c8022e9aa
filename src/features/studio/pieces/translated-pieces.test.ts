import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp();
const writer = prepared(() => colleague(test, 'writer'));
const editor = prepared(() => colleague(test, 'editor'));

type Kind = 'articles' | 'videos';
async function publish(kind: Kind, id: number, revision: number): Promise<void> {
  for (const [who, act] of [
    [writer, 'submit'],
    [editor, 'approve'],
    [editor, 'publish'],
  ] as const)
    dataOf(await who.post(`/${kind}/${id}/${act}`, { revision }));
}
async function live(kind: Kind, fields: object): Promise<{ id: number; key: string }> {
  const { id } = dataOf<{ id: number }>(await writer.post(`/${kind}`, fields));
  await publish(kind, id, 1);
  return dataOf(await writer.get(`/${kind}/${id}`));
}
const translations = async (path: string) => {
  const answer = await test.app.inject({ url: `/api/${path}` });
  return answer
    .json<{ data: { translations: { lang: string; id: number }[] } }>()
    .data.translations.map(({ lang, id }) => [lang, id]);
};

it('a translation from the studio joins the group of its original, and stays in it', async () => {
  const english = await live('articles', { title: 'Ration cards by phone', body: 'How to ask.' });
  const hindi = await live('articles', {
    title: 'फ़ोन से राशन कार्ड',
    body: 'कैसे माँगें।',
    lang: 'hi',
    translationOf: english.key,
  });
  expect(await translations(`article/${english.id}`)).toEqual([['hi', hindi.id]]);
  expect(await translations(`article/${hindi.id}`)).toEqual([['en', english.id]]);

  dataOf(await writer.put(`/articles/${hindi.id}`, { baseRevision: 1, body: 'कैसे माँगें, और कहाँ।' }));
  await publish('articles', hindi.id, 2);
  expect(await translations(`article/${english.id}`)).toEqual([['hi', hindi.id]]);
});

it('so does a translated video', async () => {
  const form = new FormData();
  form.set('file', new Blob([await readFile('content/media/videos/rti-for-10-rupees.mp4')]), 'clip.mp4');
  form.set('seconds', '30');
  const encoded = new Response(form);
  const answer = await test.send('POST', '/api/studio/media', Buffer.from(await encoded.arrayBuffer()), {
    ...writer.headers,
    'content-type': encoded.headers.get('content-type')!,
  });
  const { path: video } = dataOf<{ path: string }>(answer);
  const fields = { description: 'A question to any office.', video, label: { value: '₹10', note: 'fee' } };
  const english = await live('videos', { title: 'RTI for ten rupees', ...fields });
  const hindi = await live('videos', { title: 'दस में आरटीआई', ...fields, lang: 'hi', translationOf: english.key });
  expect(await translations(`video/${english.id}`)).toEqual([['hi', hindi.id]]);
});

it('a call to action that ended is no translation of an open one, and makes room for the next one', async () => {
  const admin = await colleague(test, 'admin');
  const asked = {
    description: 'A pension every month from 60.',
    questions: [{ id: 'age', fact: 'age' }],
    rules: { version: 1, all: [{ fact: 'age', gte: 60 }] },
    nextSteps: ['Ask at the block office.'],
    officialUrl: 'https://nsap.nic.in/',
  };
  const open = async (fields: object): Promise<{ id: number; key: string }> => {
    const { id } = dataOf<{ id: number }>(await editor.post('/ctas', { ...asked, ...fields }));
    dataOf(await admin.post(`/ctas/${id}/publish`, { revision: 1, emergencyReason: 'It opens today.' }));
    return dataOf(await editor.get(`/ctas/${id}`));
  };
  const others = (id: number) => translations(`referral/cta/questions?ctaId=${id}`);
  const english = await open({ title: 'Old-age pension' });
  const inHindi = { lang: 'hi', translationOf: english.key };
  const hindi = await open({ title: 'बुढ़ापे की पेंशन', ...inHindi });
  expect([await others(english.id), await others(hindi.id)]).toEqual([[['hi', hindi.id]], [['en', english.id]]]);

  dataOf(await editor.post(`/ctas/${hindi.id}/unpublish`, { reason: 'A mistake in it.' }));
  expect([await others(english.id), await others(hindi.id)]).toEqual([[], []]);

  const next = await open({ title: 'बुढ़ापे की पेंशन, नई', ...inHindi });
  expect(await others(english.id)).toEqual([['hi', next.id]]);
  dataOf(await editor.post(`/ctas/${english.id}/unpublish`, { reason: 'It is over.' }));
  expect([await others(english.id), await others(next.id)]).toEqual([[], []]);
});

it('a translation whose title is still the original’s is no piece for review; a name alone may stay', async () => {
  const problemsOf = async (original: string, title: string, lang: string) => {
    const { key } = await live('articles', { title: original, body: 'How to ask.' });
    const { id } = dataOf<{ id: number }>(
      await writer.post('/articles', { title, body: 'कैसे माँगें।', lang, translationOf: key }),
    );
    const refused = await writer.post(`/articles/${id}/submit`, { revision: 1 });
    const { problems } = dataOf<{ problems: { path: string }[] }>(await writer.get(`/articles/${id}`));
    return [refused.statusCode, problems.filter(({ path }) => path === 'title')];
  };
  const english = 'How to get a ration card';
  const problem = { path: 'title', message: expect.stringContaining('English'), isBlocking: true };
  expect(await problemsOf(english, ' How to get  a Ration card', 'hi')).toEqual([400, [problem]]);
  expect(await problemsOf('PM-KISAN 2026', 'PM-KISAN 2026', 'hi')).toEqual([200, [{ ...problem, isBlocking: false }]]);
  expect(await problemsOf(english, 'राशन कार्ड कैसे बनवाएँ', 'hi')).toEqual([200, []]);
});
