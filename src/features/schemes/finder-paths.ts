// What the service worker keeps of the finder.

export const finderPage = '/find-schemes';
export const finderFile = '/api/schemes/rules/finder';
export const finderWords = '/api/schemes/rules/finder/words';
