/** Languages whose words the message check reads: each has a file in `./concepts`. */
export const conceptLanguages = ['en', 'hi', 'hi-Latn', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te'] as const;

export type ConceptLanguage = (typeof conceptLanguages)[number];
/** A device has their words from the start. */
export type FirstLanguage = Extract<ConceptLanguage, 'en' | 'hi' | 'hi-Latn'>;
/** A device loads their words where a text has their letters. */
export type LaterLanguage = Exclude<ConceptLanguage, FirstLanguage>;
