import type { Paper, PaperEntry } from './paper.ts';
import { homeAndMoneyPapers } from './register/home-and-money.ts';
import { identityPapers } from './register/identity.ts';
import { lifeEventPapers } from './register/life-events.ts';
import { workAndHealthPapers } from './register/work-and-health.ts';

const papers = { ...identityPapers, ...homeAndMoneyPapers, ...lifeEventPapers, ...workAndHealthPapers };
export type PaperId = keyof typeof papers;

/** Every paper that an errand can ask for, by its id. */
export const register = Object.fromEntries(
  Object.entries<PaperEntry>(papers).map(([id, entry]) => [id, { fee: null, days: null, digiLocker: null, ...entry }]),
) as Readonly<Record<PaperId, Paper>>;
