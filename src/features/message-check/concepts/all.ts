import { addConcepts } from '../find-concepts.ts';
import { bn } from './bn.ts';
import { en } from './en.ts';
import { gu } from './gu.ts';
import { hiLatn } from './hi-latn.ts';
import { hi } from './hi.ts';
import { kn } from './kn.ts';
import { ml } from './ml.ts';
import { mr } from './mr.ts';
import { pa } from './pa.ts';
import { ta } from './ta.ts';
import { te } from './te.ts';

/** The concepts in every language, for the server; with this module all of them are found. */
export const concepts = { en, hi, 'hi-Latn': hiLatn, bn, gu, kn, ml, mr, pa, ta, te };

addConcepts(bn, ta, te, gu, kn, ml, pa);
