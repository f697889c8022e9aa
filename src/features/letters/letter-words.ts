import { currentLanguage } from '../../messages/catalogue.ts';
import type { LetterLanguage, Words } from './procedure.ts';

/** Facts and questions exist in the two languages of the letters; other interfaces show the English ones. */
export const factsLanguage = (): LetterLanguage => (currentLanguage() === 'hi' ? 'hi' : 'en');

export const inInterface = (words: Words): string => words[factsLanguage()];
