// @runs slow, in its own process
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procedures } from './features/letters/procedures.ts';
import { challengeCookieName, knownCookieName } from './features/otp/browser.server.ts';
import { fieldOf } from './features/schemes/form-answers.ts';
import { factIds } from './features/schemes/facts.ts';
import { accessTokenName, csrfCookieName, sessionCookieName } from './features/sessions/session-cookies.server.ts';
import { pageTable } from './page-table.ts';
import {
  bytesOf,
  encodedUpTo,
  type Make,
  mostBytes,
  placesOf,
  type Schema,
  withText,
} from './testing/costly-places.ts';
import { costlyRequests, isWhole, within } from './testing/costly-requests.ts';
import { costlyTexts } from './testing/costly-texts.ts';
import { join, type Member } from './testing/join.ts';
import { pageForms } from './testing/security-matrix.ts';
import { letterAnswers } from './testing/letter-answers.ts';
import { openTestApp } from './testing/open-test-app.ts';

// What costly-text.test.ts does not reach: single fields of the length of a whole form, answers of real letters and
// calls to action, what only the newsroom may send, and parameters of pages by the page table.

type Call = { requestBody?: { content: Record<string, { schema: Schema }> } };

const test = openTestApp({ content: 'demo' });
let staff: Member;
let origin: string;
let cta: string;
let question: string;
const { expectCheap, tellSlowest, textsFor } = costlyRequests(() => test);
const roles = ['admin', 'editor', 'writer', 'checker', 'moderator'] as const;
/** Marks on one letter always: sorting them is the one quadratic step of the engine itself. */
const textsAndMarks = () => [...new Map([...textsFor(), ['marks', costlyTexts['marks']!] as const])];

beforeAll(async () => {
  staff = await join(test.services, { roles: [...roles] });
  origin = test.services.config.publicOrigin;
  cta = String((await test.app.inject('/api/referral/cta/all')).json<{ data: { ctaId: number }[] }>().data[0]!.ctaId);
  const recent = await test.send('POST', '/api/search/question/recent', {});
  question = recent.json<{ data: { canonicalUrl: string }[] }>().data[0]!.canonicalUrl;
  for (let round = 0; round < 3; round += 1) {
    for (const url of ['/find-schemes', '/letters/rti', question, '/studio']) await test.app.inject(url);
    await test.app.inject(formOf('/letters/rti', { office: 'x' }));
  }
});
afterAll(() => {
  tellSlowest();
});

const formOf = (url: string, fields: Record<string, string>, cookie = ''): InjectOptions => ({
  method: 'POST',
  url,
  headers: { origin, cookie, 'content-type': 'multipart/form-data; boundary=costly' },
  payload: `${Object.entries(fields)
    .map(([name, value]) => `--costly\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--costly--\r\n`,
});
const jsonOf = (url: string, method: string, body: unknown, headers: Record<string, string>): InjectOptions => ({
  method: method as 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  payload: JSON.stringify(body),
});
/** An address at which there is something. */
const existing = (pattern: string) =>
  pattern
    .replace('/letters/:slug', '/letters/rti')
    .replace('/papers/:slug', '/papers/passport')
    .replace(':cta', cta)
    .replace('/community/question/:key', question)
    .replace('/post/:key', '/post/question-1')
    .replace(':kind', 'articles')
    .replace(':piece', '1001')
    .replace(/:\w+/, 'x-MTAwMQ');

describe('no single field, however long, holds the thread', () => {
  it('of any form', { timeout: within(1_800_000) }, async () => {
    expect.hasAssertions();
    for (const page of Object.keys(pageForms)) {
      const url = existing(page);
      // A new user for each page, because one of the pages signs out.
      const { cookies } = await join(test.services, { roles: [...roles] });
      for (const cookie of isWhole ? ['', cookies] : [pageForms[page]!.nobody === 303 ? cookies : '']) {
        const { body: html } = await test.app.inject({ url, headers: { cookie } });
        const tags = [
          ...html.matchAll(/<(?:input|textarea|select|button)[^>]* name="([^"]+)"(?:[^>]* value="([^"]*)")?/g),
        ];
        const names = new Set([...tags.map(([, name]) => name!), 'identifier', 'code', 'step', 'redirect', 'mobile']);
        // Its questions come one by one.
        if (/find-schemes|refer/.test(page)) for (const id of factIds) names.add(fieldOf(id));
        const pressed = isWhole ? tags.filter(([tag]) => tag.startsWith('<button')) : [];
        for (const button of [{}, ...pressed.map(([, name, value]) => ({ [name!]: value ?? '' }))])
          for (const name of names)
            for (const [text, make] of textsAndMarks())
              await expectCheap(`${page} ${JSON.stringify(button)} ${name}, ${text}`, make, (textOf) =>
                formOf(url, { ...button, [name]: bytesOf(textOf(mostBytes), mostBytes) }, cookie),
              );
      }
    }
  });

  it('of a letter or a call to action', { timeout: within(900_000) }, async () => {
    expect.hasAssertions();
    for (const { id, questions } of Object.values(procedures)) {
      for (const { id: asked, kind } of questions) {
        if (kind === 'choice' || kind === 'yes') continue;
        for (const length of isWhole ? [119, 1_199, 4_999, mostBytes] : [4_999])
          for (const [text, make] of textsAndMarks())
            await expectCheap(`letter ${id} ${asked}, ${length} of ${text}`, make, (textOf) =>
              jsonOf(
                `/api/letters/${id}`,
                'POST',
                { lang: 'en', answers: { ...letterAnswers[id], [asked]: textOf(length) } },
                {},
              ),
            );
      }
    }
    for (const place of [['name'], ['mobile'], ['answers', 'anything']])
      for (const length of [80, mostBytes])
        for (const [text, make] of textsAndMarks())
          await expectCheap(`call to action ${place.join('.')}, ${length} of ${text}`, make, (textOf) => {
            const body = { ctaId: Number(cta), mobile: '9822200006', name: 'Asha', consent: true, answers: {} };
            return jsonOf('/api/referral/data', 'POST', withText(body, place, textOf(length)), {});
          });
  });

  it('of what the newsroom sends', { timeout: within(1_800_000) }, async () => {
    const { paths } = (await test.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, Call>>;
    }>();
    let fields = 0;
    for (const [path, methods] of Object.entries(paths)) {
      const call = path.replace(/^\/api/, '');
      // The other kinds share the code of these.
      if (!call.startsWith('/studio/') || /studio\/(?:videos|categories|tags|authors|ctas)\b/.test(call)) continue;
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content['application/json']?.schema;
        if (!schema) continue;
        const body =
          method === 'put' ? { baseRevision: 1 } : call.endsWith('s') ? { title: 'A title', body: 'A text' } : {};
        for (const { path: place, most } of placesOf(schema)) {
          fields += 1;
          for (const [text, make] of textsAndMarks())
            await expectCheap(`${method} ${call} ${place.join('.')}, ${text}`, make, (textOf) => {
              const filled = withText(body, place, textOf(Math.min(most, mostBytes)));
              return jsonOf(`/api${call.replace(/\{\w+\}/g, '1001')}`, method.toUpperCase(), filled, staff.lasting);
            });
        }
      }
    }
    expect(fields).toBeGreaterThan(60);
  });

  it('of an address, by the parameters that its page reads', { timeout: within(900_000) }, async () => {
    expect.hasAssertions();
    for (const { pattern, parameters = [] } of pageTable.pages) {
      for (const name of parameters)
        for (const [text, make] of textsAndMarks())
          await expectCheap(`${pattern}?${name}=, ${text}`, make, (textOf) => ({
            url: `${existing(pattern)}?${name}=${encodedUpTo(textOf(15_000), 15_000)}`,
          }));
    }
  });

  it('of a cookie or a header that is read by name', { timeout: within(300_000) }, async () => {
    expect.hasAssertions();
    const { config } = test.services;
    const own = [sessionCookieName, csrfCookieName, challengeCookieName, knownCookieName].map((name) => name(config));
    const cookies = [accessTokenName, ...own, 'user_id', 'jrk_session_id', 'jrk_source'];
    const headers = ['accept-language', 'content-type', 'sec-fetch-site', 'if-modified-since', 'x-forwarded-host'];
    const requests: InjectOptions[] = [
      ...['/login', '/api/auth/session', '/api/user/get'].map((url) => ({ url })),
      { method: 'POST', url: '/api/track', payload: { name: 'view', path: '/' } },
    ];
    for (const request of requests)
      for (const name of [...cookies, ...headers])
        for (const [text, make] of textsFor(3))
          await expectCheap(`${name} at ${String(request.url)}, ${text}`, make, (textOf) => {
            const value = textOf(14_000).replace(/[^\t\u0020-\u007e]/g, ' ');
            return { ...request, headers: cookies.includes(name) ? { cookie: `${name}=${value}` } : { [name]: value } };
          });
  });
});

describe('no number of fields holds the thread', () => {
  const many = <One>(count: number, of: (at: number) => One): One[] => Array.from({ length: count }, (_, at) => of(at));
  const lists: Record<string, unknown> = {
    zeros: many(30_000, () => 0),
    numbers: many(10_000, (at) => at + 1),
    texts: many(6_000, (at) => `t${at}`),
    objects: many(20_000, () => ({})),
    lists: many(20_000, () => []),
  };
  const keys = Object.fromEntries(many(7_000, (at) => [`k${at}`, 1]));

  it('in a call', { timeout: within(900_000) }, async () => {
    expect.hasAssertions();
    const { paths } = (await test.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, Call>>;
    }>();
    for (const [path, methods] of Object.entries(paths)) {
      const call = path.replace(/^\/api/, '').replace(/(.)\/$/, '$1');
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content['application/json']?.schema;
        if (!schema || (!isWhole && /studio\/(?:videos|webstories|pages|categories|tags|authors|ctas)\b/.test(call)))
          continue;
        const url = `/api${call.replace('{procedure}', 'rti').replace(/\{\w+\}/g, call.startsWith('/studio') ? '1001' : '1')}`;
        const tries = [['keys', keys] as const, ...Object.entries(lists)];
        for (const [what, body] of tries)
          await expectCheap(`${method} ${call} of ${what}`, noText, () =>
            jsonOf(url, method.toUpperCase(), body, staff.lasting),
          );
        for (const place of listsIn(schema))
          for (const [what, list] of Object.entries(lists))
            await expectCheap(`${method} ${call} ${place.join('.')} of ${what}`, noText, () =>
              jsonOf(url, method.toUpperCase(), withText({}, place, list as string), staff.lasting),
            );
      }
    }
  });

  it('in a form', { timeout: within(900_000) }, async () => {
    expect.hasAssertions();
    for (const page of Object.keys(pageForms)) {
      const url = existing(page);
      const { body: html } = await test.app.inject({ url });
      const names = new Set(
        [...html.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name!),
      );
      for (const name of ['scheme', 'category', 'errand', 'skip', ...names]) {
        const one = `${encodeURIComponent(name)}=1&`;
        await expectCheap(`${page}, many ${name}`, noText, () => ({
          ...formOf(url, {}),
          headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
          payload: one.repeat(64_000 / one.length),
        }));
      }
    }
  });
});

const noText: Make = () => '';

/** Paths of the lists in a body. */
function listsIn(schema: Schema, path: string[] = []): string[][] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...variants.flatMap((variant) => listsIn(variant, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => listsIn(property, [...path, name])),
    ...(schema.items && path.length > 0 ? [path] : []),
  ];
}
