import { z } from 'zod';

/** Whether a post is shown at once, waits for a moderator, or is refused. */
export const communityModes = ['open', 'looked_at_first', 'read_only'] as const;
/** Of those of whom nothing stands yet: shown; shown and put before the moderators; held until they have looked. */
export const firstPostsChoices = ['shown', 'after', 'before'] as const;

export const communityState = z.object({
  mode: z.enum(communityModes),
  /** Then it is open again by itself; null: until somebody opens it. */
  until: z.iso.datetime().nullable(),
  firstPosts: z.enum(firstPostsChoices),
});
export type CommunityState = z.output<typeof communityState>;
