// @runs slow
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inLanguage } from './platform/http/request-context.server.ts';
import { problem, type Problem, type ProblemCode } from './platform/wire/problem.ts';
import { wordProblem } from './platform/wire/word-problem.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { join } from './testing/join.ts';
import { allCalls, type Belongings, type Row, studioCalls } from './testing/security-matrix.ts';
import { globSync } from 'node:fs';
import { prepared } from './testing/prepared.ts';

/** What stays in Latin letters: names of fields, formats and files, examples, the values of a list. */
const staysLatin = [
  /होना चाहिए: .*$|यहाँ true होना|लिखे जाते हैं: .*$|होते हैं: .*$/s,
  /[“"'(][^”"')]*[”"')]/g,
  /\{[^}]*\}/g,
  /\b[\w.-]+@[\w.-]+\b|https?:\/\/\S+|\d{4}-\d\d-\d\dT[\d:]+Z?|docs\/\S+|content\/media/g,
  /\b(?:JSON|UTF-8|KB|kB|MB|JPEG|PNG|WebP|AVIF|GIF|MP4|H\.264|WebM|WebVTT)\b|application\/json|application\/offset\+octet-stream|multipart\/form-data/g,
  /\bIdempotency-Key\b|\bphoneNo\b|\bemailId\b|\bids\b|\ball: true\b|\bhttps\b|\b(?:central|hi-Latn|en|hi)\b/g,
  /\b(?:items|latest|single|multiple|fact|all|any|not|eq|in|gte|lte|between|age|familyIncome|reviewedOn|from)\b/g,
  /\b(?:article|video|webstory|category):key\b/g,
];
const latinIn = (text: string) =>
  /[A-Za-z]/.test(staysLatin.reduce((left: string, one) => left.replace(one, ' '), text)) ||
  !/[\u0900-\u097f]/.test(text);
const inHindi = (found: Problem) => inLanguage('hi', () => wordProblem(found));

/** Every message that a schema may refuse with, outside of functions that add issues themselves. */
function messagesOf(schema: unknown, seen = new Set<unknown>()): Problem[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = (schema as { _zod?: { def?: Record<string, unknown> } })._zod?.def;
  if (!def) return Object.values(schema).flatMap((inner) => messagesOf(inner, seen));
  const error = def.error as ((issue: object) => unknown) | undefined;
  const said = typeof error === 'function' ? error({ code: 'custom', input: 'x', path: [] }) : undefined;
  return [
    ...(said ? [{ code: said as ProblemCode, params: (def.params as Problem | undefined)?.params ?? [] }] : []),
    ...['checks', 'shape', 'element', 'innerType', 'in', 'out', 'options', 'keyType', 'valueType', 'items'].flatMap(
      (part) => messagesOf(def[part], seen),
    ),
  ];
}

const contracts = [...globSync('src/features/**/*.contract.ts'), 'src/features/pieces/piece-files.ts'];
it.each(contracts)('%s refuses by codes that have a sentence', async (file) => {
  const exported = (await import(pathToFileURL(resolve(file)).href)) as object;
  const schemas = Object.values(exported).filter((one) => one instanceof z.ZodType);
  const found = schemas.flatMap((schema) => messagesOf(schema));
  expect(found.filter((one) => !/^\w+\.\w+$/.test(one.code) || latinIn(inHindi(one)))).toEqual([]);
});

it('words a problem inside of a problem', () => {
  const unmet = problem('rule.onDay', '2026-04-01', problem('rule.unmet', 'age'));
  expect(wordProblem(unmet)).toBe('on 2026-04-01: no age meets it');
  expect(inHindi(unmet)).toBe('2026-04-01 को: कोई भी age इस पर खरा नहीं उतरता');
  expect(inHindi(problem('rule.noAnswer', '"x"', 'age', problem('answer.numberFrom', 0, 120)))).toBe(
    '"x" तथ्य age का जवाब नहीं हो सकता, जिसका जवाब है: 0 से 120 तक की एक संख्या',
  );
});

const test = openTestApp({ content: 'demo' });
const caller = prepared(() => join(test.services, { roles: ['editor', 'moderator', 'admin', 'writer'] }));

const someIds = { owner: { id: 'x' }, question: 1, comment: 1, reply: 1, profile: 1 } as unknown as Belongings;

type Wire = { properties?: Record<string, Wire>; type?: string };
const wrong = ['', 'x', '\u0000', 'x'.repeat(600_000 / 10), 7, -1, 1.5, 1e12, true, null, [], ['x', 'x'], [{}], {}];
const wrongInAddress = ['x', '', '-1', '0', '999999999', '99999999999', 'x,y', 'क', 'x'.repeat(700)];

/** Bodies with something wrong: each field in turn, the rest as a good one has it. */
function wrongBodies(good: unknown, schema: Wire | undefined): string[] {
  const whole = typeof good === 'object' && good !== null ? good : {};
  const names = Object.keys({ ...schema?.properties, ...whole });
  const fields = names.flatMap((name) => wrong.map((value) => ({ ...whole, [name]: value })));
  const bodies = [[], 'x', null, [{}], {}, { ...whole, notAField: 1 }, ...fields];
  return ['{', ...bodies.map((body) => JSON.stringify(body))].filter((body) => body.length < 70_000);
}

type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Wire }> };
};
const operations = async (): Promise<[string, Operation, Row['body']][]> => {
  const { paths } = (await test.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const calls = Object.entries(allCalls(test.app.routes)).filter(([call]) => !isLikeCtas(call));
  return calls.map(([call, { body }]) => {
    const [method = '', path = ''] = call.split(' ');
    const known = Object.entries(paths).find(([name]) => name.replace(/^\/api/, '') === path)?.[1];
    return [call, known?.[method.toLowerCase()] ?? {}, body];
  });
};

/** The acts on a piece are made for each kind from the same schemas: those on a call to action, of which 1 is there. */
const isLikeCtas = (call: string) => {
  const same = call.replace(/\/studio\/\w+(?=\/\{id\}\/)/, '/studio/ctas');
  return same !== call && studioCalls(test.app.routes).includes(same);
};

describe('every call of the API', () => {
  it('refuses in Hindi, where Accept-Language asks for it', { timeout: 600_000 }, async () => {
    const found = new Set<string>();
    const codes = new Set<string>();
    for (const [call, { parameters = [], requestBody }, bodyFor] of await operations()) {
      const [method = '', path = ''] = call.split(' ');
      const ask = async (url: string, payload?: string, type = 'application/json') => {
        const answer = await test.send(method as 'GET', `/api${url}`, payload, {
          'accept-language': 'fr, hi-IN;q=0.9, en;q=0.8',
          ...(call === 'DELETE /user' || call === 'DELETE /user/sessions' ? {} : caller.headers),
          ...(payload === undefined ? {} : { 'content-type': type }),
        });
        if (answer.statusCode < 400) return;
        const {
          message,
          details = [],
          code,
        } = answer.json<{
          message: string;
          code: string;
          details?: { path: string; message: string }[];
        }>();
        codes.add(code);
        if (!String(answer.headers.vary).includes('Accept-Language')) found.add(`${call} lacks Vary`);
        for (const said of [message, ...details.map((detail) => detail.message)])
          if (latinIn(said)) found.add(`${call}: ${said.slice(0, 200)}`);
      };
      const filled = (value: string) => path.replace(/\{\w+\}/g, encodeURIComponent(value));
      const here = filled('1');
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';
      for (const value of path.includes('{') ? wrongInAddress : []) await ask(filled(value), body);
      for (const query of ['lang=zz', 'notAField=1']) await ask(`${here}?${query}`, body);
      for (const { name } of parameters.filter((one) => one.in === 'query'))
        for (const value of wrongInAddress) await ask(`${here}?${name}=${encodeURIComponent(value)}`, body);
      if (body === undefined) continue;
      await ask(here, 'x', 'text/plain');
      const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
      for (const one of wrongBodies(bodyFor?.(someIds), schema)) await ask(here, one);
    }
    expect([...found]).toEqual([]);
    expect([...codes]).toEqual(
      expect.arrayContaining(['validation_failed', 'unknown_field', 'invalid_json', 'forbidden']),
    );
  });

  it('keeps to English where the header names no language of the site', async () => {
    const ask = async (header?: string) =>
      (
        await test.send('POST', '/api/search/articles?lang=hi', '{"pageSize": 99}', {
          'content-type': 'application/json',
          ...(header === undefined ? {} : { 'accept-language': header }),
        })
      ).json<{ details: { message: string }[] }>().details[0]?.message;
    for (const header of [undefined, '', '*', 'fr', 'en, hi;q=0.5', 'hi;q=0'])
      expect(await ask(header)).toBe('must be at most 50');
    for (const header of ['hi', 'hi-IN', 'fr, hi;q=0.1', 'en;q=0.2, HI;q=0.3'])
      expect(await ask(header)).toBe('50 से ज़्यादा नहीं हो सकता');
  });
});
