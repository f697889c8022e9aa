import { oneLine } from '../../platform/text/repair-text.ts';
import type { ImportOptions } from './import-source.ts';

/** Maps source categories to ours; those without a match become tags. */
export function chooseCategories(
  names: string[],
  options: ImportOptions,
  fallback: string,
): { categories: string[]; tags: string[] } {
  const categories: string[] = [];
  const tags = new Map<string, string>();
  for (const raw of names) {
    const name = oneLine(raw).slice(0, 60).trim().toWellFormed();
    const key = name.toLowerCase();
    if (name === '' || key === 'uncategorized') continue;
    const mapped = options.categoryMap.get(key);
    if (mapped === null) continue;
    const own = mapped ?? options.ownCategories.get(key);
    if (own !== undefined) {
      if (!categories.includes(own)) categories.push(own);
    } else if (!tags.has(key)) {
      tags.set(key, name);
    }
  }
  if (categories.length === 0) categories.push(fallback);
  return { categories, tags: [...tags.values()].slice(0, 30) };
}
