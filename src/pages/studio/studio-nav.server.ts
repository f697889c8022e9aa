import { newsletterRoles } from '../../features/newsletter/newsletters.server.ts';
import { freshnessRoles } from '../../features/studio/desks/freshness.server.ts';
import { questionRoles } from '../../features/studio/desks/questions.server.ts';
import { scamReaders } from '../../features/studio/desks/scams.server.ts';
import { wordReaders } from '../../features/studio/desks/words.server.ts';
import { studioKinds } from '../../features/studio/studio.contract.ts';
import { kindRules } from '../../features/studio/studio-kinds.ts';
import { type Actor, admins, hasOne, mayBegin, moderators, readers } from '../../features/studio/studio.policy.ts';
import type { StudioNavModel } from './studio-parts.tsx';

export const studioNavOf = (actor: Pick<Actor, 'id' | 'roles'>): StudioNavModel => ({
  // A moderator works on no pieces.
  kinds: hasOne(actor, readers) ? [...studioKinds] : [],
  desks: [
    ...(hasOne(actor, questionRoles) ? (['questions'] as const) : []),
    ...(hasOne(actor, freshnessRoles) ? (['freshness', 'searches'] as const) : []),
    ...(hasOne(actor, wordReaders) ? (['words'] as const) : []),
    ...(hasOne(actor, scamReaders) ? (['reportedScams'] as const) : []),
    ...(hasOne(actor, moderators) ? (['complaints', 'moderation'] as const) : []),
    ...(hasOne(actor, newsletterRoles) ? (['newsletters'] as const) : []),
    ...(hasOne(actor, admins) ? (['imports'] as const) : []),
  ],
  canBegin: studioKinds.filter((kind) => kindRules[kind].canBegin && mayBegin(actor, kind)),
  isAdmin: actor.roles.includes('admin'),
});
