// @runs slow, in its own process
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tooMany } from '../../platform/wire/errors.ts';
import { cpuTimeOf, threadTimeOf } from '../../testing/cpu-time.ts';
import { join, type Member } from '../../testing/join.ts';
import { pageForms } from '../../testing/page-forms.ts';
import { cutHighlight } from '../search/cut-highlight.ts';
import { plainText } from '../search-index/words.ts';
import { findPersonalNumbers, maskPersonalNumbers } from './find-personal-numbers.ts';
import { plainWordsOf } from './plain-words.ts';
import { isQuick } from './render-in-time.server.ts';
import { renderCommunityText, renderPlain } from './render-community-text.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { prepared } from '../../testing/prepared.ts';

let isFull = false;
const counted = async () => {
  if (isFull) throw tooMany(60);
};
const test = openTestApp({
  content: 'demo',
  limits: { searches: counted, postsPerMinute: counted, edits: counted },
});
const member = prepared(() => join(test.services));
beforeEach(() => {
  isFull = false;
  vi.restoreAllMocks();
});

const { post } = pageForms(() => test);
const title = 'How long does a ration card take?';
/** Within every length limit, yet about a second of CPU time for the parser. */
const heavy = '*['.repeat(740) + '<x'.repeat(4_000);
const whole64 = `${'!['.repeat(740)}\n${'<x '.repeat(20_000)}`;
const create = (payload: object) => test.send('POST', '/api/communities/question/create', payload, member.headers);

describe('a form that asks for a look first', () => {
  it('sends back what is too long as it was typed, and renders nothing of it', async () => {
    const run = vi.spyOn(test.services.texts, 'run');
    let answer: Awaited<ReturnType<typeof post>> | undefined;
    // The first answer of a page pays for compiling it.
    await post('/community/ask', { do: 'check', title: '', body: 'short' });
    const time = await threadTimeOf(async () => {
      answer = await post('/community/ask', { do: 'check', title, body: whole64.slice(0, 25_000) });
    });
    expect(answer?.statusCode).toBe(400);
    expect(answer?.body).toContain('&lt;x &lt;x ');
    expect(time).toBeLessThan(500);
    expect(run).not.toHaveBeenCalled();
  });

  it('does not hold up others while a costly text is rendered', async () => {
    let isDone = false;
    const run = vi.spyOn(test.services.texts, 'run');
    const checking = post('/community/ask', { do: 'check', title, body: heavy }).then((answer) => {
      isDone = true;
      return answer;
    });
    await expect.poll(() => run, { interval: 5 }).toHaveBeenCalled();
    await test.app.inject('/healthz');
    expect(isDone).toBe(false);
    expect([200, 400]).toContain((await checking).statusCode);
  }, 30_000);

  it('renders once, and not at all past the limit', async () => {
    const run = vi.spyOn(test.services.texts, 'run').mockResolvedValue({ value: '<p>the preview</p>' });
    expect((await post('/community/ask', { do: 'check', title, body: heavy })).body).toContain('the preview');
    expect(run).toHaveBeenCalledTimes(1);
    isFull = true;
    expect((await post('/community/ask', { do: 'check', title, body: heavy })).statusCode).toBe(429);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('tells beside the field what could not be rendered in time', async () => {
    vi.spyOn(test.services.texts, 'run').mockResolvedValue(null);
    const answer = await post('/community/ask', { do: 'check', title, body: heavy });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('There are too many formatting signs in it.');
  });

  it('masks nothing that is too long', async () => {
    const numbers = '98765 43210 '.repeat(3_000);
    const long = await post('/community/ask', { do: 'mask', title, body: numbers });
    expect(long.statusCode).toBe(400);
    expect(long.body).toContain('98765 43210');
    const short = await post('/community/ask', { do: 'mask', title: '', body: 'call 98765 43210' });
    expect(short.body).toContain('call XXXXX X3210');
  });
});

describe('a post', () => {
  it('counts before anything is looked up or rendered', async () => {
    const run = vi.spyOn(test.services.texts, 'run');
    isFull = true;
    for (const payload of [
      { title, body: heavy },
      { title, categoryIds: [999_999] },
    ])
      expect((await create(payload)).statusCode).toBe(429);
    isFull = false;
    expect((await create({ title, body: heavy, categoryIds: [999_999] })).statusCode).toBe(400);
    expect(run).not.toHaveBeenCalled();
  });

  it('that is changed counts as well', async () => {
    const { id } = (await create({ title: 'A question to be changed', body: '' })).json().data;
    const run = vi.spyOn(test.services.texts, 'run');
    isFull = true;
    const answer = await test.send('PATCH', `/api/communities/question/${id}`, { body: heavy }, member.headers);
    expect(answer.statusCode).toBe(429);
    expect(run).not.toHaveBeenCalled();
  });

  it('that is not there, or that another wrote, is not rendered for a change', async () => {
    const answerTo = (await create({ title: 'A question of somebody else', body: '' })).json().data.id as number;
    const sent = (path: string, by: Member, method: 'POST' | 'PATCH', payload: object) =>
      test.send(method, `/api/communities/${path}`, payload, by.headers);
    const comment = (await sent('comment/create', member, 'POST', { questionId: answerTo, body: 'An answer.' })).json();
    const reply = (await sent('reply/create', member, 'POST', { commentId: comment.data.id, body: 'A reply.' })).json();
    const other = await join(test.services);
    const run = vi.spyOn(test.services.texts, 'run');
    const body = heavy.slice(0, 4_900);
    for (const [kind, id] of Object.entries({ question: answerTo, comment: comment.data.id, reply: reply.data.id })) {
      expect((await sent(`${kind}/${id}`, other, 'PATCH', { body })).statusCode).toBe(403);
      expect((await sent(`${kind}/2000000000`, other, 'PATCH', { body })).statusCode).toBe(404);
    }
    expect(run).not.toHaveBeenCalled();
    run.mockResolvedValue({ value: '<p>changed</p>' });
    expect((await sent(`reply/${reply.data.id}`, member, 'PATCH', { body })).statusCode).toBe(200);
  });

  it('is refused in plain words where its text is not rendered in time', async () => {
    vi.spyOn(test.services.texts, 'run').mockResolvedValue(null);
    const answer = await create({ title: 'A question that takes long', body: heavy });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().details).toEqual([{ path: 'body', message: 'There are too many formatting signs in it.' }]);
  });
});

it('what is rendered at once is quick, and what people write is rendered at once', () => {
  const scraps = ['*[', '[*', '_www.a.', '![', '<x', '&a', 'a@a.', '\\\n', '`', '> ', '- a\n', '| a |\n'];
  for (const first of scraps) {
    for (const second of scraps) {
      for (const many of [5, 80]) {
        const head = first.repeat(many);
        for (let length = 10_000; length > head.length; length = Math.floor(length * 0.7)) {
          const text = (head + second.repeat(10_000)).slice(0, length);
          if (!isQuick(text)) continue;
          const times = [1, 2, 3].map(() => cpuTimeOf(() => void renderedOrRefused(text)));
          expect(Math.min(...times), `${head.slice(0, 20)}… ${second} ${length}`).toBeLessThan(60);
          break;
        }
      }
    }
  }
  const letter = `I went to the office on **Monday** and they asked for:\n\n- Aadhaar\n- the old card\n\nSee https://example.in/form.\n\n`;
  expect(isQuick(letter.repeat(6))).toBe(true);
  expect(isQuick('A plain line.\n'.repeat(700))).toBe(true);
}, 60_000);

const renderedOrRefused = (text: string) => {
  try {
    return renderCommunityText(text);
  } catch {
    return null;
  }
};

it('numbers are found and masked in time that grows with the length alone', () => {
  const text = '98765 43210 ABCPE1234F '.repeat(20_000);
  expect(cpuTimeOf(() => expect(findPersonalNumbers(text)).toHaveLength(40_000))).toBeLessThan(1_500);
  expect(cpuTimeOf(() => expect(maskPersonalNumbers(text)).not.toContain('98765'))).toBeLessThan(1_500);
});

it.each([
  ['spaces', `a${' '.repeat(200_000)}b`],
  ['wide spaces', `a${'\u2003'.repeat(200_000)}b`],
  ['hyphens', `${'-'.repeat(200_000)}x`],
  ['comments begun', '<!--'.repeat(50_000)],
])('%s in a long line are shown and indexed in time that grows with their number alone', (_, text) => {
  expect(cpuTimeOf(() => void renderPlain(text))).toBeLessThan(500);
  expect(cpuTimeOf(() => void plainText(text))).toBeLessThan(500);
  const raw = `\npension ${text.slice(0, 50_000)}b`;
  expect(cpuTimeOf(() => void plainWordsOf(renderPlain(raw)))).toBeLessThan(500);
  expect(cpuTimeOf(() => void cutHighlight(raw, [{ lexeme: 'pension', position: 2 }]))).toBeLessThan(500);
});
