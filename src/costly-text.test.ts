// @runs slow, in its own process
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askQuestion } from './features/communities/ask-question.server.ts';
import { answerQuestion, replyToComment } from './features/communities/write-answer.server.ts';
import type { Viewer } from './platform/wire/viewer.ts';
import { builtPages } from './testing/build-test-app.ts';
import {
  beaconsOf,
  buttons,
  bytesOf,
  encodedUpTo,
  harmless,
  type Make,
  mostBytes,
  pathText,
  placesOf,
  type Schema,
  withText,
} from './testing/costly-places.ts';
import { costlyRequests, isWhole, within } from './testing/costly-requests.ts';
import { join, type Member } from './testing/join.ts';
import { allCalls, type Belongings, pageForms } from './testing/security-matrix.ts';
import { openTestApp } from './testing/open-test-app.ts';

type Call = {
  parameters?: { name: string; in: 'query' | 'path'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

const test = openTestApp({ content: 'demo' });
let member: Member;
let of: Belongings;
let document: { paths: Record<string, Record<string, Call>> };
const { expectCheap, tellSlowest, textsFor } = costlyRequests(() => test);

beforeAll(async () => {
  const { services } = test;
  member = await join(services, { role: 'moderator' });
  const viewer: Viewer = {
    userId: member.id,
    sessionId: '',
    roles: ['moderator'],
    createdAt: new Date(0),
    suspendedUntil: null,
    isPhoneLinked: true,
    via: 'bearer',
    lacksFactor: false,
  };
  const question = await askQuestion(services, viewer, { title: 'Where is the ration office?', body: '' });
  const comment = await answerQuestion(services, viewer, { questionId: question.id, body: 'Behind the post office.' });
  const reply = await replyToComment(services, viewer, { commentId: comment.id, body: 'Thank you for that.' });
  of = {
    owner: member,
    question: question.id,
    comment: comment.id,
    reply: reply.id,
    profile: 1,
    session: member.id,
    questionPath: question.canonicalUrl,
  };
  document = (await test.app.inject('/api/openapi.json')).json();
  // Warms up the JIT compiler for every kind of request before timing.
  for (let round = 0; round < 3; round += 1) {
    for (const url of ['/', '/search?q=ration', '/community/ask', question.canonicalUrl]) await test.app.inject(url);
    for (const page of ['/community/ask', '/contact', '/grievance']) await sendForm(page, { title: 'x', body: '*x*' });
  }
});
afterAll(() => {
  tellSlowest();
});

const sendForm = (page: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  test.app.inject(formOf(page, fields, headers));
// multipart/form-data needs no escaping: 64 KB hold as much text as possible.
const formOf = (page: string, fields: Record<string, string>, headers: Record<string, string>): InjectOptions => ({
  method: 'POST',
  url: page,
  headers: {
    origin: test.services.config.publicOrigin,
    'content-type': 'multipart/form-data; boundary=costly',
    ...headers,
  },
  payload: `${Object.entries(fields)
    .map(([name, value]) => `--costly\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--costly--\r\n`,
});

/** The longest that is accepted, and what is refused. */
const lengthsFor = (most: number) =>
  [...new Set(isWhole ? [most, most + 1, mostBytes] : [most, mostBytes])].filter((length) => length <= mostBytes);
/** The studio's kinds share their code: a field is tried with the first of them that has it. */
function firstOfItsKind(): (place: string) => boolean {
  const seen = new Set<string>();
  return (place) => {
    const shared = place.replace(
      /\/studio\/(?:articles|videos|webstories|pages|categories|tags|authors|ctas|feed)\b/,
      '/studio',
    );
    const isFirst = isWhole || !seen.has(shared);
    seen.add(shared);
    return isFirst;
  };
}
/** Who is signed in gets furthest; strangers are refused before most of that. */
const callersOf = (length: number, most: number) =>
  (isWhole || length <= most ? [{}, member.lasting] : [member.lasting]) as Record<string, string>[];

describe('no text of any length holds the thread', () => {
  it('in the bodies of the API, field by field', { timeout: within(900_000) }, async () => {
    let fields = 0;
    const isNew = firstOfItsKind();
    const calls = allCalls(test.app.routes);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content['application/json']?.schema;
        const call = `${method.toUpperCase()} ${path.replace(/^\/api/, '').replace(/(.)\/$/, '$1')}`;
        const row = calls[call];
        if (!schema || !row) continue;
        const url = `/api${call.split(' ')[1]!.replace(/\{\w+\}/, String(row.id?.(of) ?? ''))}`;
        for (const { path: place, most } of placesOf(schema)) {
          if (!isNew(`${call} ${place.join('.')}`)) continue;
          fields += 1;
          for (const length of lengthsFor(most)) {
            for (const [name, make] of textsFor()) {
              for (const headers of callersOf(length, most))
                await expectCheap(`${call} ${place.join('.')}, ${length} of ${name}`, make, (text) => ({
                  method: method.toUpperCase() as 'POST',
                  url,
                  headers: { 'content-type': 'application/json', ...headers },
                  payload: JSON.stringify(withText(row.body?.(of) ?? {}, place, text(length))),
                }));
            }
          }
        }
      }
    }
    expect(fields).toBeGreaterThan(60);
  });

  it('in what follows the question mark, and in the path, of the API', { timeout: within(900_000) }, async () => {
    let parameters = 0;
    const isNew = firstOfItsKind();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { parameters: all = [], requestBody }] of Object.entries(methods)) {
        for (const parameter of all) {
          if (!isNew(`${method} ${path} ${parameter.name}`)) continue;
          parameters += 1;
          const isPath = parameter.in === 'path';
          for (const [name, make] of textsFor()) {
            await expectCheap(`${method} ${path} ${parameter.name}, ${name}`, make, (textOf) => {
              const text = encodedUpTo(textOf(15_000), isPath ? 1_024 : 15_000);
              const bare = `/api${path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, (_, key: string) => (isPath && key === parameter.name ? text : '1'))}`;
              return {
                method: method.toUpperCase() as 'GET',
                url: isPath ? bare : `${bare}?${parameter.name}=${text}`,
                headers: { ...member.lasting, ...(requestBody ? { 'content-type': 'application/json' } : {}) },
                ...(requestBody ? { payload: '{}' } : {}),
              };
            });
          }
        }
      }
    }
    expect(parameters).toBeGreaterThan(20);
  });

  it('in the forms of the pages, whatever button is pressed', { timeout: within(1_800_000) }, async () => {
    expect.hasAssertions();
    const questionOf = (page: string) =>
      page
        .replace('/community/question/:key', of.questionPath)
        .replace(':key', `question-${of.question}`)
        .replace(':cta', '1');
    for (const page of Object.keys(pageForms)) {
      // A new user for each page, because one of the pages signs out.
      const { cookies } = await join(test.services, { role: 'moderator' });
      for (const headers of [{}, { cookie: cookies }] as Record<string, string>[]) {
        const most = page === '/community/ask' ? 9_990 : 4_990;
        const { body: html } = await test.app.inject({ url: questionOf(page), headers });
        const names = new Set(
          [...html.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name!),
        );
        for (const name of ['title', 'body', 'note', 'identifier', 'code', 'step', 'reason', 'website', 'redirect'])
          names.add(name);
        for (const button of buttons) {
          // 'Hide the numbers' exists only after numbers were found; `do` of a community form is always read.
          const isThere = Object.entries(button).every(
            ([key, value]) => (key === 'do' && page.startsWith('/community')) || html.includes(`value="${value}"`),
          );
          if (!isThere) continue;
          for (const length of headers.cookie ? [most] : [most, mostBytes]) {
            for (const [name, make] of textsFor()) {
              await expectCheap(`${page} ${JSON.stringify(button)}, ${length} of ${name}`, make, (textOf) => {
                const text = bytesOf(textOf(length), 45_000);
                const isLong = /^(?:body|text|message)$/;
                // The other fields get a tenth of it: within most fields' limits, and beyond them.
                const others = text.slice(0, Math.min(1_000, length / 10));
                const filled = [...names].map((field) => [field, isLong.test(field) ? text : others]);
                const title = length === mostBytes ? others : 'A question about ration';
                return formOf(questionOf(page), { ...Object.fromEntries(filled), title, ...button }, headers);
              });
            }
          }
        }
      }
    }
  });

  it('in the addresses of the pages', { timeout: within(900_000) }, async () => {
    expect.hasAssertions();
    const { routes } = await builtPages.loadPages();
    const paths = Object.values(routes).flatMap((route) => (route?.path ? [`/${route.path}`] : []));
    for (const path of paths) {
      for (const [name, make] of textsFor()) {
        if (/[:*]/.test(path))
          await expectCheap(`${path}, ${name}`, make, (text) => ({
            url: path.replace(/:\w+|\*/, encodedUpTo(text(1_024), 1_000)),
            headers: {},
          }));
        const inQuery = (text: Make) => encodedUpTo(text(15_000), 15_000);
        const inMany = (text: Make) =>
          ['q', 'page', 'kind', 'category', 'about', 'sent', 'filter', 'tag', 'answer', 'redirect', 'step']
            .map((key) => `${key}=${inQuery(text).slice(0, 1_300).replace(/%.?$/, '')}`)
            .join('&');
        const inOne = (text: Make) => `q=${inQuery(text)}`;
        for (const query of path === '/search' ? [inOne, inMany] : [inMany])
          await expectCheap(`${path}?…, ${name}`, make, (text) => ({
            url: `${path.replace(/:\w+|\*/, 'x-MQ')}?${query(text)}`,
            headers: { cookie: member.cookies },
          }));
      }
    }
  });

  it('in headers', { timeout: within(900_000) }, async () => {
    expect.hasAssertions();
    const names = ['cookie', 'user-agent', 'accept-encoding', 'if-none-match', 'authorization', 'origin', 'range'];
    for (const header of [...names, 'referer', 'accept', 'x-forwarded-for', 'x-request-id', 'idempotency-key']) {
      for (const url of ['/', '/login', '/api/categories', '/sw.js', '/api/user/get']) {
        for (const [name, make] of textsFor()) {
          await expectCheap(`${header} at ${url}, ${name}`, make, (text) => ({
            url,
            headers: { [header]: text(15_000).replace(/[^\t\u0020-\u007e]/g, ' ') },
          }));
        }
      }
    }
  });

  it('in the pages that show them afterwards, and in what is found of them', { timeout: within(300_000) }, async () => {
    expect.hasAssertions();
    const { headers } = await join(test.services);
    const post = (path: string, payload: object) =>
      test.send('POST', `/api/communities/${path}/create`, payload, headers);
    const askAbout = async (name: string, make: Make) => {
      const asked = await post('question', { title: `Costly: ${name}`.padEnd(12), body: make(10_000) });
      if (asked.statusCode !== 201) return null;
      const { data } = asked.json<{ data: { id: number; canonicalUrl: string } }>();
      for (let round = 0; round < 3; round += 1)
        await post('comment', { questionId: data.id, body: `${round}${make(4_990)}` });
      return data;
    };
    const plain = await askAbout('words', harmless);
    for (const [name, make] of textsFor(6)) {
      const question = await askAbout(name, make);
      if (!question) continue;
      const of = (text: Make) => (text === make ? { ...question, name } : { ...plain!, name: 'words' });
      await expectCheap(`page of ${name}`, make, (text) => ({ url: of(text).canonicalUrl }));
      await expectCheap(`list with ${name}`, make, (text) => ({
        url: `/community?page=1&filter=RECENT&tag=${of(text).id}`,
      }));
      await expectCheap(`search for ${name}`, make, (text) => ({
        method: 'POST',
        url: '/api/search/questions',
        payload: { questionText: `costly ${of(text).name}`.slice(0, 200) },
      }));
    }
  });

  it('in beacons and reports', { timeout: within(300_000) }, async () => {
    expect.hasAssertions();
    for (const [name, make] of textsFor(3)) {
      for (const [at, [url]] of beaconsOf(make).entries())
        await expectCheap(`${url}, ${name}`, make, (text) => {
          const [, type, payload] = beaconsOf(text)[at]!;
          const source = encodeURIComponent(pathText(text)).slice(0, 3_000);
          return { method: 'POST', url, headers: { 'content-type': type, cookie: `jrk_source=${source}` }, payload };
        });
    }
  });
});
