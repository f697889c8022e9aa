import { isDay } from './days.ts';
import type { Dating } from './rules.ts';
import { problem, type Problem } from '../../platform/wire/problem.ts';

const fields = ['from', 'until', 'quote', 'source', 'reviewedBy', 'reviewedOn'] as const;
const longest = { quote: 2_000, source: 2_000, reviewedBy: 120 } as const;

/**
 * Separates a version 2 condition's metadata (dates, source, review) from the condition itself.
 * @param refuse called with the field and its error
 * @returns `dating` null where a field is invalid
 */
export function readDating(
  raw: unknown,
  refuse: (field: string, found: Problem) => null,
): { condition: unknown; dating: Dating | null } {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return { condition: raw, dating: {} };
  const condition = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !(fields as readonly string[]).includes(name)),
  );
  const dating: Dating = {};
  for (const field of fields) {
    if (!Object.hasOwn(raw, field)) continue;
    const value: unknown = (raw as Record<string, unknown>)[field];
    const found = problemWith(field, value);
    if (found) return { condition, dating: refuse(field, found) };
    dating[field] = (value as string).trim();
  }
  if (dating.from !== undefined && dating.until !== undefined && dating.from > dating.until)
    return { condition, dating: refuse('until', problem('rule.untilBefore', dating.from)) };
  if (dating.reviewedBy !== undefined && dating.reviewedOn === undefined)
    return { condition, dating: refuse('reviewedBy', problem('rule.reviewedOn')) };
  return { condition, dating };
}

function problemWith(field: (typeof fields)[number], value: unknown): Problem | null {
  if (field === 'from' || field === 'until' || field === 'reviewedOn') return isDay(value) ? null : problem('rule.day');
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > longest[field] || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed())
    return problem('rule.line', longest[field]);
  if (field === 'source' && /^(?:javascript|data|vbscript|file|blob):/i.test(text)) return problem('rule.source');
  return null;
}
