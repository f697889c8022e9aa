// @runs in its own process
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpora, naughtyStrings } from '../../testing/corpora.ts';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import { channelOf, maskIdentifier, normaliseCode, normaliseEmail, normalisePhone } from './identifiers.ts';

describe('a mobile number', () => {
  it.each([
    '9876543210',
    '98765 43210',
    '+91 98765 43210',
    '+91-9876-543-210',
    '(+91) 98765.43210',
    '0091 98765 43210',
    '919876543210',
    '09876543210',
    '  9876543210\n',
    '९८७६५४३२१०',
    '৯৮৭৬৫৪৩২১০',
    '௯௮௭௬௫௪௩௨௧௦',
    '9876543210',
    '+91 ९८७६५ ४३२१०',
    '98765\u00a043210',
    '\u200e+91 98765‑43210\u202c',
    '98765–43210',
    '𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎',
    '９８７６５４３２１０',
    '＋９１９８７６５４３２１０',
  ])('%j is +919876543210', (text) => {
    expect(normalisePhone(text)).toBe('+919876543210');
  });

  it.each(['6000000000', '7000000000', '8000000000', '9000000000', '9198765432', '9100000000'])(
    '%s, of ten digits, is one whatever it begins with',
    (text) => {
      expect(normalisePhone(text)).toBe(`+91${text}`);
    },
  );

  it.each([
    '',
    '5876543210',
    '0876543210',
    '987654321',
    '98765432101',
    '+882169999999',
    '+1 9876543210',
    '+9876543210',
    '+919876543',
    '+9109876543210',
    '00919876543210 1',
    '0919876543210',
    '910919876543210',
    '1800123456',
    '9876543210a',
    'tel:9876543210',
    '9876543210;ext=1',
    '98765+43210',
    '91+9876543210',
    '++919876543210',
    '9876543210\u0000',
    'null',
    '१२३',
    '9'.repeat(10_000),
    '٩٨٧٦٥٤٣٢١٠x',
  ])('%j is none', (text) => {
    expect(normalisePhone(text)).toBeNull();
  });

  it('is read in every script that has digits', () => {
    const zeros: number[] = [];
    for (let code = 0x660; code < 0x1fbfa; code += 1) {
      const letter = String.fromCodePoint(code);
      if (
        /\p{Nd}/u.test(letter) &&
        letter.normalize('NFKC') === letter &&
        !/\p{Nd}/u.test(String.fromCodePoint(code - 1))
      )
        zeros.push(code);
    }
    expect(zeros.length).toBeGreaterThan(50);
    for (const zero of zeros)
      expect(
        normalisePhone([...'9876543210'].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')),
        zero.toString(16),
      ).toBe('+919876543210');
  });

  it('is the same when normalised again, and never anything but E.164 of India', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...'+0919876543210 -()') }),
          fc.integer({ min: 0, max: 999_999_999_999 }).map(String),
        ),
        (text) => {
          const phone = normalisePhone(text);
          return phone === null || (/^\+91[6-9]\d{9}$/.test(phone) && normalisePhone(phone) === phone);
        },
      ),
    );
  });

  it('is found behind every prefix and any separators', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 6_000_000_000, max: 9_999_999_999 }),
        fc.constantFrom('', '+91', '0091', '91', '0'),
        fc.constantFrom('', ' ', '-', '.'),
        (number, prefix, separator) =>
          normalisePhone(`${prefix}${separator}${String(number).slice(0, 5)}${separator}${String(number).slice(5)}`) ===
          `+91${number}`,
      ),
    );
  });

  it.skipIf(!corpora)('takes every mobile series of the numbering plan, and no short code', () => {
    const ranges = gunzipSync(readFileSync(join(corpora!, 'phone/91_ranges.csv.gz')))
      .toString()
      .split('\n')
      .slice(1)
      .map((line) => line.split(';').map((part) => part.trim()));
    const example = (prefix: string, length: number) =>
      prefix
        .replace(/\[([^\]])[^\]]*\]/g, '$1')
        .replace(/x/gi, '0')
        .padEnd(length, '0');
    const mobiles = ranges
      .filter(([, , type = '']) => type.includes('MOBILE'))
      .map(([prefix = '', lengths = '']) => example(prefix, Number(/\d+/.exec(lengths)?.[0])))
      .filter((number) => /^[6-9]\d{9}$/.test(number));
    expect(mobiles.length).toBeGreaterThan(500);
    expect(mobiles.map(normalisePhone)).toEqual(mobiles.map((number) => `+91${number}`));
    const shortCodes = readFileSync(join(corpora!, 'phone/91_shortcodes.csv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split(';'))
      .map(([, prefix = '', length]) => example(prefix.trim(), Number(length)))
      .filter((digits) => digits !== '' && digits.length < 9);
    expect(shortCodes.length).toBeGreaterThan(10);
    expect(shortCodes.filter((digits) => normalisePhone(digits) !== null)).toEqual([]);
  });

  it.skipIf(!corpora)('is read into no hostile string but what is one', () => {
    expect(
      naughtyStrings()
        .map(normalisePhone)
        .filter((phone) => phone !== null && !/^\+91[6-9]\d{9}$/.test(phone)),
    ).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    ['asha@example.in', 'asha@example.in'],
    ['  Asha.Menon+news@Example.CO.IN\n', 'asha.menon+news@example.co.in'],
    ['ａｓｈａ＠ｅｘａｍｐｌｅ.ｉｎ', 'asha@example.in'],
    ["o'brien@example.in", "o'brien@example.in"],
    ['राम@उदाहरण.भारत', 'राम@उदाहरण.भारत'],
    ['x@xn--p1b6ci4b4b3a.xn--h2brj9c', 'x@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['_@a-b.museum', '_@a-b.museum'],
    [`${'a'.repeat(249)}@b.in`, `${'a'.repeat(249)}@b.in`],
  ])('%j is kept as %j', (text, kept) => {
    expect(normaliseEmail(text)).toBe(kept);
  });

  it.each([
    '',
    'asha',
    '@example.in',
    'asha@',
    'asha@localhost',
    'a@b@c.in',
    '"e@evil.com"@victim.com',
    'a＠evil.com@v.com',
    'a﹫evil.com@v.com',
    'a@b.c\r\nBcc:x',
    'a@b.in\u0000',
    'a b@c.in',
    'a@b..in',
    '.a@b.in',
    'a.@b.in',
    'a..b@c.in',
    'a@-b.in',
    'a@b-.in',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    '<a@b.in>',
    'Asha <a@b.in>',
    'a@b.in,c@d.in',
    'a@b.in;c@d.in',
    'a@b.in c@d.in',
    '(c)a@b.in',
    'a\\@b.in',
    'a@b.in\tx',
    'a\u202e@b.in',
    'a@b\u200b.in',
    '+a@b.in',
    'a@b.in.',
    `${'a'.repeat(250)}@b.in`,
    `a@${'b'.repeat(64)}.in`,
    `a@${'b.'.repeat(130)}in`,
    'a@b_c.in',
    '\ud800a@b.in',
    'a@b.12',
    `${'a@'.repeat(600)}`,
    'mailto:a@b.in?bcc=x@y.in',
  ])('%j is none', (text) => {
    expect(normaliseEmail(text)).toBeNull();
  });

  it('is the same when normalised again, has one @ and no character that a header would mind', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.emailAddress(),
          fc.tuple(part, part).map(([name, host]) => `${name}@${host}.in`),
        ),
        (text) => {
          const email = normaliseEmail(text);
          return (
            email === null ||
            (normaliseEmail(email) === email &&
              email.length <= 254 &&
              email.split('@').length === 2 &&
              !/[\s"<>(),:;\\[\]\p{C}]/u.test(email) &&
              channelOf(email) === 'email')
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('takes what other programs call an address, but for quoted and literal ones', () => {
    fc.assert(fc.property(fc.emailAddress(), (text) => normaliseEmail(text) !== null || text.startsWith('+')));
  });

  it('costs nothing to refuse, however it is made', () => {
    const texts = [
      `${'a.'.repeat(500)}@`,
      `a@${'a-'.repeat(500)}`,
      `a@${'a.'.repeat(120)}`,
      `${'a'.repeat(1_000)}@`,
      `a@${'1.'.repeat(120)}1`,
    ];
    expect(cpuTimeOf(() => texts.forEach((text) => void normaliseEmail(text)))).toBeLessThan(100);
  });
});

describe('what is shown of one', () => {
  it('is the last four digits of a number, and the first letter and the host of an address', () => {
    expect(maskIdentifier('+919876543210')).toBe('•••••• 3210');
    expect(maskIdentifier('asha@example.in')).toBe('a•••@example.in');
    expect(maskIdentifier('राम@उदाहरण.भारत')).toBe('र•••@उदाहरण.भारत');
  });
});

describe('a typed code', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['१२३४५६', '123456'],
    ['000000', '000000'],
    ['123456'.padStart(40), '123456'],
  ])('%j is %s', (text, code) => expect(normaliseCode(text)).toBe(code));
  it.each(['', '12345', '1234567', '12345x', '1e5', '0x1234', '1'.repeat(100), '123456'.padStart(41)])(
    '%j is none',
    (text) => expect(normaliseCode(text)).toBeNull(),
  );
});
