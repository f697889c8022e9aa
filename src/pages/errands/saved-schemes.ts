import { apiHere } from '../../platform/settings/site-languages.ts';

const mostAtOnce = 50;

/** Where the schemes are read. */
export const addressesOf = (ids: number[]): string[] =>
  Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, at) =>
    apiHere(`/api/schemes?ids=${ids.slice(at * mostAtOnce, (at + 1) * mostAtOnce).join(',')}`),
  );
