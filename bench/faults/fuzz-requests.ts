import fc from 'fast-check';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  $ref?: string;
};
type Operation = {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};
export type FuzzRequest = { method: string; url: string; headers: Record<string, string>; payload?: string };

const nasty = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  '007',
  '2147483648',
  '99999999999999999999',
  'NaN',
  'null',
  'undefined',
  '\u0000',
  '\ud800',
  '\u202e',
  '%',
  '%00',
  '../..',
  "';--",
  '{{7*7}}',
  '<script>',
  'a'.repeat(5_000),
  '𝒳'.repeat(300),
  '__proto__',
  'constructor',
  'नमस्ते',
  '＋९१९८',
  '2026-02-30',
  'T',
  '[]',
  '{}',
  '\r\nX: y',
];
const junkText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 200 }),
);
const junk: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: junkText, weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 4 }), weight: 1 },
  { arbitrary: fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], [null]), weight: 2 },
);

/** A value that the schema accepts; now and then an invalid one. */
function valueOf(schema: Schema, document: ApiDocument, depth = 0): fc.Arbitrary<unknown> {
  const meant = meantBy(schema, document, depth);
  return fc.oneof({ arbitrary: meant, weight: 9 }, { arbitrary: junk, weight: depth === 0 ? 1 : 2 });
}

function meantBy(schema: Schema, document: ApiDocument, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return junk;
  const inner = (one: Schema) => valueOf(one, document, depth + 1);
  if (schema.$ref) return inner(document.components?.schemas?.[schema.$ref.split('/').at(-1)!] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (either && either.length > 0) return fc.oneof(...either.map(inner));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, inner);
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 5 });
    case 'integer':
      return fc.oneof(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 40) }),
      );
    case 'number':
      return fc.double({ noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.oneof(
        fc.string({
          minLength: Math.min(schema.minLength ?? 0, 300),
          maxLength: Math.min(schema.maxLength ?? 40, 300),
        }),
        fc.constantFrom('1', '1,2', 'Where is the office?', '9876543210', 'a@b.in', 'SELF', '000000', '2026-11-21'),
        junkText,
      );
    default:
      return junk;
  }
}

function objectOf(schema: Schema, inner: (one: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)]),
  );
  const known = fc.record(properties, { requiredKeys: (schema.required ?? []).filter((name) => name in properties) });
  return fc.oneof(
    { arbitrary: known, weight: 8 },
    {
      arbitrary: fc
        .tuple(known, fc.dictionary(junkText, junk, { maxKeys: 2 }))
        .map(([one, more]) => ({ ...more, ...one })),
      weight: 1,
    },
  );
}

/** Requests for every call in the OpenAPI document: mostly valid, partly hostile. */
export function requestsOf(document: ApiDocument, tokens: string[]): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const bodySchema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    return fc
      .record({
        places: fc.array(
          fc.oneof(
            { arbitrary: fc.integer({ min: 1, max: 40 }).map(String), weight: 5 },
            { arbitrary: junkText, weight: 2 },
          ),
          { minLength: 3, maxLength: 3 },
        ),
        query: fc.record(
          Object.fromEntries(queries.map(({ name, schema }) => [name, valueOf(schema ?? {}, document, 1)])),
          { requiredKeys: [] },
        ),
        extra: fc.oneof(
          { arbitrary: fc.constant(''), weight: 8 },
          { arbitrary: junkText.map((text) => `&${encode(text)}=${encode(text)}`), weight: 1 },
        ),
        payload: bodySchema
          ? fc.oneof(
              { arbitrary: valueOf(bodySchema, document).map((value) => JSON.stringify(value) ?? ''), weight: 9 },
              { arbitrary: junkText, weight: 1 },
            )
          : fc.constant(undefined),
        type: fc.oneof(
          { arbitrary: fc.constant('application/json'), weight: 20 },
          {
            arbitrary: fc.constantFrom(
              'text/plain',
              'application/json; charset=utf-16',
              'application/x-www-form-urlencoded',
              'multipart/form-data; boundary=x',
            ),
            weight: 1,
          },
        ),
        token: fc.constantFrom(...tokens.map((token) => `Bearer ${token}`), 'Bearer a.b.c'),
        key: fc.constantFrom('', '', 'k1', 'k2'),
      })
      .map(({ places, query, extra, payload, type, token, key }) => {
        let place = 0;
        const address = path.replace(/\{\w+\}/g, () => encode(places[place++ % places.length]!));
        const search = Object.entries(query)
          .map(
            ([name, value]) =>
              `${encode(name)}=${encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`,
          )
          .join('&');
        return {
          method,
          url: `/api${address}?${search}${extra}`,
          headers: {
            authorization: token,
            ...(payload === undefined ? {} : { 'content-type': type }),
            ...(key === '' ? {} : { 'idempotency-key': key }),
          },
          ...(payload === undefined ? {} : { payload }),
        };
      });
  });
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
