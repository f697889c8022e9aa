import { describe, expect, it } from 'vitest';
import { wholeLanguages } from '../../testing/catalogues.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { questionOf } from './fact-questions.ts';
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
        const { label, question, note, options } = questionOf(id, isOfOther);
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

it('reads as people say it', () => {
  const about = (language: 'en' | 'hi' | 'ta', id: (typeof factIds)[number]) =>
    inLanguage(language, () => questionOf(id, true));
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
