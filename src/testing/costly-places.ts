/** Characters: of what no limit of its own cuts, and of what is refused. */
export const mostBytes = 60_000;

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  maxLength?: number;
  enum?: unknown[];
  const?: unknown;
};
export type Make = (length: number) => string;
/** Words of the same length: what they cost as well is not the text's fault, but the page's or a busy machine's. */
export const harmless: Make = (length) => 'a word, and '.repeat(length / 12 + 1).slice(0, length);

/** Every text field of a body's schema, with its maximum length. */
export function placesOf(schema: Schema, path: string[] = []): { path: string[]; most: number }[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...variants.flatMap((variant) => placesOf(variant, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => placesOf(property, [...path, name])),
    ...(typeof schema.additionalProperties === 'object'
      ? placesOf(schema.additionalProperties, [...path, 'anything'])
      : []),
    ...(schema.items ? placesOf(schema.items, [...path, '0']) : []),
    ...([schema.type].flat().includes('string') && !schema.enum && schema.const === undefined
      ? [{ path, most: schema.maxLength ?? mostBytes }]
      : []),
  ];
}

export function withText(body: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text;
  if (name === '0') return [withText(Array.isArray(body) ? body[0] : {}, rest, text)];
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return { ...fields, [name]: withText(fields[name], rest, text) };
}

export const bytesOf = (text: string, most: number) =>
  Buffer.from(text).subarray(0, most).toString().replaceAll('\ufffd', '');
/** The longest text that still fits into a URL after encoding. */
export const encodedUpTo = (text: string, most: number) => {
  let encoded = encodeURIComponent(text.slice(0, most).toWellFormed());
  if (encoded.length > most) encoded = encoded.slice(0, most).replace(/%.?$/, '');
  return encoded.replace(/(?:%[89AB][\dA-F])*%[C-F][\dA-F](?:%[89AB][\dA-F])*$/, '');
};

export const buttons: Record<string, string>[] = [
  {},
  { do: 'check' },
  { do: 'mask' },
  { do: 'anyway' },
  { intent: 'answer' },
  { intent: 'answer', do: 'mask' },
  { intent: 'reply' },
  { intent: 'edit' },
  { intent: 'edit', do: 'mask' },
  { intent: 'report', reason: 'SPAM' },
  { intent: 'add' },
  { intent: 'name' },
  { go: 'keep' },
];

export const pathText = (make: Make) => make(1_990).replace(/[\s\u0000]/gu, '-');
const form = 'application/x-www-form-urlencoded';
const encoded = (make: Make, length: number) => encodeURIComponent(make(length));
export function beaconsOf(make: Make): [url: string, type: string, payload: string][] {
  const text = pathText(make);
  const many = Array.from({ length: 24 }, () => ({ name: 'view', path: `/x/${text}`, props: { a: make(800) } }));
  return [
    ['/api/track', 'application/json', JSON.stringify({ name: 'view', path: `/article/${text}` })],
    ['/api/track', 'text/plain', JSON.stringify(many)],
    ['/api/track', 'application/json', JSON.stringify({ name: make(mostBytes), path: '/' })],
    ['/api/track', 'application/json', JSON.stringify({ name: 'view', path: make(mostBytes) })],
    ['/api/violations', 'application/reports+json', violationOf(make(14_000))],
    ['/api/auth/_log', form, `level=error&code=x&message=${encoded(make, 9_000)}`],
    ['/api/auth/callback/phone', form, `phoneNo=${encoded(make, 9_000)}&csrfToken=${encoded(make, 3_000)}`],
    ['/api/auth/callback/email', form, `emailId=${encoded(make, 9_000)}&callbackUrl=${encoded(make, 3_000)}`],
  ];
}

const violationOf = (text: string) =>
  JSON.stringify([
    {
      type: 'csp-violation',
      url: text,
      body: { effectiveDirective: text, blockedURL: text, sourceFile: text, disposition: text },
    },
  ]);
