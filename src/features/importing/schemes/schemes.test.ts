import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NamedOptions } from '../import-source.ts';
import { cleanSchemeText } from './clean-scheme-text.ts';
import { stateOf } from './scheme-facts.ts';
import { writeSteps } from './scheme-steps.ts';
import { convertScheme, parseScheme, localKeyOf } from './scheme-to-article.ts';

const options: NamedOptions = {
  site: 'myscheme',
  categoryMap: new Map(),
  ownCategories: new Map(['schemes', 'agriculture', 'social'].map((key) => [key, key])),
};
const scheme = (more: object = {}) =>
  parseScheme({
    scheme_name: ' Krishi Sahayata ',
    category_files: ['Agriculture'],
    details: 'Help for farmers of Gujarat. It has a second sentence.',
    level: 'State/ UT',
    benefits: '- Rs. 500 &amp;amp; seeds',
    eligibility: '1. A farmer\n1. A resident',
    exclusions: '<br>\n',
    'application process': [{ mode: 'Offline', process: 'Step 1: Go. Step 2: Sign.' }],
    'documents required': '- Aadhaar\n- Photo',
    ...more,
  });
const articleOf = (more: object = {}) => {
  const converted = convertScheme(scheme(more), options, false);
  if (converted.kind !== 'article') throw new Error('skipped');
  return converted.article;
};

describe('a scheme of myScheme', () => {
  test('becomes an article in sections, with its source named', () => {
    const article = articleOf();
    expect(article.title).toBe('Krishi Sahayata');
    expect(article.categories).toEqual(['schemes', 'agriculture']);
    expect(article.tags).toEqual(['Gujarat']);
    expect(article.sources).toEqual([{ title: 'myScheme, Government of India', url: 'https://www.myscheme.gov.in/' }]);
    expect(article.body.match(/^## .*/gm)).toEqual([
      '## What you get',
      '## Who can apply',
      '## Papers you need',
      '## How to apply',
    ]);
    expect(article.body).toContain('- Rs. 500 & seeds');
    expect(article.body).toContain(':::steps\n1. Go.\n1. Sign.\n:::');
    expect(article.body).toContain(':::papers[Tick what you have]\n- Aadhaar\n- Photo\n:::');
    expect(article.body).toContain('**Run by:** The Government of Gujarat');
  });

  test('carries what the source says of it, in points of plain text', () => {
    expect(articleOf({ exclusions: '> **Not for:**\n\n- Officials &amp; others' }).scheme).toEqual({
      name: 'Krishi Sahayata',
      level: 'STATE',
      state: 'Gujarat',
      department: null,
      rules: null,
      officialUrl: null,
      lastCheckedOn: null,
      details: {
        forWhom: null,
        kind: 'farm',
        benefits: ['Rs. 500 & seeds'],
        eligibility: ['A farmer', 'A resident'],
        exclusions: ['Officials & others'],
        documents: [
          { name: 'Aadhaar', note: null },
          { name: 'Photo', note: null },
        ],
        fee: null,
        apply: { onlineUrl: null, offlineSteps: ['Go.', 'Sign.'] },
      },
    });
    const known = convertScheme(
      scheme({ slug: 'krishi' }),
      {
        ...options,
        schemeLinks: new Map([
          [
            'krishi sahayata',
            { officialSite: 'https://agri.gujarat.gov.in/', applyLink: 'https://ikhedut.gujarat.gov.in/' },
          ],
        ]),
      },
      false,
    );
    expect(known).toMatchObject({
      article: {
        scheme: {
          officialUrl: 'https://agri.gujarat.gov.in/',
          details: { apply: { onlineUrl: 'https://ikhedut.gujarat.gov.in/' } },
        },
      },
    });
    expect(articleOf({ level: 'odd', details: 'No place.' }).scheme).toMatchObject({ level: null, state: null });
  });

  test.each([
    ['Old Age Pension Scheme', ['Agriculture'], 'pension'],
    ['Post-Matric Scholarship', ['SocialWelfare'], 'study'],
    ['Fasal Bima', ['Agriculture'], 'health'],
    ['Mukhyamantri Awas', ['Housing & Shelter'], 'house'],
    ['Training for All', ['Skills & Employment'], 'work'],
    ['Ladli', ['Women and Child'], 'other'],
  ])('%s of %j gives %s', (name, categories, kind) => {
    expect(articleOf({ scheme_name: name, category_files: categories }).scheme?.details.kind).toBe(kind);
  });

  test('has a summary of whole sentences and at most 220 characters', () => {
    expect(articleOf().summary).toBe('Help for farmers of Gujarat. It has a second sentence.');
    expect(articleOf({ details: `${'Long words here. '.repeat(30)}` }).summary).toMatch(/^(?:Long words here\. ?)+$/);
    expect(articleOf({ details: 'word '.repeat(200) }).summary.length).toBeLessThanOrEqual(220);
  });

  test('is Hindi where Devanagari prevails', () => {
    const article = articleOf({
      scheme_name: 'मुख्यमंत्री किसान योजना',
      details: 'यह योजना किसानों की सहायता करती है। आवेदन तहसील में होता है।',
      benefits: '- ₹500',
    });
    expect(article.lang).toBe('hi');
    expect(article.body).toContain('## क्या मिलेगा');
  });

  test('is known by name and level, and by its text as well where two share them', () => {
    const one = scheme();
    const other = scheme({ details: 'Another text.' });
    expect(localKeyOf(one, false)).toBe(localKeyOf(other, false));
    expect(localKeyOf(one, true)).not.toBe(localKeyOf(other, true));
    expect(localKeyOf(scheme({ level: 'Central' }), false)).not.toBe(localKeyOf(one, false));
  });

  test('without a name is refused in plain words', () => {
    expect(() => parseScheme({ details: 'x' })).toThrow(/no scheme: its scheme_name/);
    expect(() => parseScheme([1])).toThrow(/no scheme/);
  });
});

describe('the text as it was scraped', () => {
  test('entities are decoded as often as they were encoded, and other tags are shown', () => {
    expect(cleanSchemeText('A &amp;amp;amp; B &amp;lt;br&amp;gt; C &lt;space&gt; D')).toBe('A & B\n\nC \\<space> D');
  });

  test('bullets, items run together and headings in quotes come apart', () => {
    expect(cleanSchemeText('> **Rates:**\n\n  - **A:** ₹2,000/-- **B:** ₹3,000/-')).toBe(
      '### Rates\n\n- **A:** ₹2,000/-\n- **B:** ₹3,000/-',
    );
    expect(cleanSchemeText('• one • two')).toBe('- one\n- two');
    expect(cleanSchemeText('1. It includes:\n- tea\n- milk\n1. More')).toBe(
      '1. It includes:\n   - tea\n   - milk\n1. More',
    );
  });

  test('steps come in runs, with headings between and notes after', () => {
    expect(
      writeSteps(
        'Registration: Step 1: Open the site. Step 2: Enter the code. Check Status Step 1: Visit it. NOTE 1: Keep the slip.',
      ),
    ).toBe(
      '#### Registration\n\n:::steps\n1. Open the site.\n1. Enter the code.\n:::\n\n#### Check Status\n\n:::steps\n1. Visit it.\n:::\n\nNOTE 1: Keep the slip.',
    );
  });

  test('a State is named only where one is', () => {
    expect(stateOf('Government of Tamil Nadu')).toBe('Tamil Nadu');
    expect(stateOf('Goa and Kerala')).toBeNull();
    expect(stateOf('the Goan coast')).toBeNull();
  });

  test('no word is lost in cleaning', () => {
    const words = fc.array(
      fc.constantFrom(
        'alpha',
        'beta',
        '₹500',
        '- gamma',
        '**delta**',
        '> eta',
        '\n',
        '<br>',
        '1. theta',
        '&amp;',
        '  ',
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const raw = parts.join(' ');
        const cleaned = cleanSchemeText(raw);
        for (const word of ['alpha', 'beta', '₹500', 'gamma', 'delta', 'eta', 'theta'])
          expect(cleaned.split(word).length).toBe(raw.split(word).length);
      }),
      { numRuns: 200 },
    );
  });
});
