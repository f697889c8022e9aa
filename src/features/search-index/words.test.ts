import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allOf, queryWords, atLeast, cleanQuery, relaxations } from '../search/search-query.ts';
import { foldText, placesOf, plainText, wordsOf } from './words.ts';

test('every kind of space between two words is one space, and line breaks stay', () => {
  expect(plainText('one\u2003 \u3000two\u2003\n\u2003three')).toBe('one two\nthree');
});

describe('words', () => {
  test.each([
    ['Café Résumé', 'cafe resume'],
    ["the farmer's", 'the farmer'],
    ['e-KYC', 'ekyc'],
    ['the R.T.I. Act', 'the rti act'],
    ['R. T. I., O T P and U-P-I', 'rti otp and upi'],
    ['आर.टी.आई. और आर टी आई के तहत', 'आरटीआई और आरटीआई के तहत'],
    ['पी.एम. किसान, ओ॰टी॰पी॰', 'पीएम किसान ओटीपी'],
    ['ओ०टी०पी० पी०एम० आर०टी०आई, २०, डॉ०, रु०५००', 'ओटीपी पीएम आरटीआई 20 डॉ0 रु0500'],
    ['P M Kisan, p m awas, P. F., B P L card', 'pm kisan pm awas pf bpl card'],
    ['a p f form, I e kyc, u r here, plan b', 'apf form i e kyc u r here plan b'],
    ['पी एम किसान', 'पीएम किसान'],
    ['ஓ.டி.பி.', 'ஓடிபி'],
    ['ओ·टी·पी, ओ_टी_पी, ओ*टी*पी, ओ/टी/पी, ओ . टी . पी', 'ओटीपी ओटीपी ओटीपी ओटीपी ओटीपी'],
    ['O/T/P', 'otp'],
    ['Group A/B/C, Form A_B_C, a - b - c, D/M/Y', 'group a b c form a b c a b c d m y'],
    ['ग्रुप ए/बी/सी', 'ग्रुप ए बी सी'],
    ['1/2/3 and/or A/C, S/O, W/O, C/O, T&C', '1 2 3 and or a c s o w o c o t c'],
    ['x.in/a/b/c', 'x in a b c'],
    ['PM-KISAN', 'pm kisan'],
    ['₹6,000 and ₹2,50,000', '6000 and 250000'],
    ['हिन्दी हिंदी', 'हिंदी हिंदी'],
    ['पाँच पांच', 'पांच पांच'],
    ['ज़रूरी', 'जरूरी'],
    ['०१२३', '0123'],
    ['क्\u200dष', 'क्ष'],
    ['۱۲۳ ١٢٣', '123 123'],
    ['كِتابي کتابی', 'کتابی کتابی'],
    ['ੲਿਸ ੳੁੱੱਤਰ ਅਾਪ', 'ਇਸ ਉੱਤਰ ਆਪ'],
    ['!!! ** --', ''],
  ])('%s is read as "%s"', (text, folded) => expect(foldText(text)).toBe(folded));

  test('folding is idempotent, and leaves no tsquery syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const folded = foldText(text);
        expect(folded).toMatch(/^(?:[\p{L}\p{M}\p{Nd}]+(?: [\p{L}\p{M}\p{Nd}]+)*)?$/u);
        expect(placesOf(text)).toEqual(wordsOf(text).map(({ start, end }) => ({ start, end })));
      }),
    );
  });

  test('markdown is read without its marks', () => {
    expect(
      plainText(
        '## How\n\n:::facts[For you]\n- **Who:** [farmers](https://a.example/x_y) <b>only</b>\n:::\n| a | b |\n| --- | --- |\n| 1 &amp; | 2 |',
      ),
    ).toBe('How\nFor you\nWho: farmers only\na · b\n1 & · 2');
  });

  test('a long run of marks takes no long time', () => {
    for (const mark of ['[', '*', '<', '_', '`', '|', ':', '![](', '-', '<a', '\n', '&', ' ', '\t', ' |', '| ']) {
      const start = performance.now();
      foldText(plainText(mark.repeat(60_000)));
      const taken = { mark, isQuick: performance.now() - start < 1_500 };
      expect(taken).toEqual({ mark, isQuick: true });
    }
  });
});

describe('queries', () => {
  test('small words are looked for only where there are no others', () => {
    expect(queryWords('how do I get a pension').map((word) => word.folded)).toEqual(['pension']);
    expect(queryWords('पेंशन कैसे मिलेगी').map((word) => word.folded)).toEqual(['पेंशन']);
    expect(queryWords('the').map((word) => word.folded)).toEqual(['the']);
  });

  test('a word is looked for as others write it', () => {
    expect(queryWords('aadhar')[0]!.ways).toEqual(expect.arrayContaining(['aadhar', 'aadhaar', 'आधार']));
    expect(queryWords('rashan')[0]!.ways).toContain('ration');
    expect(queryWords('योजना')[0]!.ways).toContain('scheme');
    expect(queryWords('e kyc')[0]!.ways).toContain('ekyc');
  });

  test('whatever is typed, a query holds only quoted words and our own operators', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const words = queryWords(cleanQuery(typed));
        if (words.length === 0) return;
        for (const query of [allOf(words), ...relaxations(words.length).map((count) => atLeast(count, words))]) {
          expect(query).toMatch(/^(?:'[\p{L}\p{M}\p{Nd}]+'|[ |&()])+$/u);
        }
      }),
    );
  });

  test('fewer words are asked for step by step', () => {
    expect(relaxations(1)).toEqual([]);
    expect(relaxations(2)).toEqual([1]);
    expect(relaxations(4)).toEqual([3, 2, 1]);
    expect(relaxations(10)).toEqual([5, 3, 1]);
  });
});
