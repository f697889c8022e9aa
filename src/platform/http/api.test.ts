import { describe, expect, it } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { memoryLimit } from '../guard/limits.server.ts';
import { errorCodes } from '../wire/wire.ts';

const test = openTestApp();

const json = { 'content-type': 'application/json' };
const post = (url: string, payload: string | Buffer, headers: Record<string, string> = json) =>
  test.send('POST', url, payload, headers);

describe('the message of an error', () => {
  const messageIn = async (language?: string) =>
    (
      await test.app.inject({
        url: '/api/category/999999',
        headers: language === undefined ? {} : { 'accept-language': language },
      })
    ).json<{ code: string; message: string }>();

  it('is in the language of Accept-Language, and in English without one that we have', async () => {
    const english = { code: 'route_not_found', message: 'There is no such call.' };
    expect(await messageIn()).toMatchObject(english);
    expect(await messageIn('fr, *;q=0.1')).toMatchObject(english);
    expect(await messageIn('hi-IN, en;q=0.5')).toMatchObject({
      code: 'route_not_found',
      message: 'यहाँ ऐसा कुछ नहीं है।',
    });
  });
});

describe('bad input to a call', () => {
  it.each([
    ['truncated JSON', '{"page":', 400, 'invalid_json'],
    ['an empty body', '', 400, 'invalid_json'],
    ['UTF-16', Buffer.from('{"page":1}', 'utf16le'), 400, 'invalid_json'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'invalid_json'],
    ['null', 'null', 400, 'validation_failed'],
    ['a list', '[]', 400, 'validation_failed'],
    ['a number', '7', 400, 'validation_failed'],
    ['__proto__', '{"__proto__":{"page":1}}', 400, 'invalid_json'],
    ['constructor.prototype', '{"constructor":{"prototype":{"page":1}}}', 400, 'invalid_json'],
    ['an unknown field', '{"pages":1}', 400, 'unknown_field'],
    ['a boolean for a number', '{"page":true}', 400, 'validation_failed'],
    ['a string for a number', '{"page":"2"}', 400, 'validation_failed'],
    ['a list for a string', '{"articleCategories":["a"]}', 400, 'validation_failed'],
    ['a truth for an id list', '{"articleCategories":true}', 400, 'validation_failed'],
    ['an id that is no number', '{"articleCategories":"252,abc"}', 400, 'validation_failed'],
    ['NUL', '{"articleCategories":"2\\u0000"}', 400, 'validation_failed'],
    ['a lone surrogate', '{"cursor":"\\ud800"}', 400, 'validation_failed'],
    ['a huge page', '{"pageSize":1000000000}', 400, 'validation_failed'],
    ['page 0', '{"page":0}', 400, 'validation_failed'],
    ['a sort key of SQL', '{"sortKey":"id;select pg_sleep(9)"}', 400, 'validation_failed'],
    ['a cursor of another make', '{"cursor":"bm9wZQ"}', 400, 'validation_failed'],
    ['30,000 levels', `{"page":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400, 'validation_failed'],
  ])('%s: %#', async (_name, payload, status, code) => {
    const answer = await post('/api/article/search/v1', payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      status,
      code,
      message: expect.stringMatching(/\.$/),
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('names the field that is not right', async () => {
    const answer = await post('/api/article/search/v1', '{"pageSize":"10","nope":1}');
    expect(
      answer
        .json()
        .details.map((detail: { path: string }) => detail.path)
        .sort(),
    ).toEqual(['nope', 'pageSize']);
  });

  it('over 64 KB is 413', async () => {
    const answer = await post('/api/article/search/v1', JSON.stringify({ cursor: 'x'.repeat(70_000) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json().code).toBe('too_large');
  });

  it.each(['text/plain', 'application/xml', 'application/json\t; x', ''])('content type %j is 415', async (type) => {
    const answer = await post('/api/article/search/v1', '{}', type === '' ? {} : { 'content-type': type });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().code).toBe('unsupported_media_type');
  });

  it.each(['0', '-1', '1e3', '0x10', '007', '2147483648', '99999999999', 'abc', '%00', '1%20'])(
    'id %s is 400',
    async (id) => {
      for (const kind of ['article', 'video', 'categories']) {
        expect((await test.app.inject(`/api/${kind}/${id}`)).statusCode).toBe(400);
      }
    },
  );

  it('bad percent-encoding is 400, a very long parameter 414', async () => {
    expect((await test.app.inject('/api/article/%E0%A4%A')).json()).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await test.app.inject('/api/search/suggest?q=%E0%A4%A')).json()).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect((await test.app.inject(`/api/search/suggest?q=${encodeURIComponent('100% पेंशन')}`)).statusCode).toBe(200);
    expect((await test.app.inject(`/api/article/${'1'.repeat(1_100)}`)).statusCode).toBe(414);
  });
});

describe('routing of calls', () => {
  it('an unknown call is 404, a known one by another method 405 with Allow', async () => {
    const unknown = await test.app.inject('/api/nothing');
    expect(unknown.json()).toMatchObject({ status: 404, code: 'route_not_found' });
    const wrong = await test.send('DELETE', '/api/categories');
    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers.allow).toBe('GET');
    for (const { headers, json } of [unknown, wrong])
      expect([headers['x-request-id'], headers['cross-origin-resource-policy']]).toEqual([
        json().requestId,
        'same-origin',
      ]);
  });

  it('a name beside an id is a call of its own: another method is 405, also before 401', async () => {
    for (const [method, url, allow] of [
      ['GET', '/api/article/recommended', 'POST'],
      ['GET', '/api/article/recommended/?x=1', 'POST'],
      ['PATCH', '/api/profile/all', 'GET'],
      ['DELETE', '/api/profile/create', 'POST'],
      ['GET', '/api/communities/question/create', 'POST'],
    ] as const) {
      const { statusCode, headers } = await test.send(method, url);
      expect([url, statusCode, headers.allow]).toEqual([url, 405, allow]);
    }
  });

  it('takes a trailing slash, and no double one', async () => {
    expect((await test.app.inject('/api/tags/')).statusCode).toBe(200);
    expect((await test.app.inject('/api/tags')).statusCode).toBe(200);
    expect((await test.app.inject('/api//tags')).statusCode).toBe(404);
  });

  it('an unknown thing is 404 with its kind', async () => {
    for (const [url, code] of [
      ['/api/article/9', 'article_not_found'],
      ['/api/video/9', 'video_not_found'],
      ['/api/categories/9', 'category_not_found'],
      ['/api/webstory/none', 'webstory_not_found'],
    ] as const) {
      const answer = await test.app.inject(url);
      expect(answer.json()).toMatchObject({ status: 404, code });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('a handler that fails gives nothing away', async () => {
    const pool = test.services.connection.pool;
    const query = pool.query.bind(pool);
    pool.query = (() =>
      Promise.reject(new Error('relation "secret_table" at /home/x'))) as unknown as typeof pool.query;
    try {
      const answer = await test.app.inject('/api/tags');
      expect(answer.statusCode).toBe(500);
      expect(answer.json().message).toBe('Something went wrong on our side. Please try again.');
      expect(answer.body).not.toContain('secret_table');
    } finally {
      pool.query = query as typeof pool.query;
    }
  });

  it('the OpenAPI document names every call, and the docs page needs no script', async () => {
    const answer = await test.app.inject('/api/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const { paths, openapi, components } = answer.json();
    expect(openapi).toMatch(/^3\.1/);
    for (const path of [
      '/categories',
      '/categories/{id}',
      '/tags',
      '/search/articles',
      '/search/videos',
      '/search/suggest',
      '/article/{id}',
      '/article/recommended',
      '/article/search/v1',
      '/video/search/v1',
      '/video/{id}',
      '/page/videos',
      '/page/home',
      '/webstory/{slug}',
      '/track',
    ]) {
      expect(Object.keys(paths).map((each) => each.replace('/api', '').replace(/(.)\/$/, '$1'))).toContain(path);
    }
    expect(components.schemas.Error.properties.code.enum).toEqual([...errorCodes]);
    for (const operations of Object.values<Record<string, { responses: object }>>(paths))
      for (const { responses } of Object.values(operations))
        expect(responses).toMatchObject({
          default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        });
    const docs = await test.app.inject('/api/docs');
    expect(docs.body).toContain('/article/search/v1');
    expect(docs.body).not.toContain('<script');
  });

  it('every call that takes `lang` declares it, with the languages of the site', async () => {
    const { paths } = (await test.app.inject('/api/openapi.json')).json();
    type Call = { parameters?: { in: string; name: string; required?: boolean; schema: object }[] };
    const declared = Object.entries<Record<string, Call>>(paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(
        ([method, { parameters = [] }]) =>
          [
            `${method} ${path}`,
            parameters.filter(({ in: place, name }) => place === 'query' && name === 'lang'),
          ] as const,
      ),
    );
    // Beacons are in a scope of their own, which has no language.
    expect(declared.flatMap(([call, found]) => (found.length === 1 ? [] : [call]))).toEqual(['post /track']);
    for (const lang of declared.flatMap(([, found]) => found))
      expect(lang).toMatchObject({ required: false, schema: { type: 'string', enum: ['en', 'hi'] } });
  });

  it('every POST that creates takes an Idempotency-Key', async () => {
    const { paths } = (await test.app.inject('/api/openapi.json')).json();
    type Post = { responses: object; parameters?: { in: string; name: string }[] };
    const without = Object.entries<{ post?: Post }>(paths).flatMap(([path, { post }]) => {
      const takesKey = post?.parameters?.some((each) => each.in === 'header' && each.name === 'Idempotency-Key');
      return post && '201' in post.responses && !takesKey ? [path] : [];
    });
    // Bodies of files are not kept to be compared, a secret never is, and the same endpoint again changes nothing.
    expect(without.sort()).toEqual([
      '/helpers',
      '/studio/imports',
      '/studio/media',
      '/studio/second-factor',
      '/user/push',
    ]);
  });
});

describe('limits of the API', () => {
  it('are counted by network address, and say when to come back', async () => {
    const limited = await buildTestApp({ limits: { reads: memoryLimit(3, 60) } });
    try {
      const codes = [];
      for (let count = 0; count < 5; count += 1) codes.push((await limited.app.inject('/api/tags')).statusCode);
      expect(codes).toEqual([200, 200, 200, 429, 429]);
      const refused = await limited.app.inject('/api/tags');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(
        (await limited.app.inject({ url: '/api/tags', headers: { 'x-forwarded-for': '203.0.113.7' } })).statusCode,
      ).toBe(429);
      expect(
        (await limited.app.inject({ url: '/api/tags', headers: { authorization: 'Bearer a.b.c' } })).statusCode,
      ).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
