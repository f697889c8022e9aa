import type { CommunityState } from '../../communities/community-state.contract.ts';
import { writeState } from '../../../platform/settings/site-state.server.ts';
import { actAs, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { type Actor, moderators } from '../studio.policy.ts';

/** What happens to new posts from now on, on every instance. @throws AppError 403 */
export const setCommunity = (services: StudioServices, viewer: Actor, state: CommunityState): Promise<void> =>
  actAs(services, viewer, moderators, async (tx, actor) => {
    await writeState(tx, 'community', JSON.stringify(state));
    const { mode, until, firstPosts } = state;
    await noteAct(tx, actor, 'set_community', {
      note: `${mode}${until === null ? '' : ` until ${until}`}; first posts: ${firstPosts}`,
    });
  });
