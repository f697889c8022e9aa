import { states } from '../schemes/facts.ts';
import { ages, type Answers, homes, marriages } from './choices.ts';
import { type ErrandId, errandIds, isErrandId } from './errands.ts';

const pick = <Value extends string>(text: string | null, values: readonly Value[]): Value | undefined | null =>
  text === null ? undefined : (values.find((value) => value === text) ?? null);

/**
 * The errands and answers of an address.
 * @returns null where one of them does not exist: no such page
 */
export function readChoices(query: URLSearchParams): { ids: ErrandId[]; answers: Answers } | null {
  const ids = [...new Set(query.getAll('errand'))];
  const age = pick(query.get('age'), ages);
  const state = pick(query.get('state'), states);
  const married = pick(query.get('married'), marriages);
  const home = pick(query.get('home'), homes);
  if (age === null || state === null || married === null || home === null) return null;
  if (!ids.every(isErrandId)) return null;
  return { ids: errandIds.filter((id) => ids.includes(id)), answers: { age, state, married, home } };
}
