import type { ConceptLanguage, LaterLanguage } from '../concept-languages.ts';
import { addConcepts, firstConcepts } from '../find-concepts.ts';
import { bn } from './bn.ts';
import { gu } from './gu.ts';
import { kn } from './kn.ts';
import { ml } from './ml.ts';
import { mr } from './mr.ts';
import { pa } from './pa.ts';
import { ta } from './ta.ts';
import { te } from './te.ts';

const later: Record<LaterLanguage, string> = { bn, ta, te, gu, kn, ml, mr, pa };

/** The concepts in every language, for the server; with this module all of them are found. */
export const concepts: Record<ConceptLanguage, string> = { ...firstConcepts, ...later };

addConcepts(...Object.values(later));
