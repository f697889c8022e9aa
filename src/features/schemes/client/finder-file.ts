import { apiHere } from '../../../platform/site-languages.ts';
import { todayInIndia } from '../dated-rules.ts';
import { type CompiledSchemes, compileSchemes } from '../find-schemes.ts';
import type { Rules } from '../rules.ts';
import type { SchemeCard } from '../schemes.contract.ts';

export type Ruled = SchemeCard & { rules: Rules; originalId?: number };

let asked: Promise<Ruled[]> | null = null;

/** The finder's compact file; requested once for a page, and again after a failure. */
export function readFinderFile(): Promise<Ruled[]> {
  asked ??= load().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function load(): Promise<Ruled[]> {
  const response = await fetch(apiHere('/api/schemes/rules/finder'), { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`Answered ${response.status}`);
  return ((await response.json()) as { data: Ruled[] }).data;
}

let last: { schemes: Ruled[]; day: string; compiled: CompiledSchemes<Ruled> } | null = null;

/** The file compiled for today, once. */
export function compiledToday(schemes: Ruled[]): CompiledSchemes<Ruled> {
  const day = todayInIndia();
  if (last?.schemes !== schemes || last.day !== day) last = { schemes, day, compiled: compileSchemes(schemes, day) };
  return last.compiled;
}
