/** Languages whose words the message check reads: each has a file in `./concepts`. */
export const conceptLanguages = ['en', 'hi', 'hi-Latn', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te'] as const;

export type ConceptLanguage = (typeof conceptLanguages)[number];
/** In Latin and Hindi's letters: a device has their words from the start. */
export type FirstLanguage = Extract<ConceptLanguage, 'en' | 'hi' | 'hi-Latn' | 'mr'>;
/** In letters of their own, by which a device knows when to load their words. */
export type LaterLanguage = Exclude<ConceptLanguage, FirstLanguage>;
