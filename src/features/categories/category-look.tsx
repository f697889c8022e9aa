import { createContext, use } from 'react';
import type { CategoryLook } from './dyes.ts';
import { lookFor } from './look-for.ts';

export { lookFor };

/** Icon, dye and pattern by category id; one provider around the server-rendered page. */
export const LooksContext = createContext<ReadonlyMap<number, CategoryLook>>(new Map());

/** Topics of readers in danger or losing money right now: nothing may cover or precede the help. */
export const isUrgent = (icon: string): boolean => icon === 'scams' || icon === 'women';

export function useLook(id: number): CategoryLook {
  return lookFor(use(LooksContext), id);
}
