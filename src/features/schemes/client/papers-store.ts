import { createLocalStore } from '../../../platform/local-store.ts';

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= 300;

/** Papers that somebody ticked as there, by name. */
export const papersAtHand = createLocalStore<string[]>('papers-at-hand', {
  fallback: [],
  parse(text) {
    try {
      const value: unknown = JSON.parse(text);
      return Array.isArray(value) && value.length <= 500 && value.every(isName) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  format: (value) => JSON.stringify(value),
});
