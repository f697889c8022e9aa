import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Translated } from '../../messages/catalogue.ts';
import { states } from '../schemes/facts.ts';
import { type Answers, ages, homes, marriages } from './choices.ts';
import { errandIds, getErrand, isErrandId } from './errands.ts';
import { mergePapers } from './merge-papers.ts';
import { readChoices } from './read-choices.ts';
import { type PaperId, papers, readDataFile } from './papers.ts';

const idsOf = (...args: Parameters<typeof mergePapers>) => mergePapers(...args).map(({ id }) => id);
const answers: fc.Arbitrary<Answers> = fc.record(
  {
    age: fc.constantFrom(...ages),
    state: fc.constantFrom(...states),
    married: fc.constantFrom(...marriages),
    home: fc.constantFrom(...homes),
  },
  { requiredKeys: [] },
);

describe('the papers and errands of daily life', () => {
  it('lead somewhere, under names of their own', () => {
    expect(errandIds.length).toBeGreaterThanOrEqual(40);
    const all = Object.values(papers);
    expect(all.every(({ otherNames }) => otherNames.length > 0)).toBe(true);
    expect(new Set(all.map(({ name }) => name.en)).size).toBe(all.length);
    expect(all.some(({ fee }) => fee === null)).toBe(true);
  });

  it.each(['papers.yaml', 'errands.yaml'])('%s says all in Hindi, with the same numbers', (file) => {
    const said: Translated[] = [];
    const collect = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return;
      if ('en' in value) said.push(value as Translated);
      else Object.values(value).forEach(collect);
    };
    collect(readDataFile(file));
    expect(said.length).toBeGreaterThan(100);
    const numbersOf = (text: string) => (text.match(/\d(?:[\d,/]*\d)?/g) ?? []).toSorted();
    // An address, a sum and UIDAI are alike in both.
    for (const { en, hi } of said.filter((one) => !/^(UIDAI|[a-z.]+|[₹\d,]+)$/.test(one.en)))
      expect(hi, en).toMatch(/[\u0900-\u097f]/);
    // These two say their numbers in words or in other signs.
    for (const { en, hi } of said.filter((one) => !/Index II|Class/.test(one.en)))
      expect(numbersOf(hi!), en).toEqual(numbersOf(en));
  });
});

describe('one list for several errands', () => {
  it('holds each paper once, and for every need a paper that meets it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...errandIds), { minLength: 1, maxLength: 12 }),
        answers,
        (ids, of) => {
          const list = mergePapers(ids, of);
          const listed = list.map(({ id }) => id);
          expect(new Set(listed).size).toBe(listed.length);
          for (const { id, uses } of list) {
            expect(uses.length).toBeGreaterThan(0);
            for (const { instead } of uses) expect(instead).not.toContain(id);
          }
          for (const id of ids)
            for (const need of getErrand(id).needs.filter((each) => !each.when))
              expect(('paper' in need ? [need.paper] : need.oneOf).some((paper) => listed.includes(paper))).toBe(true);
        },
      ),
    );
  });

  it('asks for one Aadhaar where it proves identity, address and age in two errands', () => {
    const list = mergePapers(['pan', 'voter-card']);
    const aadhaar = list.find(({ id }) => id === 'aadhaar')!;
    expect(aadhaar.uses.map(({ errand, proof }) => `${errand} ${proof}`)).toEqual(
      expect.arrayContaining(['pan identity', 'pan address', 'voter-card address']),
    );
    expect(list.filter(({ id }) => id === 'voter-card')).toEqual([]);
  });

  it('takes a paper that one errand wants anyway as the proof of another', () => {
    const list = mergePapers(['driving-abroad', 'sim-card']);
    const proofs = list.flatMap(({ id, uses }) => uses.map(({ errand, proof }) => `${id} ${errand} ${proof}`));
    expect(proofs).toContain('passport sim-card identity');
    expect(list.map(({ id }) => id)).not.toContain('aadhaar');
  });

  it('changes with age, marriage and house', () => {
    const with_ = (id: 'passport' | 'water-connection' | 'ration-member', of: Answers) => idsOf([id], of);
    expect(with_('passport', { age: '5-to-17' })).toContain('parents-aadhaar');
    expect(with_('passport', { age: '18-to-59' })).not.toContain('parents-aadhaar');
    expect(with_('water-connection', { home: 'own' })).not.toContain('rent-agreement');
    expect(with_('water-connection', { home: 'rented' })).toEqual(
      expect.arrayContaining(['rent-agreement', 'owner-consent']),
    );
    expect(with_('ration-member', { married: 'no' })).not.toContain('marriage-certificate');
  });

  it('keeps what an open answer leaves open, and says so', () => {
    const open = mergePapers(['passport']).find(({ id }) => id === 'parents-aadhaar')!;
    expect(open.uses[0]!.openIf).toEqual({ age: ['under-5', '5-to-17'] });
    expect(
      mergePapers(['passport'], { age: 'under-5' }).find(({ id }) => id === 'parents-aadhaar')!.uses[0]!.openIf,
    ).toBe(null);
  });

  it('a paper that only an open answer may ask for is not certain: it stands for no other', () => {
    const proofs = mergePapers(['passport', 'voter-card']).flatMap(({ id, uses }) =>
      uses
        .filter(({ instead }) => instead.includes('class-10') || id === 'class-10')
        .map(({ instead }) => [id, instead]),
    );
    expect(proofs).toContainEqual(['driving-licence', expect.arrayContaining(['class-10'])]);
    expect(proofs).toContainEqual(['class-10', []]);
  });

  it('offers a child no voter’s card, and a tenant no tax receipt', () => {
    const everything = (of: Answers): PaperId[] =>
      mergePapers(['passport', 'sim-card', 'driving-licence', 'learners-licence'], of).flatMap(({ id, uses }) => [
        id,
        ...uses.flatMap(({ instead }) => instead),
      ]);
    expect(everything({ age: '5-to-17' })).not.toContain('voter-card');
    expect(everything({ home: 'rented' })).not.toContain('property-tax');
  });
});

it('reads errands and answers from an address, and nothing that is not on a list', () => {
  const read = (query: string) => readChoices(new URLSearchParams(query));
  expect(read('errand=passport&errand=pan&errand=pan&state=Delhi&married=yes')).toEqual({
    ids: ['passport', 'pan'],
    answers: { age: undefined, state: 'Delhi', married: 'yes', home: undefined },
  });
  for (const query of ['errand=nothing', 'errand=constructor', 'state=Atlantis', 'age=41', 'home=x'])
    expect([query, read(query)]).toEqual([query, null]);
  expect(isErrandId('toString')).toBe(false);
  expect(read(errandIds.map((id) => `errand=${id}`).join('&'))?.ids).toEqual(errandIds);
});
