import type { states } from '../schemes/facts.ts';
import districts from './districts.json' with { type: 'json' };

// Written in November 2026 from memory of the Local Government Directory (lgdirectory.gov.in); never compared with it.
// Check the names there before relying on them, above all those of States that made districts since 2022.

type State = (typeof states)[number];

/** By State or Union territory, in the order of the alphabet. */
export const districtsOf: Record<State, readonly string[]> = districts;
