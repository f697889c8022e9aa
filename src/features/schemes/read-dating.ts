import { isDay } from './days.ts';
import type { Dating } from './rules.ts';

const fields = ['from', 'until', 'quote', 'source', 'reviewedBy', 'reviewedOn'] as const;
const longest = { quote: 2_000, source: 2_000, reviewedBy: 120 } as const;

/**
 * Separates a version 2 condition's metadata (dates, source, review) from the condition itself.
 * @param refuse called with the field and its error
 * @returns `dating` null where a field is invalid
 */
export function readDating(
  raw: unknown,
  refuse: (field: string, message: string) => null,
): { condition: unknown; dating: Dating | null } {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return { condition: raw, dating: {} };
  const condition = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !(fields as readonly string[]).includes(name)),
  );
  const dating: Dating = {};
  for (const field of fields) {
    if (!Object.hasOwn(raw, field)) continue;
    const value: unknown = (raw as Record<string, unknown>)[field];
    const problem = problemWith(field, value);
    if (problem) return { condition, dating: refuse(field, problem) };
    dating[field] = (value as string).trim();
  }
  if (dating.from !== undefined && dating.until !== undefined && dating.from > dating.until)
    return { condition, dating: refuse('until', `is before from, which is ${dating.from}`) };
  if (dating.reviewedBy !== undefined && dating.reviewedOn === undefined)
    return { condition, dating: refuse('reviewedBy', 'needs reviewedOn beside it') };
  return { condition, dating };
}

function problemWith(field: (typeof fields)[number], value: unknown): string | null {
  if (field === 'from' || field === 'until' || field === 'reviewedOn')
    return isDay(value) ? null : 'must be a day such as 2026-11-22';
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > longest[field] || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed())
    return `must be one line of at most ${longest[field]} characters`;
  if (field === 'source' && /^(?:javascript|data|vbscript|file|blob):/i.test(text))
    return 'must be a web address or a title';
  return null;
}
