// What the service worker keeps of the finder, and the message that asks it to.

export const finderPage = '/find-schemes';
export const finderFile = '/api/schemes/rules/finder';
export const finderWords = '/api/schemes/rules/finder/words';

/** Sent by a finder that has been drawn. `parts`: paths of the scripts, styles and fonts that it loaded. */
export type KeepFinder = { keepFinder: { page: string; files: string[]; parts: string[] } };
