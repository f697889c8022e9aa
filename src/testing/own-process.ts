/**
 * Test files that need a process of their own. All others share the processes that run them one after another: the
 * app is loaded, and its and PGlite's code compiled, once per process. A file belongs here when it has a document,
 * replaces modules, or measures its process. What else it alters (clock, globals, prototypes) it restores itself.
 */
export const inOwnProcess = [
  // A document
  '**/client/*.test.{ts,tsx}',
  'src/islands/{carry-fields,forget-typed,islands,load-styles,react-island}.test.{ts,tsx}',
  'src/features/sessions/next-auth-client.test.tsx',
  'src/features/studio/editor/{choose-piece,device-drafts,controlled-fields,left-drafts,older-page,piece-saver}.test.{ts,tsx}',
  'src/features/studio/media/sending.test.tsx',
  'src/features/studio/presence/use-presence.test.tsx',
  'src/features/users/link-mobile-state.test.ts',
  'src/pages/community/keep-draft.test.ts',
  'src/pages/errands/points-to-check.test.tsx',
  'src/platform/browser/{local-store,queries}.test.ts',
  'src/ui/show-toast.test.tsx',
  // Processor time, memory
  'src/costly-{fields,text}.test.ts',
  'src/features/communities/{costly-posts,hostile-posts}.test.ts',
  'src/features/message-check/judge-message.test.ts',
  'src/features/otp/identifiers.test.ts',
  'src/features/studio/{media/studio-media,pieces/compare-texts,pieces/rendered-changes,pieces/revisions-page}.test.ts',
  'src/features/studio/translation/paragraphs.api.test.ts',
  'src/platform/guard/shed-requests.test.ts',
];
