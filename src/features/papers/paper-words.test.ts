import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { wholeLanguages } from '../../testing/catalogues.ts';
import { ages } from './choices.ts';
import { mergePapers } from './merge-papers.ts';
import { describeAges, describeBriefly } from './paper-words.ts';

const inEach = <Said>(say: () => Said): Said[] => wholeLanguages.map((language) => inLanguage(language, say));

describe('ages of a condition', () => {
  it('say neighbouring groups as one', () => {
    expect(inEach(() => [describeAges(['18-to-59', '60-or-more']), describeAges(['under-5', '5-to-17'])])).toEqual([
      [['18 or more'], ['below 18']],
      [['18 या ज़्यादा'], ['18 से कम']],
      [['18 அல்லது மேல்'], ['18-க்குக் கீழ்']],
    ]);
    expect(inEach(() => describeAges(['5-to-17', '18-to-59']))).toEqual([['5 to 59'], ['5 से 59'], ['5 முதல் 59']]);
  });

  it('keep apart what has a gap between', () => {
    expect(describeAges(['60-or-more', 'under-5'])).toEqual(['below 5', '60 or more']);
    expect(ages.map((age) => describeAges([age]))).toEqual([['below 5'], ['5 to 17'], ['18 to 59'], ['60 or more']]);
  });
});

describe('a paper in a list sent as text', () => {
  const briefly = (...args: Parameters<typeof mergePapers>) => mergePapers(...args).map(describeBriefly);

  it('says on what condition it is asked for, and whose it is', () => {
    const [english, hindi, tamil] = inEach(() => briefly(['passport-renewal', 'widow-pension']));
    expect(english).toEqual(
      expect.arrayContaining([
        'Aadhaar card',
        "Parents' Aadhaar cards (only for ages below 18)",
        'Death certificate (of the husband)',
        'Domicile certificate (where the State asks for it)',
      ]),
    );
    expect(hindi).toEqual(
      expect.arrayContaining([
        'माता-पिता के आधार कार्ड (सिर्फ़ इस उम्र में: 18 से कम)',
        'मृत्यु प्रमाण पत्र (पति का)',
        'मूल निवास प्रमाण पत्र (जहाँ राज्य माँगे)',
      ]),
    );
    expect(tamil).toContain("Parents' Aadhaar cards (இந்த வயதில் மட்டும்: 18-க்குக் கீழ்)");
  });

  it('says a condition of all its errands once, and what only one of them says, with its name', () => {
    expect(briefly(['passport', 'pan'])).toContain(
      "Parents' Aadhaar cards (only for ages below 18; First passport: with the parents' signed declaration (Annexure D); PAN card: a parent or guardian signs)",
    );
    expect(briefly(['widow-pension', 'legal-heir'])).toContain('Death certificate (Widow pension: of the husband)');
  });

  it('keeps a condition of one reason off the other reasons of the same errand', () => {
    expect(briefly(['rent-agreement'])).toContain(
      'PAN card (where the rent is high; as proof of identity: of owner and tenant)',
    );
  });

  it('tells who is asked in any case from who is asked on a condition', () => {
    expect(inEach(() => briefly(['birth-certificate', 'learners-licence']))).toEqual([
      expect.arrayContaining([
        "Parents' Aadhaar cards (Birth certificate: for everybody; Learner's licence: only for ages 5 to 17; from 16 years, with the consent of a parent)",
      ]),
      expect.arrayContaining([
        expect.stringMatching(/^माता-पिता के आधार कार्ड \(.*: सबके लिए; .*: सिर्फ़ इस उम्र में: 5 से 17/),
      ]),
      expect.arrayContaining([expect.stringMatching(/: அனைவருக்கும்; .*: இந்த வயதில் மட்டும்: 5 முதல் 17/)]),
    ]);
    // A condition is said last: it is that of one reason only.
    expect(briefly(['education-loan', 'passport'])).toContain(
      'Class 10 certificate (Education loan: for everybody; First passport: as proof of the date of birth; only for ages 18 or more; for a passport without the note "emigration check required")',
    );
  });

  it('says of a proof what it proves, not that everybody is asked for it: another paper may prove the same', () => {
    expect(briefly(['education-loan', 'passport', 'pan'])).toContainEqual(
      expect.stringMatching(
        /^Class 10 certificate \(.*Education loan: for everybody.*PAN card: as proof of the date of birth/,
      ),
    );
  });

  it('has no condition once the answer is known', () => {
    expect(briefly(['passport-renewal'], { age: 'under-5' })).toContain("Parents' Aadhaar cards");
  });
});
