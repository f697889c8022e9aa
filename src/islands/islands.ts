import type { IslandModule } from './watch-islands.ts';

/** Registry of islands by name; each module is loaded lazily, when its island starts. */
export const islands: Record<string, () => Promise<IslandModule>> = {
  answered: () => import('./answered.island.ts'),
  ask: () => import('../pages/community/ask.island.ts'),
  cart: () => import('../pages/errands/cart.island.tsx'),
  changes: () => import('../pages/errands/fit-changes.island.ts'),
  check: () => import('../pages/errands/check.island.ts'),
  code: () => import('../pages/account/code.island.ts'),
  exit: () => import('../features/helplines/quick-exit.island.ts'),
  family: () => import('../features/profiles/family.island.ts'),
  finder: () => import('../pages/errands/finder.island.tsx'),
  follow: () => import('../features/follows/follow.island.ts'),
  forget: () => import('../pages/account/forget.island.ts'),
  hints: () => import('../features/search/hints.island.ts'),
  'moderation-keys': () => import('../pages/community/moderation-keys.island.ts'),
  papers: () => import('../features/papers/papers.island.ts'),
  push: () => import('../pages/community/push.island.ts'),
  privacy: () => import('../pages/account/privacy.island.ts'),
  story: () => import('../pages/reading/story.island.ts'),
  'studio-editor': () => import('../features/studio/editor/editor.island.tsx'),
  'studio-send': () => import('../features/studio/media/send.island.tsx'),
  'studio-clip': () => import('../features/studio/media/clip.island.ts'),
  'studio-imports': () => import('../features/importing/desk/imports.island.ts'),
  'studio-unfinished': () => import('../features/studio/editor/unfinished.island.ts'),
  thread: () => import('../pages/community/thread.island.ts'),
  visitor: () => import('../pages/visitor.island.ts'),
};
