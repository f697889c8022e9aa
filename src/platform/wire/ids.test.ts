import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articlePath, decodeId, encodeId, parseSlugAndId, questionPath, slugify } from './ids.ts';

describe('ids in page addresses', () => {
  it('writes 252 as MjUy, and reads it back', () => {
    expect(encodeId(252)).toBe('MjUy');
    expect(decodeId('MjUy')).toBe(252);
  });

  it('reads back every id that it writes', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => decodeId(encodeId(id)) === id));
  });

  it.each(['MA', 'LTE', 'MDA3', 'MWUz', 'MHgxMA', 'OTk5OTk5OTk5OTk5', '%E0%A4%A', 'MjUy!', 'MjUyMj', '', 'AA', 'MjU_'])(
    'does not read %j',
    (text) => {
      expect(decodeId(text)).toBeNull();
    },
  );

  it('reads a padded form, for the redirect', () => {
    expect(decodeId('MTI=')).toBe(12);
    expect(parseSlugAndId('a-title-MTI=')).toEqual({ slug: 'a-title', id: 12 });
  });

  it('never throws, whatever stands in the address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseSlugAndId(text);
        return true;
      }),
    );
  });
});

describe('slugs', () => {
  it.each([
    ['PM-KISAN: who gets ₹6,000 a year?', 'pm-kisan-who-gets-rs6-000-a-year'],
    ['राशन कार्ड', 'ration-card'],
    ['Café “Déjà vu”', 'cafe-deja-vu'],
  ])('%j becomes %j', (title, slug) => {
    expect(slugify(title, 'article')).toBe(slug);
  });

  it('falls back on the kind where nothing is left', () => {
    expect(articlePath('‍‍', 12)).toBe('/article/article-MTI');
    expect(articlePath('🙏👩🏽‍🌾 🇮🇳❤️', 12)).toBe('/article/article-MTI');
  });

  it('leave out emoji', () => {
    expect(articlePath('⚠️ Ration card 🙏 blocked?', 12)).toBe('/article/ration-card-blocked-MTI');
    expect(questionPath('😀'.repeat(10), 12)).toBe('/community/question/question-MTI');
  });

  it('are ASCII, at most 80 characters, without a hyphen at either end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) =>
        /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/.test(slugify(title, 'article')),
      ),
    );
  });
});
