import { kindRules, studioKinds } from '../features/studio/studio-kinds.ts';
import { type Actor, mayBegin } from '../features/studio/studio.policy.ts';
import type { StudioNavModel } from './studio-parts.tsx';

export const studioNavOf = (actor: Pick<Actor, 'id' | 'roles'>): StudioNavModel => ({
  kinds: [...studioKinds],
  canBegin: studioKinds.filter((kind) => kindRules[kind].canBegin && mayBegin(actor, kind)),
  isAdmin: actor.roles.includes('admin'),
});
