/**
 * Of what a page of the studio leaves in local storage (features/studio/editor/left-drafts.ts) and a sign-out removes
 * (local-store.ts). A file of its own: the editor has no other use for local-store.ts, which is 2 kB.
 */
export const leftDraftPrefix = 'studio-left ';
