import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { rewriteYaml, writeFile } from './rewrite-front-matter.ts';

const source = `# what everybody asks
title: "One: two" # the headline
tags: [a, b]
figure: { value: "₹75", note: "a year" }
scheme:
  name: 'It'
  # from the gazette
  fee:
    amount: 10
    note: |
      two
      lines
  benefits:
    - one
    - two
sample: true
`;
const fields = () => parse(source) as Record<string, unknown> & { scheme: { fee: object } };

it('rewrites the keys that changed, with their style and comments, and nothing else', () => {
  const { sample: _, ...rest } = fields();
  const after = {
    ...rest,
    title: 'Three',
    tags: ['a', 'c'],
    scheme: { ...rest.scheme, fee: { ...rest.scheme.fee, amount: 20 } },
    lang: 'hi',
  };
  expect(rewriteYaml(source, after)).toBe(
    source
      .replace('"One: two"', '"Three"')
      .replace('[a, b]', '[a, c]')
      .replace('amount: 10', 'amount: 20')
      .replace('sample: true\n', 'lang: hi\n'),
  );
  expect(rewriteYaml(source, fields())).toBe(source);
});

it('says what it was told to, whatever was there before', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.string(), { maxKeys: 3 }),
  );
  const record = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), value, { maxKeys: 6 });
  fc.assert(
    fc.property(record, record, (before, after) => {
      expect(parse(rewriteYaml(stringify(before), after)) ?? {}).toEqual({ ...after });
    }),
    { numRuns: 300 },
  );
});

it('keeps a byte order mark, Windows line ends and the blank lines before the text', () => {
  const front = '\uFEFF---\r\ntitle: "A"\r\n---\r\n\r\n\r\n';
  expect(writeFile(front, { title: 'A' }, 'One\ntwo\n', false)).toBe(`${front}One\r\ntwo\r\n`);
  expect(writeFile(front, { title: 'B' }, 'One\n', false)).toBe(`${front.replace('"A"', '"B"')}One\r\n`);
  expect(writeFile(null, { title: 'A' }, 'One\n', false)).toBe('---\ntitle: A\n---\n\nOne\n');
});
