import type { Language } from '../messages/catalogue.ts';

/** Each language's own name, as its readers know it. Not in catalogue.ts, which every page's script loads. */
export const ownNames: Record<Language, string> = { en: 'English', hi: 'हिन्दी', ta: 'தமிழ்' };
