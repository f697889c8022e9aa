import { createContext, useContext } from 'react';
import type { CategoryLook } from './dyes.ts';
import { lookFor } from './look-for.ts';

export { lookFor };

/** How each category is drawn, by its id: provided once around what the server renders. */
export const LooksContext = createContext<ReadonlyMap<number, CategoryLook>>(new Map());

export function useLook(id: number): CategoryLook {
  return lookFor(useContext(LooksContext), id);
}
