/** On whose behalf the questions are answered, without an account; answers for other people are never stored. */
export const people = ['me', 'parent', 'child', 'spouse', 'other'] as const;
export type Person = (typeof people)[number];

/** @param search the page's query, as `?for=parent` */
export const personOf = (search: URLSearchParams): Person =>
  people.find((person) => person === search.get('for')) ?? 'me';
