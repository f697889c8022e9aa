import { describe, expect, it } from 'vitest';
import { wholeLanguages } from '../../testing/catalogues.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { questionOf, spokenOf } from './fact-questions.ts';
import { factIds } from './facts.ts';

/** Words to or of the reader. 'You need not answer' is said to whoever fills in the form. */
const secondPerson = {
  en: /\b(?:you|your|yours|yourself|I|my|me|we|us)\b(?! need not)/i,
  hi: /(?<![\p{L}\p{M}])(?:आप|आपका|आपकी|आपके|आपको|आपने|आपसे|मैं|मेरा|मेरी|मेरे|मुझे|हम|हमारे)(?![\p{L}\p{M}])/u,
  ta: /நீங்கள|உங்கள|(?<![\p{L}\p{M}])நான்(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])என்(?![\p{L}\p{M}])|எங்கள|கிறேன்|கிறோம்|ீர்கள/u,
};

describe.each(wholeLanguages)('in %s', (language) => {
  const saidOf = (isOfOther: boolean) =>
    inLanguage(language, () =>
      factIds.map((id) => {
        const { label, question, note, options } = questionOf(id, isOfOther ? 'other' : 'reader');
        const answers = id === 'state' ? [] : options.map((option) => option.label);
        return [label, question, note ?? '', ...answers].join(' | ');
      }),
    );

  it('a question about somebody else speaks of them, in the question and in its answers', () => {
    expect(saidOf(true).flatMap((said) => secondPerson[language].exec(said)?.concat(said) ?? [])).toEqual([]);
  });

  it('a question about the reader speaks to the reader', () => {
    expect(saidOf(false).filter((said) => secondPerson[language].test(said)).length).toBeGreaterThan(15);
  });
});

describe('about somebody of the family', () => {
  const her = { gender: 'woman' } as const;
  const about = (language: 'en' | 'hi' | 'ta', relation: string, answers: object, id: (typeof factIds)[number]) =>
    inLanguage(language, () => questionOf(id, spokenOf({ relation, firstName: 'Rohan' }, answers)));

  it('names a parent by the word for her, once her gender is known', () => {
    expect(about('en', 'PARENT', her, 'isWidow').question).toBe('Is your mother a widow?');
    expect(about('hi', 'PARENT', her, 'isWidow').question).toBe('क्या आपकी माँ विधवा हैं?');
    expect(about('ta', 'PARENT', her, 'isWidow').question).toMatch(/^உங்கள் தாய்: /);
    expect(about('hi', 'SPOUSE', { gender: 'man' }, 'age').question).toBe('आपके पति की उम्र कितनी है?');
  });

  it('says the name until then, and of a child', () => {
    expect(about('en', 'PARENT', {}, 'age').question).toBe('How old is Rohan?');
    expect(about('hi', 'CHILD', { gender: 'man' }, 'occupation').question).toBe('Rohan क्या काम करते हैं?');
  });

  it('has the verbs and words of her in what follows', () => {
    expect(about('en', 'PARENT', her, 'monthlyEarnings')).toMatchObject({
      question: 'How much does your mother earn in a month herself?',
      note: 'In rupees. Write 0 if she earns nothing.',
    });
    expect(about('en', 'PARENT', her, 'isPregnant').question).toBe(
      'Is your mother pregnant, or did she have a baby in the last 9 months?',
    );
    expect(about('en', 'PARENT', her, 'education').question).toBe('What is the highest that your mother has passed?');
    expect(about('en', 'PARENT', her, 'occupation').options[0]!.label).toBe('she farms her own land');
    expect(about('hi', 'PARENT', her, 'occupation').question).toBe('आपकी माँ क्या काम करती हैं?');
    expect(about('hi', 'PARENT', her, 'familyIncludes').note).toBe('वे खुद भी गिनी जाती हैं।');
    expect(about('hi', 'PARENT', her, 'taxpayers').options[0]!.label).toBe('आपकी माँ');
  });

  it.each(wholeLanguages)('leaves no mark and no word to the reader but of the relation, %s', (language) => {
    const said = factIds.map((id) => {
      const { label, question, note, options } = about(language, 'CHILD', her, id);
      return [label, question, note, ...(id === 'state' ? [] : options.map((one) => one.label))].join(' | ');
    });
    expect(said.filter((text) => secondPerson[language].test(text) || /\p{Co}|undefined/u.test(text))).toEqual([]);
  });
});

it('reads as people say it', () => {
  const about = (language: 'en' | 'hi' | 'ta', id: (typeof factIds)[number]) =>
    inLanguage(language, () => questionOf(id, 'other'));
  expect(about('en', 'occupation').options[0]!.label).toBe('they farm their own land');
  expect(about('en', 'familyRoles').question).toBe(
    'Does one of these fit them, their husband or wife, or a child of theirs below 18?',
  );
  expect(about('hi', 'gender').question).toBe('वे महिला हैं, पुरुष या ट्रांसजेंडर?');
  expect(about('hi', 'age').question).toBe('उनकी उम्र कितनी है?');
  expect(
    about('hi', 'taxpayers')
      .options.map(({ label }) => label)
      .slice(0, 2),
  ).toEqual(['वे खुद', 'उनके पति या पत्नी, या 18 साल से छोटा बच्चा']);
  expect(about('ta', 'occupation').question).toBe('அவர் என்ன வேலை செய்கிறார்?');
});
