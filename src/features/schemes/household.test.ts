import { expect, it } from 'vitest';
import type { Answers } from './facts.ts';
import { knownOfHome } from './household.ts';

const me = { id: 1, relation: 'SELF' };
const mother = { id: 2, relation: 'PARENT' };
const son = { id: 3, relation: 'CHILD' };
const neighbour = { id: 4, relation: 'OTHER' };
const family = [me, mother, son, neighbour];
const known = (person: { id: number; relation?: string }, answers: Record<number, Answers>) =>
  knownOfHome(person, family, (id) => answers[id] ?? {});

it('what is the same for a home is known from the first of the family who has answered it', () => {
  const answers = { 2: { state: 'Bihar', rationCard: 'priority', age: 67 }, 3: { state: 'Kerala', area: 'urban' } };
  expect(known(me, answers)).toEqual({
    answers: { state: 'Bihar', rationCard: 'priority', area: 'urban' },
    from: { state: mother, rationCard: mother, area: son },
  });
});

it('nobody’s own age, work or category is another’s, and a skipped question is no answer', () => {
  expect(known(son, { 1: { age: 40, category: 'OBC', occupation: ['farmer'], state: null } }).answers).toEqual({});
});

it('no person knows a thing from themselves', () => {
  expect(known(mother, { 2: { state: 'Bihar' } }).answers).toEqual({});
});

it('somebody else, who may live anywhere, neither gives nor takes', () => {
  expect(known(neighbour, { 1: { state: 'Bihar' } }).answers).toEqual({});
  expect(known(me, { 4: { state: 'Goa' } }).answers).toEqual({});
  expect(known({ id: 9 }, { 1: { state: 'Bihar' } }).answers).toEqual({});
});
