import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { states } from '../schemes/facts.ts';
import { type Answers, ages, homes, marriages } from './errand.ts';
import { errandIds, errands, isErrandId } from './errands.ts';
import { localNames } from './local-names.ts';
import { mergePapers } from './merge-papers.ts';
import { readChoices } from './read-choices.ts';
import { type PaperId, register } from './register.ts';

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

describe('the register of papers and errands', () => {
  it('has the errands of daily life, and papers that all lead somewhere', () => {
    expect(errandIds.length).toBeGreaterThanOrEqual(40);
    const papers = Object.values(register);
    for (const { name, hi, from, without, otherNames } of papers) {
      expect([name, hi, from, without].every((text) => text.trim() !== '')).toBe(true);
      expect(hi).toMatch(/[\u0900-\u097f]/);
      expect(otherNames.length).toBeGreaterThan(0);
    }
    expect(new Set(papers.map(({ name }) => name)).size).toBe(papers.length);
  });

  it('names a source and the day of reading with every fee and time, and no source for what nobody has checked', () => {
    const facts = [...Object.values(register), ...Object.values(errands)].flatMap(({ fee, days }) => [fee, days]);
    for (const fact of facts) {
      if (fact === null || fact === undefined || fact === 'own') continue;
      expect(fact.text).not.toBe('');
      expect(fact.source.url).toMatch(/^https?:\/\//);
      expect(fact.source.readOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
    expect(facts.some((fact) => fact === null)).toBe(true);
  });

  it('lists papers that the register has, each errand at least one, and local names of papers and States that exist', () => {
    for (const id of errandIds)
      for (const need of errands[id].needs)
        for (const paper of 'paper' in need ? [need.paper] : need.oneOf)
          expect([id, register[paper]?.name]).not.toContain(undefined);
    for (const [state, names] of Object.entries(localNames)) {
      expect(states).toContain(state);
      for (const paper of Object.keys(names)) expect(Object.keys(register)).toContain(paper);
    }
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
            for (const need of errands[id].needs.filter((each) => !each.when))
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
