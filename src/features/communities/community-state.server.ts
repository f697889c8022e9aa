import type { Queryable } from '../../database/connect.server.ts';
import { problems } from '../../messages/problems.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { readState } from '../../platform/settings/site-state.server.ts';
import { AppError } from '../../platform/wire/errors.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { communityState, type CommunityState } from './community-state.contract.ts';

const asEver: CommunityState = { mode: 'open', until: null, firstPosts: 'shown' };

/** Read for each post, so that every instance obeys at once, and a time that is over needs no job. */
export async function readCommunityState(db: Queryable, now: Date): Promise<CommunityState> {
  const row = await readState(db, 'community');
  if (!row) return asEver;
  // What another version has written and this one cannot read.
  const state = communityState.safeParse(JSON.parse(row.value)).data ?? asEver;
  return state.until !== null && new Date(state.until) <= now ? { ...state, mode: 'open', until: null } : state;
}

/** The newsroom writes on, to say why. @param viewer null: nobody has signed in yet @throws AppError 403 */
export async function insistOnPosting(
  { connection, clock }: Pick<PageServices, 'connection' | 'clock'>,
  viewer: Pick<Viewer, 'roles'> | null,
): Promise<void> {
  if (viewer && viewer.roles.length > 0) return;
  const { mode, until } = await readCommunityState(connection.db, clock());
  if (mode === 'read_only') throw new AppError(403, 'forbidden', () => problems.readOnly(until));
}
