import { expect, test } from 'vitest';
import { errands } from '../errands.ts';
import { localNames } from '../local-names.ts';
import type { Fact } from '../paper.ts';
import { register } from '../register.ts';
import type { Errand } from '../errand.ts';
import type { Paper } from '../paper.ts';
import { adviceInHindi } from './advice.ts';
import { factsInHindi, localNamesInHindi, notesInHindi } from './facts-and-notes.ts';
import { officesInHindi } from './offices.ts';

const papers: Paper[] = Object.values(register);
const all: Errand[] = Object.values(errands);
const words = (fact: Fact | null | 'own' | undefined) => (fact && fact !== 'own' ? [fact.text] : []);

test.each<[string, string[], Record<string, string>]>([
  ['offices', [...papers.map(({ from }) => from), ...all.map(({ where }) => where)], officesInHindi],
  ['advice', papers.map(({ without }) => without), adviceInHindi],
  ['facts', [...papers, ...all].flatMap(({ fee, days }) => [...words(fee), ...words(days)]), factsInHindi],
  ['notes', all.flatMap(({ needs }) => needs.flatMap(({ note }) => note ?? [])), notesInHindi],
  ['names in a State', Object.values(localNames).flatMap((names) => Object.values(names)), localNamesInHindi],
])('%s: each English sentence has its Hindi one, and none is left over', (_, english, hindi) => {
  expect([...new Set(english)].toSorted()).toEqual(Object.keys(hindi).toSorted());
  const numbersOf = (text: string) => (text.match(/\d(?:[\d,/]*\d)?/g) ?? []).toSorted();
  // These two say their numbers in words or in other signs.
  const counted = Object.entries(hindi).filter(([source]) => !/Index II|Class/.test(source));
  expect(counted.map(([, said]) => numbersOf(said))).toEqual(counted.map(([source]) => numbersOf(source)));
});
