import { storedHere } from './stored-here.ts';

// A file of its own: the editor has no other use for local-store.ts, which is 2 kB.

/** Prefix of the keys in local storage under which a closing studio page leaves its draft; signing out removes them. */
export const leftDraftPrefix = 'studio-left ';

export const leftDraftKeys = (): string[] => Object.keys(storedHere()).filter((key) => key.startsWith(leftDraftPrefix));
